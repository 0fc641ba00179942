import 'server-only';
import { LRUCache } from 'lru-cache';
import type { Clock } from './clock';
import { type Failure, FailureError } from './errors.ts';
import type { Reading } from './reading';

/** A reading as it is served: fresh, or the last good one with the reason why there is no newer. */
interface Served<T> {
  reading: Reading<T>;
  /** Earliest wall time at which asking again can bring anything new, epoch ms. */
  refreshAt: number;
  degraded: { failure: Failure; since: number } | null;
}

interface Entry<T> {
  reading: Reading<T>;
  readAt: number;
  failingSince: number | null;
}

/** Reuses a reading while it is fresh, and falls back to it when a newer one cannot be had. */
export interface LastGood<T> {
  /** @throws FailureError when reading fails and nothing was read before */
  get(key: string, read: () => Promise<Reading<T>>): Promise<Served<T>>;
  /** The reading if it is fresh; nothing is read for it. */
  fresh(key: string): Reading<T> | null;
}

/** Where readings are kept beyond this process, so that the last good one outlives a restart. */
export interface Keeping<T> {
  load(key: string): Promise<Reading<T> | null>;
  /** @param reading null: it is no longer good */
  save(key: string, reading: Reading<T> | null): void;
}

/** @param freshMs how long a reading is reused without asking; @param max how many readings are kept in memory */
export function createLastGood<T>(options: {
  clock: Clock;
  freshMs: number;
  max: number;
  keeping?: Keeping<T>;
}): LastGood<T> {
  const { clock, freshMs, max, keeping } = options;
  const entries = new LRUCache<string, Entry<T>>({ max });

  function served(entry: Entry<T>, failure: Failure | null): Served<T> {
    if (failure === null || entry.failingSince === null) {
      return { reading: entry.reading, refreshAt: entry.reading.asOf + freshMs, degraded: null };
    }
    return {
      reading: entry.reading,
      refreshAt: clock.now() + freshMs,
      degraded: { failure, since: entry.failingSince },
    };
  }

  const isFresh = (entry: Entry<T>) => clock.monotonic() - entry.readAt < freshMs;

  /** What an earlier process read: only to fall back to, never fresh. */
  async function fromEarlier(key: string): Promise<Entry<T> | null> {
    const reading = (await keeping?.load(key)) ?? null;
    if (reading === null) return null;
    const entry: Entry<T> = { reading, readAt: Number.NEGATIVE_INFINITY, failingSince: null };
    entries.set(key, entry);
    return entry;
  }

  return {
    fresh(key) {
      const known = entries.peek(key);
      return known && isFresh(known) ? known.reading : null;
    },
    async get(key, read) {
      const known = entries.get(key);
      if (known && isFresh(known)) return served(known, null);
      try {
        const entry = { reading: await read(), readAt: clock.monotonic(), failingSince: null };
        entries.set(key, entry);
        keeping?.save(key, entry.reading);
        return served(entry, null);
      } catch (error) {
        if (!(error instanceof FailureError)) throw error;
        // Upstream says that it is gone: the last reading is no longer good.
        if (error.failure.code === 'monitor_not_found') {
          entries.delete(key);
          keeping?.save(key, null);
          throw error;
        }
        const last = known ?? (await fromEarlier(key));
        if (last === null) throw error;
        last.failingSince ??= clock.now();
        return served(last, error.failure);
      }
    },
  };
}
