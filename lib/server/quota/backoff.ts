import 'server-only';
import { z } from 'zod';
import { QUOTA_PROBE_MS } from '../../contract/quota-rules.ts';
import type { MissingScopeFailure, QuotaFailure, UpstreamFailure } from '../errors.ts';
import type { InFlightRequests } from './in-flight-requests.ts';
import { isRunning, type MinuteWindow, minuteAllowance } from './minute-window.ts';
import { isInDoubt, isOver, nextReset, type QuotaWindow } from './quota-window.ts';
import { maybeOfOneMonitor } from './specific-failure.ts';
import { failureSchema } from './stored-failure.ts';

/** A period in which requests are denied. Times are monotonic ms. */
const backoffSchema = z.object({
  /** `unknown`: a 429 that names no limit, or a quota in doubt (`isInDoubt`). */
  cause: z.enum(['minute', 'daily', 'monthly', 'unknown', 'rejected', 'breaker']),
  /** The last failure, which denied requests report. */
  failure: failureSchema,
  /** Nothing is sent before; then one request at a time, until a success ends the backoff. */
  openAt: z.number(),
  /** When a retry makes sense, reported to users; null when unknown. */
  retryAt: z.number().nullable(),
  /** Whether only probes may be sent after `openAt`. */
  probesOnly: z.boolean(),
  /** Order of the response that started the backoff. Only requests sent later can end it. */
  order: z.number(),
});
export type Backoff = z.infer<typeof backoffSchema>;
export type BackoffCause = Backoff['cause'];

/** The state of the backoff, derived from the results of the last requests. Stored. */
export const backoffStateSchema = z.object({
  current: backoffSchema.nullable(),
  /** Consecutive 429s that name no limit. Those of requests that were in flight at the same time count once. */
  refusals: z.number().nonnegative(),
  refusalOrder: z.number(),
  /** Consecutive failures other than 429, and the last duration of the breaker, ms. */
  failures: z.number().nonnegative(),
  breakerMs: z.number().nonnegative(),
});
export type BackoffState = z.infer<typeof backoffStateSchema>;

export const noBackoff: BackoffState = {
  current: null,
  refusals: 0,
  refusalOrder: 0,
  failures: 0,
  breakerMs: 0,
};

/** The result of a request, and the state of the windows after it. */
export interface AttemptContext {
  failure: UpstreamFailure | null;
  /** See `Outcome`. */
  isKeyProven?: boolean;
  isDetail?: boolean;
  /** Order of the request and of the response. */
  sent: number;
  order: number;
  now: number;
  /** 0 (inclusive) to 1 (exclusive). */
  random: number;
  inFlight: InFlightRequests;
  minute: MinuteWindow;
  daily: QuotaWindow;
  monthly: QuotaWindow;
}

const REJECTED_PROBE_MS = 300_000;
const UNKNOWN_WAIT_MS = 60_000;
const JITTER_MS = 2_000;
/** Number of consecutive 429s without a named limit that are treated as a used-up quota (row 11). */
const REFUSALS_FOR_QUOTA = 3;
const FAILURES_FOR_BREAKER = 5;
const BREAKER_MS = 5_000;
const BREAKER_MAX_MS = 60_000;

/**
 * Returns the state after one more result (docs/quota.md, "Backoff"; rows 7, 9 to 12, 18 to 20, 91, 96).
 */
export function updateBackoff(backoff: BackoffState, context: AttemptContext): BackoffState {
  const next = afterResult(backoff, context);
  if (next.current?.probesOnly) return next;
  const isFailing = next.failures > backoff.failures;
  return { ...next, current: backoffByQuotas(next.current, isFailing, context) };
}

/** The state after one more result, without regard to its counters. */
function afterResult(backoff: BackoffState, context: AttemptContext): BackoffState {
  const { failure } = context;
  if (failure === null || failure.code === 'monitor_not_found') return afterSuccess(backoff, context);
  if (isQuotaFailure(failure)) {
    return isOutdated(failure, context) ? backoff : afterRateLimit(backoff, failure, context);
  }
  if (isOfOneRequest(context)) return backoff;
  if (isAccessFailure(failure)) {
    const openAt = context.now + REJECTED_PROBE_MS;
    return {
      ...backoff,
      failures: 0,
      current: newBackoff('rejected', failure, openAt, openAt, true, context),
    };
  }
  return afterFailure(backoff, failure, context);
}

function afterSuccess(backoff: BackoffState, { sent }: AttemptContext): BackoffState {
  const { current } = backoff;
  const persists = current && current.cause !== 'breaker' && sent < current.order;
  return persists ? { ...backoff, failures: 0, breakerMs: 0 } : noBackoff;
}

/**
 * Returns the backoff that the quotas require, else the given one. A response of any kind may report that a quota is used
 * up. When a quota is in doubt, one request per 15 minutes, of any purpose, asks for the counter (row 91).
 *
 * @param isFailing whether the result was a failure of upstream, which is the reason to report
 */
function backoffByQuotas(
  current: Backoff | null,
  isFailing: boolean,
  context: AttemptContext,
): Backoff | null {
  const { failure, sent, now, daily, monthly } = context;
  const empty = emptyQuota(context);
  if (empty) return quotaBackoff(empty, quotaFailure(empty), context);
  if (!isInDoubt(daily, now) && !isInDoubt(monthly, now)) return current;
  // Results of requests that were in flight when the doubt arose do not extend the wait.
  const isWaiting = current?.cause === 'minute' || (current?.cause === 'unknown' && sent < current.order);
  if (isWaiting) return current;
  const reason = isFailing && failure ? failure : ({ code: 'quota_unknown', retryAt: null } as const);
  const openAt = now + QUOTA_PROBE_MS;
  return newBackoff('unknown', reason, openAt, openAt, false, context);
}

/** The quota with nothing left. A later request that upstream may have counted leaves that in doubt. */
function emptyQuota({ daily, monthly }: AttemptContext): 'daily' | 'monthly' | null {
  const isEmpty = ({ remaining, unconfirmed }: QuotaWindow) => remaining === 0 && unconfirmed === 0;
  if (isEmpty(monthly)) return 'monthly';
  return isEmpty(daily) ? 'daily' : null;
}

function afterRateLimit(backoff: BackoffState, failure: QuotaFailure, context: AttemptContext): BackoffState {
  const { now, order, random } = context;
  const isLater = context.sent > backoff.refusalOrder;
  const refusals = refusalsAfter(backoff, failure, isLater);
  const next = { ...backoff, failures: 0, refusals, refusalOrder: order };
  // Of several 429s that were in flight at the same time only the first counts, unless this one names a quota.
  const cause = causeOf(failure, context);
  if (!isLater && backoff.current && !isQuota(cause)) return next;
  if (isQuota(cause)) return { ...next, current: quotaBackoff(cause, quotaFailure(cause), context) };
  const code = cause === 'minute' ? 'rate_limited' : 'quota_unknown';
  const wait = waitMs(cause, refusals, context) + random * JITTER_MS;
  const openAt = refusals < REFUSALS_FOR_QUOTA ? now + wait : now + Math.max(wait, QUOTA_PROBE_MS);
  const probesOnly = refusals >= REFUSALS_FOR_QUOTA;
  return {
    ...next,
    current: newBackoff(cause, { code, retryAt: null }, openAt, openAt, probesOnly, context),
  };
}

/** Whether the 429 is about an old window: a response to a later request has already reported the next one (row 95). */
function isOutdated({ code }: QuotaFailure, { sent, daily, monthly }: AttemptContext): boolean {
  const isReset = ({ remaining, order }: QuotaWindow) => remaining !== null && remaining > 0 && sent < order;
  if (code === 'daily_quota_exhausted') return isReset(daily);
  return code === 'monthly_quota_exhausted' && isReset(monthly);
}

/** A 429 that names a limit says how long to wait, however many there are (row 96). */
function refusalsAfter({ refusals }: BackoffState, { code }: QuotaFailure, isLater: boolean): number {
  if (code !== 'quota_unknown') return 0;
  return Math.max(1, isLater ? refusals + 1 : refusals);
}

/** The cause named by upstream, else derived from the low counters; the one with the longest wait first. */
function causeOf(
  { code }: QuotaFailure,
  context: AttemptContext,
): 'minute' | 'daily' | 'monthly' | 'unknown' {
  if (code === 'monthly_quota_exhausted') return 'monthly';
  if (code === 'daily_quota_exhausted') return 'daily';
  if (code === 'rate_limited') return 'minute';
  const { now, minute, inFlight, daily, monthly } = context;
  if (isLow(monthly, now)) return 'monthly';
  if (isLow(daily, now)) return 'daily';
  const { limit, left } = minuteAllowance(minute, inFlight, now);
  return isRunning(minute, now) && left <= Math.max(2, 0.2 * limit) ? 'minute' : 'unknown';
}

/** Whether so few requests were left that others may have used them since. */
function isLow({ remaining, limit, ...window }: QuotaWindow, now: number): boolean {
  const low = Math.max(2, 0.01 * (limit ?? 0));
  return remaining !== null && remaining <= low && !isOver({ remaining, limit, ...window }, now);
}

/** The wait after a 429, ms, without jitter. */
function waitMs(cause: 'minute' | 'unknown', refusals: number, { minute, now }: AttemptContext): number {
  if (cause === 'minute' && minute.current && now < minute.current.resetsBy)
    return minute.current.resetsBy - now;
  return Math.min(UNKNOWN_WAIT_MS * 2 ** Math.max(0, refusals - 1), QUOTA_PROBE_MS);
}

function afterFailure(
  backoff: BackoffState,
  failure: UpstreamFailure,
  context: AttemptContext,
): BackoffState {
  const failures = backoff.failures + 1;
  const { current } = backoff;
  const isProbe = current !== null && context.sent > current.order;
  if (current?.probesOnly) {
    // The probe failed for another reason. The backoff continues, with the same wait until the next probe.
    const wait = current.cause === 'rejected' ? REJECTED_PROBE_MS : QUOTA_PROBE_MS;
    const openAt = context.now + wait;
    const retryAt = isQuota(current.cause) ? current.retryAt : openAt;
    return isProbe
      ? { ...backoff, failures, current: { ...current, failure, openAt, retryAt } }
      : { ...backoff, failures };
  }
  if (failures < FAILURES_FOR_BREAKER) return { ...backoff, failures };
  // Failures of requests that were in flight when the breaker opened do not extend it.
  if (current?.cause === 'breaker' && !isProbe) return { ...backoff, failures };
  const breakerMs = Math.min(Math.max(backoff.breakerMs * 2, BREAKER_MS), BREAKER_MAX_MS);
  const openAt = Math.max(context.now + breakerMs, current?.openAt ?? 0);
  return {
    ...backoff,
    failures,
    breakerMs,
    current: newBackoff('breaker', failure, openAt, openAt, false, context),
  };
}

/** One probe per 15 minutes, and one when the window has certainly ended. */
function quotaBackoff(cause: 'daily' | 'monthly', failure: QuotaFailure, context: AttemptContext): Backoff {
  const { now } = context;
  const window = context[cause];
  const probeAt = now + QUOTA_PROBE_MS;
  const openAt =
    window.resetsBy !== null && window.resetsBy > now ? Math.min(probeAt, window.resetsBy) : probeAt;
  return newBackoff(cause, failure, openAt, nextReset(window, now), true, context);
}

function newBackoff(
  cause: BackoffCause,
  failure: UpstreamFailure,
  openAt: number,
  retryAt: number | null,
  probesOnly: boolean,
  { order }: AttemptContext,
): Backoff {
  return { cause, failure, openAt, retryAt, probesOnly, order };
}

function quotaFailure(cause: 'daily' | 'monthly'): QuotaFailure {
  return { code: cause === 'daily' ? 'daily_quota_exhausted' : 'monthly_quota_exhausted', retryAt: null };
}

function isQuota(cause: BackoffCause): cause is 'daily' | 'monthly' {
  return cause === 'daily' || cause === 'monthly';
}

/** Whether the failure is a 429. */
export function isQuotaFailure(failure: UpstreamFailure): failure is QuotaFailure {
  return 'retryAt' in failure;
}

/**
 * Whether the failure says nothing about other requests: a 403 for one page of a list whose other pages were read, or a
 * fault of one monitor's detail (row 94).
 */
export function isOfOneRequest({
  failure,
  isKeyProven = false,
  isDetail = false,
}: Pick<AttemptContext, 'failure' | 'isKeyProven' | 'isDetail'>): boolean {
  if (failure === null) return false;
  const isPageDenial = isKeyProven && (failure.code === 'missing_scope' || failure.code === 'access_denied');
  return isPageDenial || (isDetail && maybeOfOneMonitor(failure));
}

/** 401 and 403, which only a change of the key or its permissions can resolve. */
function isAccessFailure(
  failure: UpstreamFailure,
): failure is MissingScopeFailure | { code: 'api_key_rejected' } | { code: 'access_denied' } {
  return ['api_key_rejected', 'missing_scope', 'access_denied'].includes(failure.code);
}
