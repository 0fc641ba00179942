import 'server-only';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { bindingOf } from '../store/open-store.ts';
import { createHistory, type History, noHistory } from './history.ts';
import { openHistoryFile, openInMemory } from './sqlite/open-history-file.ts';
import { createSqliteHistory } from './sqlite/sqlite-history.ts';

const FILE = 'history.sqlite';

/**
 * Opens the history of a data directory. If it cannot be written, the history is kept in memory until the process ends.
 *
 * @param parts.directory null: nothing is stored (demo data)
 * @param parts.days 0: nothing is remembered
 */
export function openHistory(parts: {
  directory: string | null;
  owner: { baseUrl: URL; apiKey: string };
  days: number;
  maxBytes: number;
  clock: Clock;
  log: Pick<Logger, 'warn' | 'info'>;
}): History {
  const { directory, owner, days, maxBytes, clock, log } = parts;
  if (days === 0) return noHistory;
  return createHistory({ store: createSqliteHistory(openDatabase()), days, maxBytes, clock, log });

  function openDatabase() {
    if (directory === null) return openInMemory();
    try {
      const { db, setAside } = openHistoryFile(join(directory, FILE), bindingOf(owner));
      if (setAside) log.warn({}, 'the history was unusable; it was renamed and a new one begun');
      return db;
    } catch (error) {
      log.warn({ err: error }, 'the history cannot be stored; it will not survive a restart');
      return openInMemory();
    }
  }
}
