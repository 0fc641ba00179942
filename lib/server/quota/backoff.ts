import 'server-only';
import { z } from 'zod';
import { QUOTA_PROBE_MS } from '../../contract/limits.ts';
import { type QuotaFailure, type UpstreamFailure, upstreamFailureSchema } from '../errors.ts';
import { type InFlightRequests, isRunning, type MinuteWindow, minuteAllowance } from './minute-window.ts';
import { isInDoubt, lastOrder, nextReset, type QuotaWindow } from './quota-window.ts';

/** A period in which requests are denied, after failures. Times are monotonic ms. */
const storedBackoffSchema = z.object({
  /** `unknown`: a 429 that names no limit. */
  cause: z.enum(['minute', 'unknown', 'rejected', 'breaker']),
  /** The last failure, which denied requests report. */
  failure: upstreamFailureSchema,
  /** Nothing is sent before; then one request at a time, until a success ends the backoff. */
  openAt: z.number(),
  /** Order of the response that started the backoff. Only requests sent later can end it. */
  order: z.number(),
});
type StoredBackoff = z.infer<typeof storedBackoffSchema>;

/** The present backoff. `unknown`: also a quota in doubt (`isInDoubt`). */
export interface Backoff extends Omit<StoredBackoff, 'cause'> {
  cause: StoredBackoff['cause'] | 'daily' | 'monthly';
  /** Whether only probes may be sent after `openAt`. */
  probesOnly: boolean;
  /** When a retry makes sense, reported to users, monotonic ms; null when unknown. */
  retryAt: number | null;
}

/** The backoff that follows from the last results, without the daily and monthly quotas. Stored. */
export const backoffStateSchema = z.object({
  current: storedBackoffSchema.nullable().default(null),
  /** Consecutive failures other than 429, the last of them, and the last duration of the breaker, ms. */
  failures: z.number().nonnegative().default(0),
  lastFailure: upstreamFailureSchema.nullable().default(null),
  breakerMs: z.number().nonnegative().default(0),
});
export type BackoffState = z.infer<typeof backoffStateSchema>;

const noBackoff = backoffStateSchema.parse({});

/** The result of a request, and the state of the minute after it. */
interface AttemptContext {
  failure: UpstreamFailure | null;
  /** Whether the failure says nothing about other requests; default false. */
  isSpecific?: boolean;
  /** Order of the request and of the response. */
  sent: number;
  order: number;
  now: number;
  /** 0 (inclusive) to 1 (exclusive). */
  random: number;
  inFlight: InFlightRequests;
  minute: MinuteWindow;
}

const REJECTED_PROBE_MS = 300_000;
const UNKNOWN_WAIT_MS = 60_000;
const JITTER_MS = 2_000;
const FAILURES_FOR_BREAKER = 5;
const BREAKER_MS = 5_000;
const BREAKER_MAX_MS = 60_000;

/**
 * Returns the backoff at `now`; null: none. A used-up quota allows one probe per 15 minutes, and one when its window has ended
 * (docs/failure-matrix.md, row 12). A quota in doubt allows one request per 15 minutes, for any purpose, which asks for the counter
 * (row 91).
 */
export function currentBackoff(
  { backoff, daily, monthly }: { backoff: BackoffState; daily: QuotaWindow; monthly: QuotaWindow },
  now: number,
): Backoff | null {
  const isRejected = backoff.current?.cause === 'rejected';
  const current = backoff.current && {
    ...backoff.current,
    retryAt: backoff.current.openAt,
    probesOnly: isRejected,
  };
  if (isRejected) return current;
  for (const [cause, window] of [
    ['monthly', monthly],
    ['daily', daily],
  ] as const) {
    // The quota is in doubt, not used up, if upstream may have counted a later request.
    if (window.remaining !== 0 || window.unconfirmed > 0) continue;
    const failure = { code: `${cause}_quota_exhausted`, retryAt: null } as const;
    // If a probe after the end of the window got no counters, it is not repeated at once.
    const { resetsBy, askedAt } = window;
    const endsAt = resetsBy !== null && askedAt < resetsBy ? resetsBy : Number.POSITIVE_INFINITY;
    const openAt = Math.min(askedAt + QUOTA_PROBE_MS, endsAt);
    return { cause, failure, openAt, retryAt: nextReset(window, now), probesOnly: true, order: window.order };
  }
  if (current?.cause === 'minute') return current;
  const inDoubt = [daily, monthly].filter((window) => isInDoubt(window, now));
  if (inDoubt.length === 0) return current;
  const openAt = Math.max(...inDoubt.map(({ askedAt }) => askedAt)) + QUOTA_PROBE_MS;
  const order = Math.max(...inDoubt.map(lastOrder));
  const failure = backoff.lastFailure ?? { code: 'quota_unknown', retryAt: null };
  return { cause: 'unknown', failure, openAt, retryAt: openAt, probesOnly: false, order };
}

/** Returns the state after one more result (docs/quota.md, "Backoff"; docs/failure-matrix.md, rows 7, 9, 10, 18 to 20). */
export function updateBackoff(backoff: BackoffState, context: AttemptContext): BackoffState {
  const { failure, sent, now, order, isSpecific = false } = context;
  if (failure === null || failure.code === 'monitor_not_found') {
    const { current } = backoff;
    const persists = current !== null && current.cause !== 'breaker' && sent < current.order;
    return persists ? { ...backoff, failures: 0, lastFailure: null, breakerMs: 0 } : noBackoff;
  }
  if (isQuotaFailure(failure)) return afterRateLimit(backoff, failure, context);
  if (isSpecific) return backoff;
  if (!['api_key_rejected', 'missing_scope', 'access_denied'].includes(failure.code)) {
    return afterFailure(backoff, failure, context);
  }
  const current: StoredBackoff = {
    cause: 'rejected',
    failure,
    openAt: now + REJECTED_PROBE_MS,
    order,
  };
  return { ...backoff, failures: 0, lastFailure: null, current };
}

function afterRateLimit(
  backoff: BackoffState,
  { code }: QuotaFailure,
  { now, sent, order, random, minute, inFlight }: AttemptContext,
): BackoffState {
  const next = { ...backoff, failures: 0, lastFailure: null };
  // The counters of the same response say that the quota is used up, unless they are of an old window
  // (docs/failure-matrix.md, row 95).
  if (code === 'daily_quota_exhausted' || code === 'monthly_quota_exhausted') return next;
  // If several requests in flight at the same time get a 429, only the first one counts.
  const before = backoff.current;
  const isRateLimit = before?.cause === 'minute' || before?.cause === 'unknown';
  if (isRateLimit && sent < before.order) return next;
  const { limit, left } = minuteAllowance(minute, inFlight, now);
  const isMinuteLow = isRunning(minute, now) && left <= Math.max(2, 0.2 * limit);
  const isMinute = code === 'rate_limited' || isMinuteLow;
  const resetMs = isMinute ? (minute.current?.resetsBy ?? 0) - now : 0;
  const current: StoredBackoff = {
    cause: isMinute ? 'minute' : 'unknown',
    failure: { code: isMinute ? 'rate_limited' : 'quota_unknown', retryAt: null },
    openAt: now + (resetMs > 0 ? resetMs : UNKNOWN_WAIT_MS) + random * JITTER_MS,
    order,
  };
  return { ...next, current };
}

function afterFailure(
  backoff: BackoffState,
  failure: UpstreamFailure,
  { now, sent, order }: AttemptContext,
): BackoffState {
  const { current } = backoff;
  const next = { ...backoff, failures: backoff.failures + 1, lastFailure: failure };
  const isProbe = current !== null && sent > current.order;
  if (current?.cause === 'rejected') {
    // The probe failed for another reason: the backoff goes on, with the same wait until the next probe.
    return isProbe ? { ...next, current: { ...current, failure, openAt: now + REJECTED_PROBE_MS } } : next;
  }
  // Failures of requests that were in flight when the breaker opened do not extend it.
  const isOpen = current?.cause === 'breaker' && !isProbe;
  if (next.failures < FAILURES_FOR_BREAKER || isOpen) return next;
  const breakerMs = Math.min(Math.max(backoff.breakerMs * 2, BREAKER_MS), BREAKER_MAX_MS);
  const openAt = Math.max(now + breakerMs, current?.openAt ?? 0);
  return { ...next, breakerMs, current: { cause: 'breaker', failure, openAt, order } };
}

/** Whether the failure is a 429. */
export function isQuotaFailure(failure: UpstreamFailure): failure is QuotaFailure {
  return 'retryAt' in failure;
}
