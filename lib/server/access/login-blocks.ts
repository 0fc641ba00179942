import 'server-only';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';

/** The wrong passwords from one network. `agoMs`: time since the last one, milliseconds. */
interface Failures {
  count: number;
  agoMs: number;
}

/** Counts the wrong passwords from each network. Functions of shared counts throw FailureError. */
export interface FailedLogins {
  /** Returns the wrong passwords from a network; null when there are none, or all are forgotten. */
  of(network: string): Promise<Failures | null>;
  /** Records a wrong password. */
  add(network: string): Promise<void>;
  /** Forgets the wrong passwords of a network, after a correct one. */
  clear(network: string): Promise<void>;
}

/** Number of wrong passwords without consequence, for typing errors. */
const FREE_FAILURES = 4;
/** Each further one blocks the network, twice as long as the one before: 30 s, 1 min, 2 min, up to 15 min. */
const FIRST_BLOCK_MS = 30_000;
const LONGEST_BLOCK_MS = 15 * 60_000;
/** The wrong passwords are forgotten this long after the last one. */
export const REMEMBERED_MS = 24 * 3_600_000;
/** Maximum number of networks remembered; the one that failed longest ago is dropped. */
const NETWORKS_MAX = 10_000;

/** Returns how long a network must wait before its next attempt, milliseconds; 0 when it is not blocked. */
export function blockedMs(failures: Failures | null): number {
  if (failures === null || failures.count <= FREE_FAILURES) return 0;
  const block = Math.min(FIRST_BLOCK_MS * 2 ** (failures.count - FREE_FAILURES - 1), LONGEST_BLOCK_MS);
  return Math.max(0, block - failures.agoMs);
}

/** The counts of one process. */
export function createFailedLogins(clock: Clock): FailedLogins {
  const failures = new LRUCache<string, { count: number; lastAt: number }>({ max: NETWORKS_MAX });

  function recent(network: string): Failures | null {
    const failure = failures.peek(network);
    if (failure === undefined) return null;
    const agoMs = clock.monotonic() - failure.lastAt;
    return agoMs < REMEMBERED_MS ? { count: failure.count, agoMs } : null;
  }

  return {
    of: async (network) => recent(network),
    async add(network) {
      failures.set(network, { count: (recent(network)?.count ?? 0) + 1, lastAt: clock.monotonic() });
    },
    async clear(network) {
      failures.delete(network);
    },
  };
}
