import 'server-only';
import { EventEmitter } from 'node:events';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import { FailureError, isFailure, type Problem, problemAfter } from '../errors.ts';
import { maybeOfOneMonitor } from '../quota/specific-failure.ts';
import type { Gateway } from './gateway.ts';
import type { Reading } from './reading.ts';
import type { WireDetail } from './schema.ts';
import type { StoredDetails } from './stored-details.ts';

/** A served reading: a fresh one, or the last one together with the failure that prevented a newer one. */
interface Served {
  reading: Reading<WireDetail>;
  degraded: Problem | null;
}

interface ReadOptions {
  /** Maximum age of a reused reading, milliseconds; default one minute. */
  within?: number;
  /** Whether to wait for the new reading although an older one could be served; default false. */
  untilRead?: boolean;
  /** Called for each request that is sent during this call, also by a call whose read this one shares. */
  onSent?: () => void;
}

/**
 * The details of monitors. A detail is reused for a minute, and it is the fallback when a newer one cannot be read. After
 * a request for a monitor has failed, no other is sent for a minute, whoever asks. Failures that concern every request are
 * excepted: the admission decides when upstream is asked again (quota/backoff.ts).
 */
export interface DetailCache {
  /**
   * Returns the detail of a monitor. Concurrent calls share one read.
   *
   * @throws FailureError when reading fails and there is no older reading
   */
  get(uuid: string, options?: ReadOptions): Promise<Served>;
  /** Whether there is a reading to fall back to, from this process or the previous one. */
  has(uuid: string): Promise<boolean>;
  /** Removes what is in memory, because another replica has stored something newer. */
  forget(uuid: string): void;
  /** Returns the reading if it is fresh, else null. Never reads. @param within maximum age, ms; default one minute */
  fresh(uuid: string, within?: number): Reading<WireDetail> | null;
  /**
   * Why there is no newer reading; null after a success, and when it is not known. `retryAt`: until when `get` sends no
   * request after the failed one, epoch ms; null: it sends one now.
   */
  problem(uuid: string): (Problem & { retryAt: number | null }) | null;
}

interface Entry {
  reading: Reading<WireDetail>;
  /** When it was read, monotonic ms. Another replica, or an earlier process, may have read it a while ago. */
  readAt: number;
}

/** How long a detail is reused without a request, and how long none is sent after a failed one. */
const REUSE_MS = 60_000;
const ENTRIES_MAX = 2000;
/** Maximum wait for a newer reading when there is an older one to serve. */
const SOFT_TIMEOUT_MS = 1000;

export function createDetailCache(parts: {
  gateway: Pick<Gateway, 'monitor'>;
  clock: Clock;
  /** Keeps the readings for the next process. */
  stored: StoredDetails;
}): DetailCache {
  const { gateway, clock, stored } = parts;
  /** Emits the UUID of the monitor when a request is sent. */
  const requests = new EventEmitter().setMaxListeners(0);
  const problems = new LRUCache<string, Problem & { blockedUntil: number }>({ max: ENTRIES_MAX });
  const entries = new LRUCache<string, Entry>({
    max: ENTRIES_MAX,
    noDeleteOnFetchRejection: true,
    // A read goes on for its callers although its entry was removed.
    ignoreFetchAbort: true,
    async fetchMethod(uuid, known) {
      const last = known === undefined ? await stored.load(uuid) : null;
      const reading = last ?? (await read(uuid));
      return { reading, readAt: clock.monotonic() - Math.max(0, clock.now() - reading.asOf) };
    },
  });

  async function read(uuid: string): Promise<Reading<WireDetail>> {
    let isSent = false;
    const onSent = () => {
      isSent = true;
      requests.emit(uuid);
    };
    // What failed a minute ago is likely to fail again: it is tried once a minute (row 94).
    const mayRetry = !problems.has(uuid);
    try {
      const reading = await gateway.monitor(uuid, { onSent, mayRetry });
      problems.delete(uuid);
      stored.save(uuid, reading);
      return reading;
    } catch (error) {
      if (!isFailure(error)) throw error;
      const { failure } = error;
      if (failure.code === 'monitor_not_found') {
        // Upstream reports that it does not exist, so the last reading is no longer valid.
        forget(uuid);
        stored.save(uuid, null);
      } else {
        const isBlocked = isSent && maybeOfOneMonitor(failure);
        const problem = problemAfter(problems.peek(uuid) ?? null, failure, clock.now());
        problems.set(uuid, { ...problem, blockedUntil: isBlocked ? clock.monotonic() + REUSE_MS : 0 });
      }
      throw error;
    }
  }

  function forget(uuid: string): void {
    entries.delete(uuid);
    problems.delete(uuid);
  }

  const isFresh = ({ readAt }: Entry, within: number) => clock.monotonic() - readAt < within;

  /** @throws FailureError */
  async function fetch(uuid: string, { onSent }: ReadOptions, forceRefresh: boolean): Promise<Entry> {
    if (onSent) requests.on(uuid, onSent);
    try {
      const entry = await entries.fetch(uuid, { forceRefresh });
      if (entry === undefined) throw new Error('A read returned nothing.');
      return entry;
    } finally {
      if (onSent) requests.off(uuid, onSent);
    }
  }

  function currentProblem(uuid: string): Problem | null {
    const problem = problems.peek(uuid);
    return problem ? { failure: problem.failure, since: problem.since } : null;
  }

  /** Serves a newer reading, or after a failure or the soft timeout this one. A pending read goes on for later callers. */
  async function refresh(uuid: string, { reading }: Entry, options: ReadOptions): Promise<Served> {
    const newer = fetch(uuid, options, true).then(
      (entry): Served => ({ reading: entry.reading, degraded: null }),
      (error: unknown): Served => {
        const degraded = currentProblem(uuid);
        if (!isFailure(error) || degraded === null) throw error;
        return { reading, degraded };
      },
    );
    if (options.untilRead) return newer;
    return new Promise((resolve, reject) => {
      const cancel = clock.after(SOFT_TIMEOUT_MS, () => {
        const timeout = { failure: { code: 'upstream_timeout' as const }, since: clock.now() };
        resolve({ reading, degraded: currentProblem(uuid) ?? timeout });
      });
      newer.then(resolve, reject).finally(cancel);
    });
  }

  return {
    async get(uuid, options = {}) {
      const { within = REUSE_MS } = options;
      const problem = problems.peek(uuid);
      const isBlocked = problem !== undefined && problem.blockedUntil > clock.monotonic();
      const known = entries.peek(uuid);
      if (known === undefined && isBlocked) throw new FailureError(problem.failure);
      const entry = known ?? (await fetch(uuid, options, false));
      if (isBlocked || isFresh(entry, within)) {
        return { reading: entry.reading, degraded: currentProblem(uuid) };
      }
      return refresh(uuid, entry, options);
    },
    has: async (uuid) => entries.has(uuid) || (await stored.load(uuid)) !== null,
    forget,
    fresh(uuid, within = REUSE_MS) {
      const entry = entries.peek(uuid);
      return entry && isFresh(entry, within) ? entry.reading : null;
    },
    problem(uuid) {
      const problem = problems.peek(uuid);
      if (problem === undefined) return null;
      const leftMs = problem.blockedUntil - clock.monotonic();
      return { ...problem, retryAt: leftMs > 0 ? Math.ceil(clock.now() + leftMs) : null };
    },
  };
}
