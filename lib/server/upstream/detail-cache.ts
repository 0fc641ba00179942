import 'server-only';
import { EventEmitter } from 'node:events';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { FailureError, isFailure, type Problem, problemAfter } from '../errors.ts';
import { maybeOfOneMonitor } from '../quota/upstream-request.ts';
import { epochTime } from '../storage/epoch-time.ts';
import type { Storage } from '../storage/storage.ts';
import type { Gateway, Reading } from './gateway.ts';
import { readDetail, type WireDetail } from './schema.ts';

/** A served reading: a fresh one, or the last one with the failure that prevented a newer one. */
interface Served {
  reading: Reading<WireDetail>;
  degraded: Problem | null;
}

interface ReadOptions {
  /** Maximum age of a reused reading, ms; default one minute. */
  within?: number;
  /** Whether to wait for the new reading although an older one could be served; default false. */
  untilRead?: boolean;
  /** Called for each request that is sent during this call, also by a call whose read this one shares. */
  onSent?: () => void;
}

/** `readAt`: monotonic ms. Another replica, or an earlier process, may have read it. */
interface Entry {
  reading: Reading<WireDetail>;
  readAt: number;
}

export type DetailCache = ReturnType<typeof createDetailCache>;

/** How long a detail is reused without a request, and how long no request is sent after a failed one. */
const REUSE_MS = 60_000;
const ENTRIES_MAX = 2000;
/** Maximum wait for a newer reading when there is an older one to serve. */
const SOFT_TIMEOUT_MS = 1000;

/**
 * The details of monitors. A detail is reused for a minute, and it is the fallback when a newer one cannot be read. After a failed
 * request for a monitor, no other is sent for a minute (docs/failure-matrix.md, row 94). If the failure concerns every request, the admission decides
 * instead (quota/backoff.ts).
 */
export function createDetailCache(parts: {
  gateway: Pick<Gateway, 'monitor'>;
  clock: Clock;
  stored: StoredDetails;
}) {
  const { gateway, clock, stored } = parts;
  /** Emits the UUID of the monitor when a request is sent. */
  const requests = new EventEmitter().setMaxListeners(0);
  /** Why there is no newer reading. No request is sent before `blockedUntil`, monotonic ms. */
  const problems = new LRUCache<string, { problem: Problem; blockedUntil: number }>({ max: ENTRIES_MAX });
  const entries = new LRUCache<string, Entry>({
    max: ENTRIES_MAX,
    noDeleteOnFetchRejection: true,
    // A read continues for its callers although its entry was removed.
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
    try {
      // A monitor that failed a minute ago is likely to fail again, so that it is not retried at once.
      const reading = await gateway.monitor(uuid, { onSent, mayRetry: !problems.has(uuid) });
      problems.delete(uuid);
      stored.save(uuid, reading);
      return reading;
    } catch (error) {
      if (!isFailure(error)) throw error;
      const { failure } = error;
      if (failure.code === 'monitor_not_found') {
        forget(uuid);
        stored.save(uuid, null);
      } else {
        const isBlocked = isSent && maybeOfOneMonitor(failure);
        problems.set(uuid, {
          problem: problemAfter(currentProblem(uuid), failure, clock.now()),
          blockedUntil: isBlocked ? clock.monotonic() + REUSE_MS : 0,
        });
      }
      throw error;
    }
  }

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

  /** Returns a newer reading, or this one after a failure or the soft timeout. A pending read continues for later callers. */
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

  const isFresh = ({ readAt }: Entry, within: number) => clock.monotonic() - readAt < within;
  const currentProblem = (uuid: string) => problems.peek(uuid)?.problem ?? null;

  /** Removes a monitor from memory, because another replica has stored a newer detail, or it does not exist. */
  function forget(uuid: string): void {
    entries.delete(uuid);
    problems.delete(uuid);
  }

  return {
    /**
     * Returns the detail of a monitor. Concurrent calls share one read.
     *
     * @throws FailureError when reading fails and there is no older reading
     */
    async get(uuid: string, options: ReadOptions = {}): Promise<Served> {
      const problem = problems.peek(uuid);
      const isBlocked = problem !== undefined && problem.blockedUntil > clock.monotonic();
      const known = entries.peek(uuid);
      if (known === undefined && isBlocked) throw new FailureError(problem.problem.failure);
      const entry = known ?? (await fetch(uuid, options, false));
      if (isBlocked || isFresh(entry, options.within ?? REUSE_MS)) {
        return { reading: entry.reading, degraded: currentProblem(uuid) };
      }
      return refresh(uuid, entry, options);
    },
    /** Whether there is a reading to fall back to, from this process or the previous one. */
    has: async (uuid: string) => entries.has(uuid) || (await stored.load(uuid)) !== null,
    forget,
    /** Returns the reading if it is fresh, else null. Never reads. @param within maximum age, ms */
    fresh(uuid: string, within = REUSE_MS): Reading<WireDetail> | null {
      const entry = entries.peek(uuid);
      return entry && isFresh(entry, within) ? entry.reading : null;
    },
    /**
     * Returns why there is no newer reading; null after a success, and when it is not known. Until `retryAt` (epoch ms) `get`
     * sends no request. Null: it sends one now.
     */
    problem(uuid: string): (Problem & { retryAt: number | null }) | null {
      const current = problems.peek(uuid);
      if (current === undefined) return null;
      const leftMs = current.blockedUntil - clock.monotonic();
      return { ...current.problem, retryAt: leftMs > 0 ? Math.ceil(clock.now() + leftMs) : null };
    },
  };
}

/** Maximum number of stored details. The oldest are removed. */
const STORED_MAX = 2000;

const storedSchema = z.object({ asOf: epochTime, upstreamNow: epochTime, value: z.unknown() });

/** Parses a stored detail like a response of upstream. @throws Error when it is not valid */
export function parseDetail(text: string, uuid: string): Reading<WireDetail> {
  const { asOf, upstreamNow, value } = storedSchema.parse(JSON.parse(text));
  const detail = readDetail({ data: value }, uuid);
  if (!detail.ok) throw new Error(detail.reason);
  return { value: detail.value, asOf, upstreamNow };
}

/** Unknown fields are left out, so that they are read as unknown again. */
export function serializeDetail({ value, asOf, upstreamNow }: Reading<WireDetail>): string {
  const known = Object.entries(value).filter(([name]) => !value.unknown_fields.includes(name));
  return JSON.stringify({ asOf, upstreamNow, value: Object.fromEntries(known) });
}

export type StoredDetails = ReturnType<typeof createStoredDetails>;

/** The details of visited monitors in the database, for the next process and the other replicas. */
export function createStoredDetails(storage: Pick<Storage, 'read' | 'asLeader'>) {
  return {
    /** Returns null for a detail that is not stored or cannot be read. */
    async load(uuid: string): Promise<Reading<WireDetail> | null> {
      try {
        const row = await storage.read((db) =>
          db.selectFrom('detail').select('body').where('uuid', '=', uuid).executeTakeFirst(),
        );
        return row === undefined ? null : parseDetail(row.body, uuid);
      } catch {
        return null;
      }
    },
    /** Stores a detail soon, if the database can be reached. @param reading null: removes the stored one */
    save(uuid: string, reading: Reading<WireDetail> | null): void {
      const stored = storage.asLeader(async (trx) => {
        if (reading === null) return trx.deleteFrom('detail').where('uuid', '=', uuid).execute();
        const row = { uuid, body: serializeDetail(reading), fetched_at: Math.round(reading.asOf) };
        const upsert = trx.insertInto('detail').values(row);
        await upsert.onConflict((conflict) => conflict.column('uuid').doUpdateSet(row)).execute();
        const kept = trx.selectFrom('detail').select('uuid').orderBy('fetched_at', 'desc').limit(STORED_MAX);
        return trx.deleteFrom('detail').where('uuid', 'not in', kept).execute();
      });
      stored.catch(() => {});
    },
  };
}
