import 'server-only';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';

/** Counts the wrong passwords from each network, and blocks networks accordingly. */
export interface FailedLogins {
  /** Returns the number of wrong passwords from a network. */
  count(network: string): number;
  /**
   * Returns how long the network must wait before its next attempt, milliseconds; 0 when it is not blocked.
   */
  blockedMs(network: string): number;
  /** Records a wrong password. */
  add(network: string): void;
  /** Forgets the wrong passwords of a network, after a correct one. */
  clear(network: string): void;
}

/** Number of wrong passwords without consequence, for typing errors. */
const FREE_FAILURES = 4;
/** Each further one blocks the network, twice as long as the one before: 30 s, 1 min, 2 min, up to 15 min. */
const FIRST_BLOCK_MS = 30_000;
const LONGEST_BLOCK_MS = 15 * 60_000;
/** The wrong passwords are forgotten this long after the last one. */
const REMEMBERED_MS = 24 * 3_600_000;
/** Maximum number of networks remembered; the one that failed longest ago is dropped. */
const NETWORKS_MAX = 10_000;

export function createFailedLogins(clock: Clock): FailedLogins {
  const failures = new LRUCache<string, { count: number; lastAt: number }>({ max: NETWORKS_MAX });

  function recent(network: string): { count: number; lastAt: number } | null {
    const failure = failures.peek(network);
    return failure && clock.monotonic() - failure.lastAt < REMEMBERED_MS ? failure : null;
  }

  return {
    count: (network) => recent(network)?.count ?? 0,
    blockedMs(network) {
      const failure = recent(network);
      if (failure === null || failure.count <= FREE_FAILURES) return 0;
      const block = Math.min(FIRST_BLOCK_MS * 2 ** (failure.count - FREE_FAILURES - 1), LONGEST_BLOCK_MS);
      return Math.max(0, failure.lastAt + block - clock.monotonic());
    },
    add(network) {
      failures.set(network, { count: (recent(network)?.count ?? 0) + 1, lastAt: clock.monotonic() });
    },
    clear(network) {
      failures.delete(network);
    },
  };
}
