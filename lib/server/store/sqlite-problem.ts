import 'server-only';
import { z } from 'zod';
import { StoreError, type StoreProblem } from './store.ts';

/**
 * Primary result codes of SQLite (sqlite.org/rescode.html); extended codes add details in the higher bits.
 */
const problems: Readonly<Record<number, StoreProblem>> = {
  5: 'in_use', // BUSY
  6: 'in_use', // LOCKED
  8: 'read_only', // READONLY
  13: 'full', // FULL
  14: 'read_only', // CANTOPEN
};

/** The file system's error codes, where SQLite is not involved. */
const fileProblems: Readonly<Record<string, StoreProblem>> = {
  EACCES: 'read_only',
  EROFS: 'read_only',
  EPERM: 'read_only',
  ENOENT: 'read_only',
  EISDIR: 'read_only',
  ENOTDIR: 'read_only',
  EEXIST: 'read_only',
  ENOSPC: 'full',
  EDQUOT: 'full',
};

/** SQLite's result codes for content that cannot be used any more: CORRUPT and NOTADB. */
const damaged: ReadonlySet<number> = new Set([11, 26]);

/** SQLite's result codes for content that a statement cannot process: ERROR (such as malformed JSON), CONSTRAINT, MISMATCH. */
const unprocessable: ReadonlySet<number> = new Set([1, 19, 20]);

/** Content that this version of Sightline has not written, although SQLite can read it. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}

/**
 * Whether a file cannot be used any more, rather than not now: it is damaged, or has content of another version. Only what
 * certainly says so counts, because such a file is set aside: neither a lack of memory nor a bug.
 */
export function isDamaged(error: unknown): boolean {
  if (!(error instanceof StoreError) || error.problem !== 'other') return false;
  const { cause } = error;
  // SQLite has no checksums: damage within a row is noticed when the row is parsed.
  const isUnreadable =
    cause instanceof UnreadableError || cause instanceof SyntaxError || cause instanceof z.ZodError;
  return isUnreadable || damaged.has(codeOf(cause));
}

/** Whether a statement that is right has failed because of the content of the file. */
export function isUnprocessable(error: unknown): boolean {
  return unprocessable.has(codeOf(error));
}

/** The primary result code of an error of SQLite; -1 for another error. */
function codeOf(error: unknown): number {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : -1;
}

/** Converts an error of SQLite or of the file system to a StoreError. */
export function toStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return new StoreError(problems[codeOf(error)] ?? fileProblems[code] ?? 'other', error);
}
