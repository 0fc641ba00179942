import 'server-only';
import { LRUCache } from 'lru-cache';
import type { Clock } from './clock';
import { isFailure } from './errors.ts';
import { type Problem, problemAfter } from './problem.ts';
import type { Reading } from './reading';
import type { SharedReadings } from './shared/shared-readings.ts';

/** A served reading: a fresh one, or the last one together with the failure that prevented a newer one. */
interface Served<T> {
  reading: Reading<T>;
  /** The earliest time at which another call can return a newer reading, epoch ms. */
  refreshAt: number;
  degraded: Problem | null;
}

interface Entry<T> {
  reading: Reading<T>;
  /** When it was read, monotonic ms. */
  readAt: number;
  /** The problem that prevents a newer reading; null when the last attempt succeeded. */
  failing: Problem | null;
}

/** Maximum wait for a newer reading when there is an older one to serve. */
const SOFT_TIMEOUT_MS = 1000;

/** Reuses a reading while it is fresh, and falls back to it when a newer one cannot be read. */
export interface StaleOnErrorCache<T> {
  /**
   * @param options.within maximum age of a reused reading, milliseconds; default `freshMs`
   * @param options.untilRead whether to wait for the new reading without the soft timeout; default false
   * @throws FailureError when reading fails and there is no older reading
   */
  get(
    key: string,
    read: () => Promise<Reading<T>>,
    options?: { within?: number; untilRead?: boolean },
  ): Promise<Served<T>>;
  /** Whether there is a reading to fall back to, from this process or the previous one. */
  has(key: string): Promise<boolean>;
  /** The reading if it is fresh, else null. Never reads. */
  fresh(key: string, within?: number): Reading<T> | null;
}

/** Stores readings, so that the fallback survives a restart. */
export interface CachePersistence<T> {
  load(key: string): Promise<Reading<T> | null>;
  /** @param reading null: removes the stored one */
  save(key: string, reading: Reading<T> | null): void;
}

/**
 * @param options.freshMs how long a reading is reused
 * @param options.max maximum number of readings in memory
 * @param options.shared readings of all replicas, which take the place of `persistence`
 */
export function createStaleOnErrorCache<T>(options: {
  clock: Clock;
  freshMs: number;
  max: number;
  persistence?: CachePersistence<T>;
  shared?: SharedReadings<T> | undefined;
}): StaleOnErrorCache<T> {
  const { clock, freshMs, max, persistence, shared } = options;
  const entries = new LRUCache<string, Entry<T>>({ max });

  function served({ reading, failing }: Omit<Entry<T>, 'readAt'>): Served<T> {
    const refreshAt = failing === null ? reading.asOf : clock.now();
    return { reading, refreshAt: refreshAt + freshMs, degraded: failing };
  }

  const isFresh = (entry: Entry<T>, within = freshMs) => clock.monotonic() - entry.readAt < within;

  /** Loads the stored reading as a fallback, which is never fresh. */
  async function loadStored(key: string): Promise<Entry<T> | undefined> {
    const reading = (await (shared ?? persistence)?.load(key)) ?? null;
    if (reading === null) return undefined;
    const entry: Entry<T> = { reading, readAt: Number.NEGATIVE_INFINITY, failing: null };
    entries.set(key, entry);
    return entry;
  }

  async function refresh(
    key: string,
    read: () => Promise<Reading<T>>,
    { known, within }: { known: Entry<T> | undefined; within: number },
  ): Promise<Served<T>> {
    try {
      const reading = shared ? await shared.readOnce(key, within, read) : await read();
      // Another replica may have read it a while ago.
      const ageMs = shared ? Math.max(0, clock.now() - reading.asOf) : 0;
      const entry: Entry<T> = { reading, readAt: clock.monotonic() - ageMs, failing: null };
      entries.set(key, entry);
      persistence?.save(key, entry.reading);
      return served(entry);
    } catch (error) {
      if (!isFailure(error)) throw error;
      // Upstream reports that it does not exist, so the last reading is no longer valid.
      if (error.failure.code === 'monitor_not_found') {
        entries.delete(key);
        persistence?.save(key, null);
        throw error;
      }
      if (known === undefined) throw error;
      known.failing = problemAfter(known.failing, error.failure, clock.now());
      return served(known);
    }
  }

  /**
   * After the soft timeout, serves the last reading, reported as degraded by `upstream_timeout`. The pending read
   * continues, for later callers.
   */
  function withSoftTimeout(refreshed: Promise<Served<T>>, known: Entry<T>): Promise<Served<T>> {
    return new Promise((resolve, reject) => {
      const cancel = clock.after(SOFT_TIMEOUT_MS, () => {
        const timeout = { failure: { code: 'upstream_timeout' as const }, since: clock.now() };
        resolve(served({ reading: known.reading, failing: known.failing ?? timeout }));
      });
      refreshed.then(resolve, reject).finally(cancel);
    });
  }

  return {
    has: async (key) => entries.has(key) || (await loadStored(key)) !== undefined,
    fresh(key, within) {
      const known = entries.peek(key);
      return known && isFresh(known, within) ? known.reading : null;
    },
    async get(key, read, { within = freshMs, untilRead = false } = {}) {
      const known = entries.get(key) ?? (await loadStored(key));
      if (known && isFresh(known, within)) return served(known);
      const refreshed = refresh(key, read, { known, within });
      return known && !untilRead ? withSoftTimeout(refreshed, known) : refreshed;
    },
  };
}
