import 'server-only';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { bindingOf } from '../store/open-store.ts';
import { toStoreError } from '../store/sqlite-problem.ts';
import type { StoreProblem } from '../store/store.ts';
import { createHistory, type History, noHistory } from './history.ts';
import { openHistoryFile, openInMemory, replaceHistoryFile } from './sqlite/open-history-file.ts';
import { createRestartableHistory } from './sqlite/restartable-history.ts';

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
  const { db, ...opened } = openDatabase();
  const replace = () =>
    directory === null || opened.problem !== null
      ? openInMemory()
      : replaceHistoryFile(join(directory, FILE), bindingOf(owner));
  const store = createRestartableHistory(db, replace);
  return createHistory({ store, replacement: store, shared: null, ...opened, days, maxBytes, clock, log });

  function openDatabase(): { db: DatabaseSync; problem: StoreProblem | null; setAside: boolean } {
    if (directory === null) return { db: openInMemory(), problem: null, setAside: false };
    try {
      const { db, setAside } = openHistoryFile(join(directory, FILE), bindingOf(owner));
      return { db, problem: null, setAside };
    } catch (error) {
      const { problem } = toStoreError(error);
      log.warn({ problem }, 'the history cannot be stored; it will not survive a restart');
      return { db: openInMemory(), problem, setAside: false };
    }
  }
}
