import 'server-only';
import { LRUCache } from 'lru-cache';
import type { Clock } from './clock';
import { isFailure } from './errors.ts';
import type { Reading } from './reading';
import { type Trouble, troubleAfter } from './trouble.ts';

/** A reading as it is served: fresh, or the last good one with the reason why there is no newer. */
interface Served<T> {
  reading: Reading<T>;
  /** Earliest wall time at which asking again can bring anything new, epoch ms. */
  refreshAt: number;
  degraded: Trouble | null;
}

interface Entry<T> {
  reading: Reading<T>;
  readAt: number;
  /** Why no newer reading could be had, and since when; null while the last attempt was good. */
  failing: Trouble | null;
}

/** Whoever can be shown a last good reading waits no longer than this for a newer one. Milliseconds. */
const PATIENCE_MS = 1000;

/** Reuses a reading while it is fresh, and falls back to it when a newer one cannot be had. */
export interface StaleOnErrorCache<T> {
  /**
   * @param options.within how old a reading may be to be reused, milliseconds; `freshMs` unless told otherwise
   * @param options.untilRead whether a new reading is waited for to its end, although an older one could be served
   * @throws FailureError when reading fails and nothing was read before
   */
  get(
    key: string,
    read: () => Promise<Reading<T>>,
    options?: { within?: number; untilRead?: boolean },
  ): Promise<Served<T>>;
  /** Whether there is a reading to fall back to, by this process or one before. */
  has(key: string): Promise<boolean>;
  /** The reading if it is fresh; nothing is read for it. */
  fresh(key: string, within?: number): Reading<T> | null;
}

/** Where readings are kept beyond this process, so that the last good one outlives a restart. */
export interface CachePersistence<T> {
  load(key: string): Promise<Reading<T> | null>;
  /** @param reading null: it is no longer good */
  save(key: string, reading: Reading<T> | null): void;
}

/** @param freshMs how long a reading is reused without asking; @param max how many readings are kept in memory */
export function createStaleOnErrorCache<T>(options: {
  clock: Clock;
  freshMs: number;
  max: number;
  persistence?: CachePersistence<T>;
}): StaleOnErrorCache<T> {
  const { clock, freshMs, max, persistence } = options;
  const entries = new LRUCache<string, Entry<T>>({ max });

  function served({ reading, failing }: Omit<Entry<T>, 'readAt'>): Served<T> {
    const refreshAt = failing === null ? reading.asOf : clock.now();
    return { reading, refreshAt: refreshAt + freshMs, degraded: failing };
  }

  const isFresh = (entry: Entry<T>, within = freshMs) => clock.monotonic() - entry.readAt < within;

  /** What an earlier process read: only to fall back to, never fresh. */
  async function fromEarlier(key: string): Promise<Entry<T> | undefined> {
    const reading = (await persistence?.load(key)) ?? null;
    if (reading === null) return undefined;
    const entry: Entry<T> = { reading, readAt: Number.NEGATIVE_INFINITY, failing: null };
    entries.set(key, entry);
    return entry;
  }

  async function readAnew(
    key: string,
    read: () => Promise<Reading<T>>,
    known: Entry<T> | undefined,
  ): Promise<Served<T>> {
    try {
      const entry: Entry<T> = { reading: await read(), readAt: clock.monotonic(), failing: null };
      entries.set(key, entry);
      persistence?.save(key, entry.reading);
      return served(entry);
    } catch (error) {
      if (!isFailure(error)) throw error;
      // Upstream says that it is gone: the last reading is no longer good.
      if (error.failure.code === 'monitor_not_found') {
        entries.delete(key);
        persistence?.save(key, null);
        throw error;
      }
      if (known === undefined) throw error;
      known.failing = troubleAfter(known.failing, error.failure, clock.now());
      return served(known);
    }
  }

  /**
   * The last good reading once patience is over, which is said: as far as its reader can tell, upstream did not answer
   * in time. The reading under way goes on for those who come later.
   */
  function withSoftTimeout(anew: Promise<Served<T>>, known: Entry<T>): Promise<Served<T>> {
    return new Promise((resolve, reject) => {
      const cancel = clock.after(PATIENCE_MS, () => {
        const late = { failure: { code: 'upstream_timeout' as const }, since: clock.now() };
        resolve(served({ reading: known.reading, failing: known.failing ?? late }));
      });
      anew.then(resolve, reject).finally(cancel);
    });
  }

  return {
    has: async (key) => entries.has(key) || (await fromEarlier(key)) !== undefined,
    fresh(key, within) {
      const known = entries.peek(key);
      return known && isFresh(known, within) ? known.reading : null;
    },
    async get(key, read, { within, untilRead = false } = {}) {
      const known = entries.get(key) ?? (await fromEarlier(key));
      if (known && isFresh(known, within)) return served(known);
      const anew = readAnew(key, read, known);
      return known && !untilRead ? withSoftTimeout(anew, known) : anew;
    },
  };
}
