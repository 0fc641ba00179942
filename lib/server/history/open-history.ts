import 'server-only';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database, LeaderTransaction } from '../storage/database.ts';
import { createHistory, type History } from './history.ts';
import { createHistoryStore } from './history-store.ts';

/**
 * Opens the history in a database.
 *
 * @param parts.asLeader runs a transaction, unless another replica leads
 * @param parts.days how long everything is remembered; 0: nothing is
 */
export function openHistory(parts: {
  database: Database;
  asLeader: LeaderTransaction;
  days: number;
  clock: Clock;
  log: Pick<Logger, 'warn' | 'info'>;
}): History {
  const { database, asLeader, days, clock, log } = parts;
  if (days === 0) return createNoHistory(parts);
  const store = createHistoryStore(database, asLeader);
  return createHistory({ store, isShared: database.engine === 'postgresql', days, clock, log });
}

/** The history of a process that remembers nothing: only what goes with a reading is stored. */
export function createNoHistory({
  asLeader,
  log,
}: {
  asLeader: LeaderTransaction;
  log: Pick<Logger, 'warn'>;
}): History {
  return {
    lead: async (previous, past = () => []) => previous ?? [...past()].at(-1) ?? null,
    follow: () => {},
    async record(_snapshot, save) {
      try {
        if (save) await asLeader(save);
        return true;
      } catch (error) {
        log.warn({ err: error }, 'the list cannot be stored');
        return false;
      }
    },
    reload: async () => {},
    version: () => '',
    watched: async () => ({ from: null, until: null, gaps: [], keptDays: 0, notSavedSince: null }),
    changes: async () => ({ changes: [], next: null }),
    slots: async () => null,
    fleet: async () => [],
    stop: async () => {},
  };
}
