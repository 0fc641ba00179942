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

/** Converts an error of SQLite to a StoreError. */
export function toStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const code =
    error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
      ? error.errcode & 0xff
      : -1;
  return new StoreError(problems[code] ?? 'other', error);
}
