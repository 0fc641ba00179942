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

/** SQLite's result codes for content that cannot be used any more: CORRUPT and NOTADB. */
const damaged: ReadonlySet<number> = new Set([11, 26]);

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

/** The primary result code of an error of SQLite; -1 for another error. */
function codeOf(error: unknown): number {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : -1;
}

/** Converts an error of SQLite to a StoreError. */
export function toStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  return new StoreError(problems[codeOf(error)] ?? 'other', error);
}
