import 'server-only';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';

/** The wrong passwords that came from each network, and the delay that follows from them. */
export interface FailedLogins {
  /** How many wrong passwords have come from a network. */
  count(network: string): number;
  /** How long the network has to wait before its next attempt, milliseconds; 0: it need not. */
  blockedMs(network: string): number;
  /** One more wrong password. */
  add(network: string): void;
  /** The right password has come from there. */
  clear(network: string): void;
}

/** A person's typing errors: so many wrong passwords have no consequence. */
const FREE = 4;
/** Each further one blocks the network, twice as long as the one before: 30 s, 1 min, 2 min, up to 15 min. */
const FIRST_BLOCK_MS = 30_000;
const LONGEST_BLOCK_MS = 15 * 60_000;
/** So long after the last wrong password all of them are forgotten. */
const REMEMBERED_MS = 24 * 3_600_000;
/** More networks than this are not remembered; the one that failed longest ago gives way. */
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
      if (failure === null || failure.count <= FREE) return 0;
      const block = Math.min(FIRST_BLOCK_MS * 2 ** (failure.count - FREE - 1), LONGEST_BLOCK_MS);
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
