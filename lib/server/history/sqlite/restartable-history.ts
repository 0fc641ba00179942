import 'server-only';
import type { DatabaseSync } from 'node:sqlite';
import { isDamaged, toStoreError } from '../../store/sqlite-problem.ts';
import type { HistoryStore } from '../history-store.ts';
import { createSqliteHistory } from './sqlite-history.ts';

export interface RestartableHistory extends HistoryStore {
  /** Sets the file aside and begins a new one. */
  startAnew(): Promise<void>;
  /** Whether the file was replaced since it was opened. */
  wasReplaced(): boolean;
  /** Goes on with another file. @param move puts it into place while no file is open */
  continueWith(move: () => void): void;
}

/**
 * A history whose file can be replaced while it is in use.
 *
 * @param db the open file; @param replace sets the file aside and opens a new one; @param reopen opens the file in place, null:
 *   the history is in memory only
 */
export function createRestartableHistory(
  db: DatabaseSync,
  replace: () => DatabaseSync,
  reopen: (() => DatabaseSync) | null,
): RestartableHistory {
  let wasReplaced = false;
  let file = db;
  let current = openOrReplace();

  function openOrReplace(): HistoryStore {
    try {
      return createSqliteHistory(file);
    } catch (error) {
      if (!isDamaged(toStoreError(error))) {
        file.close();
        throw error;
      }
      return replaced();
    }
  }

  /** Synchronous, so that nothing is read from the closed file. */
  function replaced(): HistoryStore {
    try {
      file.close();
    } catch {
      // A damaged file may fail to close, too; and it is closed already if it could not be replaced.
    }
    file = replace();
    wasReplaced = true;
    return createSqliteHistory(file);
  }

  return {
    load: () => current.load(),
    append: (batch) => current.append(batch),
    finish: (end) => current.finish(end),
    saveSlots: (at, entries) => current.saveSlots(at, entries),
    clampTo: async (to) => current.clampTo?.(to),
    packPast: async (before) => (await current.packPast?.(before)) ?? false,
    changes: (query) => current.changes(query),
    slots: (uuid, since) => current.slots(uuid, since),
    fleet: (since, limit) => current.fleet(since, limit),
    forget: (before, isShortened) => current.forget(before, isShortened),
    shortenedTo: () => current.shortenedTo(),
    size: () => current.size(),
    close: () => current.close(),
    async startAnew() {
      current = replaced();
    },
    wasReplaced: () => wasReplaced,
    continueWith(move) {
      if (reopen === null) return;
      file.close();
      try {
        move();
      } finally {
        file = reopen();
        current = openOrReplace();
      }
    },
  };
}
