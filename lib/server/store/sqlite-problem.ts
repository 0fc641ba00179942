import 'server-only';
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

/** SQLite's result code for a failure of the disk. */
const IO_ERROR = 10;

/** Whether a file cannot be used any more, rather than not now: it is damaged, or has content of another version. */
export function isDamaged(error: unknown): boolean {
  if (!(error instanceof StoreError) || error.problem !== 'other') return false;
  return codeOf(error.cause) !== IO_ERROR;
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
