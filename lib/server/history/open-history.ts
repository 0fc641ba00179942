import 'server-only';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { HISTORY } from '../store/data-directory.ts';
import { toStoreError } from '../store/sqlite-problem.ts';
import type { StoreProblem } from '../store/store.ts';
import { ownerOf } from '../store/whose-data.ts';
import { createHistory, type History, noHistory } from './history.ts';
import { openHistoryFile, openInMemory, replaceHistoryFile } from './sqlite/open-history-file.ts';
import { createRestartableHistory, type RestartableHistory } from './sqlite/restartable-history.ts';

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
  const { store, ...opened } = openStore();
  return createHistory({ store, replacement: store, shared: null, ...opened, days, maxBytes, clock, log });

  function openStore(): { store: RestartableHistory; problem: StoreProblem | null; setAside: boolean } {
    if (directory === null) return { store: inMemory(), problem: null, setAside: false };
    const path = join(directory, HISTORY);
    const present = ownerOf(owner);
    try {
      const { db, setAside } = openHistoryFile(path, present);
      const store = createRestartableHistory(
        db,
        () => replaceHistoryFile(path, present),
        () => openHistoryFile(path, present).db,
      );
      return { store, problem: null, setAside };
    } catch (error) {
      const { problem } = toStoreError(error);
      log.warn({ problem }, 'the history cannot be stored; it will not survive a restart');
      return { store: inMemory(), problem, setAside: false };
    }
  }
}

const inMemory = () => createRestartableHistory(openInMemory(), openInMemory, null);
