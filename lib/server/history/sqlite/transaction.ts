import 'server-only';
import type { DatabaseSync } from 'node:sqlite';

/** Runs statements as one transaction. @throws the error of the first that fails; then nothing is changed */
export function transaction(db: DatabaseSync, run: () => void): void {
  db.exec('BEGIN IMMEDIATE');
  try {
    run();
    db.exec('COMMIT');
  } catch (error) {
    try {
      db.exec('ROLLBACK');
    } catch {
      // Only the original error is reported.
    }
    throw error;
  }
}
