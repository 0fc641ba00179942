import 'server-only';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';

/** Requests upstream for monitors that the inventory does not hold, all people together. */
const LOOKUPS_MAX = 3;
const WINDOW_MS = 60_000;
/** How long "no such monitor" is believed, milliseconds; of so many UUIDs. */
const ABSENT_MS = 60_000;
const ABSENT_MAX = 10_000;

/**
 * Bounds what invented UUIDs can cost while the inventory is not complete, so that nobody but upstream knows whether
 * they exist.
 */
export interface UnlistedMonitors {
  /** Upstream has said of late that this one does not exist. */
  isAbsent(uuid: string): boolean;
  absent(uuid: string): void;
  /** Takes one of the requests that may be spent. @returns null, or when the next may be, epoch ms */
  takeLookup(): number | null;
  /** The last one taken told nothing of any monitor: what fails is bounded by the rules of admission. */
  giveBack(): void;
}

export function createUnlistedMonitors(clock: Clock): UnlistedMonitors {
  const absentUntil = new LRUCache<string, number>({ max: ABSENT_MAX });
  let lookups: number[] = [];
  return {
    isAbsent: (uuid) => (absentUntil.get(uuid) ?? 0) > clock.monotonic(),
    absent(uuid) {
      absentUntil.set(uuid, clock.monotonic() + ABSENT_MS);
    },
    takeLookup() {
      const now = clock.monotonic();
      lookups = lookups.filter((at) => at > now - WINDOW_MS);
      const [oldest] = lookups;
      if (oldest !== undefined && lookups.length >= LOOKUPS_MAX)
        return clock.now() + (oldest + WINDOW_MS - now);
      lookups.push(now);
      return null;
    },
    giveBack() {
      lookups.pop();
    },
  };
}
