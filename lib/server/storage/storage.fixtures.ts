import type { Clock } from '../clock.ts';
import type { Database } from './database.ts';
import { createStorage, type Storage } from './storage.ts';

/** The storage over a database of a test. @param term in which this process leads; null: it does not lead */
export function storageOf(
  database: Database,
  clock: Pick<Clock, 'now'>,
  term: () => number | null = () => 1,
): Storage {
  const after = () => () => {};
  return createStorage(database, {
    term,
    clock: { after, ...clock },
    log: { info: () => {}, warn: () => {} },
  });
}
