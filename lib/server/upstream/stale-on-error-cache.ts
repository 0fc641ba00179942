import 'server-only';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock';
import { FailureError, isFailure } from '../errors.ts';
import { type Problem, problemAfter } from '../problem.ts';
import { maybeOfOneMonitor } from '../quota/specific-failure.ts';
import type { Reading } from './reading';

/** A served reading: a fresh one, or the last one together with the failure that prevented a newer one. */
interface Served<T> {
  reading: Reading<T>;
  degraded: Problem | null;
}

/** The last reading, null for none; and the problem that prevents a newer one, null when the last attempt succeeded. */
type Known<T> = { reading: Reading<T>; failing: Problem | null } | { reading: null; failing: Problem };

type Entry<T> = Known<T> & {
  /** When it was read, monotonic ms. */
  readAt: number;
  /** When a request failed, after which none is sent for `freshMs`, monotonic ms. */
  failedAt: number;
};

const NEVER = Number.NEGATIVE_INFINITY;

/** Maximum wait for a newer reading when there is an older one to serve. */
const SOFT_TIMEOUT_MS = 1000;

/**
 * Reuses a reading while it is fresh, and falls back to it when a newer one cannot be read. After a request for a key has
 * failed, no other is sent for as long as a reading is fresh, whoever asks. Failures that concern every request are
 * excepted: the admission decides when upstream is asked again (quota/backoff-state.ts).
 */
export interface StaleOnErrorCache<T> {
  /**
   * @param read calls `onSent` for each request that it sends
   * @param options.within maximum age of a reused reading, milliseconds; default `freshMs`
   * @param options.untilRead whether to wait for the new reading without the soft timeout; default false
   * @throws FailureError when reading fails and there is no older reading
   */
  get(
    key: string,
    read: (onSent: () => void) => Promise<Reading<T>>,
    options?: { within?: number; untilRead?: boolean },
  ): Promise<Served<T>>;
  /** Whether there is a reading to fall back to, from this process or the previous one. */
  has(key: string): Promise<boolean>;
  /** Forgets what is in memory, because another replica has stored something newer. */
  forget(key: string): void;
  /** The reading if it is fresh, else null. Never reads. */
  fresh(key: string, within?: number): Reading<T> | null;
  /**
   * Why there is no newer reading; null after a success, and when it is not known. `retryAt`: until when `get` sends no
   * request after the failed one, epoch ms; null: it sends one now.
   */
  problem(key: string): (Problem & { retryAt: number | null }) | null;
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
 */
export function createStaleOnErrorCache<T>(options: {
  clock: Clock;
  freshMs: number;
  max: number;
  persistence?: CachePersistence<T>;
}): StaleOnErrorCache<T> {
  const { clock, freshMs, max, persistence } = options;
  const entries = new LRUCache<string, Entry<T>>({ max });

  /** @throws FailureError when there is no reading */
  function served({ reading, failing }: Known<T>): Served<T> {
    if (reading === null) throw new FailureError(failing.failure);
    return { reading, degraded: failing };
  }

  const leftMs = ({ failedAt }: Entry<T>) => failedAt + freshMs - clock.monotonic();
  const isFresh = (entry: Entry<T>, within = freshMs) => clock.monotonic() - entry.readAt < within;

  /** When a reading was read, monotonic ms. Another replica, or an earlier process, may have read it a while ago. */
  const readAtOf = ({ asOf }: Reading<T>) => clock.monotonic() - Math.max(0, clock.now() - asOf);

  /** Returns what is known, or else the stored reading. */
  async function lookUp(key: string): Promise<Entry<T> | undefined> {
    const known = entries.get(key);
    if (known) return known;
    const reading = (await persistence?.load(key)) ?? null;
    // Another caller may have read it meanwhile.
    const newer = entries.get(key);
    if (newer !== undefined || reading === null) return newer;
    const entry: Entry<T> = { reading, readAt: readAtOf(reading), failing: null, failedAt: NEVER };
    entries.set(key, entry);
    return entry;
  }

  async function refresh(key: string, read: (onSent: () => void) => Promise<Reading<T>>): Promise<Served<T>> {
    let isSent = false;
    try {
      const reading = await read(() => {
        isSent = true;
      });
      const entry: Entry<T> = { reading, readAt: readAtOf(reading), failing: null, failedAt: NEVER };
      entries.set(key, entry);
      persistence?.save(key, reading);
      return served(entry);
    } catch (error) {
      if (!isFailure(error)) throw error;
      // Upstream reports that it does not exist, so the last reading is no longer valid.
      if (error.failure.code === 'monitor_not_found') {
        entries.delete(key);
        persistence?.save(key, null);
        throw error;
      }
      const known = entries.get(key);
      const entry: Entry<T> = {
        reading: known?.reading ?? null,
        readAt: known?.readAt ?? NEVER,
        failing: problemAfter(known?.failing ?? null, error.failure, clock.now()),
        failedAt: isSent && maybeOfOneMonitor(error.failure) ? clock.monotonic() : NEVER,
      };
      entries.set(key, entry);
      return served(entry);
    }
  }

  /**
   * After the soft timeout, serves the last reading, reported as degraded by `upstream_timeout`. The pending read
   * continues, for later callers.
   */
  function withSoftTimeout(
    key: string,
    refreshed: Promise<Served<T>>,
    reading: Reading<T>,
  ): Promise<Served<T>> {
    return new Promise((resolve, reject) => {
      const cancel = clock.after(SOFT_TIMEOUT_MS, () => {
        const timeout = { failure: { code: 'upstream_timeout' as const }, since: clock.now() };
        resolve({ reading, degraded: entries.peek(key)?.failing ?? timeout });
      });
      refreshed.then(resolve, reject).finally(cancel);
    });
  }

  return {
    forget: (key) => entries.delete(key),
    has: async (key) => ((await lookUp(key))?.reading ?? null) !== null,
    fresh(key, within) {
      const known = entries.peek(key);
      return known && isFresh(known, within) ? known.reading : null;
    },
    problem(key) {
      const known = entries.peek(key);
      if (!known?.failing) return null;
      const left = leftMs(known);
      return { ...known.failing, retryAt: left > 0 ? Math.ceil(clock.now() + left) : null };
    },
    async get(key, read, { within = freshMs, untilRead = false } = {}) {
      const known = await lookUp(key);
      if (known && (isFresh(known, within) || leftMs(known) > 0)) return served(known);
      const refreshed = refresh(key, read);
      return known?.reading && !untilRead ? withSoftTimeout(key, refreshed, known.reading) : refreshed;
    },
  };
}
