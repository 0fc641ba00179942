import 'server-only';
import { z } from 'zod';
import { QUOTA_PROBE_MS } from '../../contract/quota-rules.ts';
import { type QuotaFailure, type UpstreamFailure, upstreamFailureSchema } from '../errors.ts';
import type { InFlightRequests } from './in-flight-requests.ts';
import { isRunning, type MinuteWindow, minuteAllowance } from './minute-window.ts';
import { isInDoubt, isOver, nextReset, type QuotaWindow } from './quota-window.ts';

/** A period in which requests are denied. Times are monotonic ms. */
const backoffSchema = z.object({
  /** `unknown`: a 429 that names no limit, or a quota in doubt (`isInDoubt`). */
  cause: z.enum(['minute', 'daily', 'monthly', 'unknown', 'rejected', 'breaker']),
  /** The last failure, which denied requests report. */
  failure: upstreamFailureSchema,
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
interface AttemptContext {
  failure: UpstreamFailure | null;
  /** See `Outcome`. */
  isSpecific?: boolean;
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

/** Returns the state after one more result (docs/quota.md, "Backoff"; rows 7, 9 to 12, 18 to 20, 91, 96). */
export function updateBackoff(backoff: BackoffState, context: AttemptContext): BackoffState {
  const next = afterResult(backoff, context);
  if (next.current?.probesOnly) return next;
  // A failure of upstream is the reason to report.
  const reason = next.failures > backoff.failures ? context.failure : null;
  return { ...next, current: backoffByQuotas(next.current, reason, context) };
}

/** The state after one more result, without regard to its counters. */
function afterResult(backoff: BackoffState, context: AttemptContext): BackoffState {
  const { failure, sent, now, order, isSpecific = false } = context;
  if (failure === null || failure.code === 'monitor_not_found') {
    const { current } = backoff;
    const persists = current !== null && current.cause !== 'breaker' && sent < current.order;
    return persists ? { ...backoff, failures: 0, breakerMs: 0 } : noBackoff;
  }
  if (isQuotaFailure(failure)) {
    return isOutdated(failure, context) ? backoff : afterRateLimit(backoff, failure, context);
  }
  if (isSpecific) return backoff;
  if (!['api_key_rejected', 'missing_scope', 'access_denied'].includes(failure.code)) {
    return afterFailure(backoff, failure, context);
  }
  const openAt = now + REJECTED_PROBE_MS;
  const current: Backoff = { cause: 'rejected', failure, openAt, retryAt: openAt, probesOnly: true, order };
  return { ...backoff, failures: 0, current };
}

/**
 * Returns the backoff that the quotas require, else the given one. A response of any kind may report that a quota is used
 * up. When a quota is in doubt, one request per 15 minutes, of any purpose, asks for the counter (row 91).
 */
function backoffByQuotas(
  current: Backoff | null,
  reason: UpstreamFailure | null,
  context: AttemptContext,
): Backoff | null {
  const { sent, now, order, daily, monthly } = context;
  // A later request that upstream may have counted leaves it in doubt.
  const isEmpty = ({ remaining, unconfirmed }: QuotaWindow) => remaining === 0 && unconfirmed === 0;
  if (isEmpty(monthly)) return quotaBackoff('monthly', context);
  if (isEmpty(daily)) return quotaBackoff('daily', context);
  if (!isInDoubt(daily, now) && !isInDoubt(monthly, now)) return current;
  // Results of requests that were in flight when the doubt arose do not extend the wait.
  if (current?.cause === 'minute' || (current?.cause === 'unknown' && sent < current.order)) return current;
  const failure = reason ?? { code: 'quota_unknown', retryAt: null };
  const openAt = now + QUOTA_PROBE_MS;
  return { cause: 'unknown', failure, openAt, retryAt: openAt, probesOnly: false, order };
}

function afterRateLimit(backoff: BackoffState, failure: QuotaFailure, context: AttemptContext): BackoffState {
  const { now, sent, order, random, minute } = context;
  const isLater = sent > backoff.refusalOrder;
  const unnamed = Math.max(1, backoff.refusals + (isLater ? 1 : 0));
  // A 429 that names a limit says how long to wait, however many there are (row 96).
  const refusals = failure.code === 'quota_unknown' ? unnamed : 0;
  const next = { ...backoff, failures: 0, refusals, refusalOrder: order };
  const cause = causeOf(failure, context);
  if (cause === 'daily' || cause === 'monthly') return { ...next, current: quotaBackoff(cause, context) };
  // Of several 429s that were in flight at the same time only the first counts.
  if (!isLater && backoff.current) return next;
  const probesOnly = refusals >= REFUSALS_FOR_QUOTA;
  const resetMs = cause === 'minute' ? (minute.current?.resetsBy ?? 0) - now : 0;
  const doubledMs = Math.min(UNKNOWN_WAIT_MS * 2 ** Math.max(0, refusals - 1), QUOTA_PROBE_MS);
  const waitMs = (resetMs > 0 ? resetMs : doubledMs) + random * JITTER_MS;
  const openAt = now + Math.max(waitMs, probesOnly ? QUOTA_PROBE_MS : 0);
  const code = cause === 'minute' ? 'rate_limited' : 'quota_unknown';
  const reported = { code, retryAt: null } as const;
  return { ...next, current: { cause, failure: reported, openAt, retryAt: openAt, probesOnly, order } };
}

/** Whether the 429 is about an old window: a response to a later request has already reported the next one (row 95). */
function isOutdated({ code }: QuotaFailure, { sent, daily, monthly }: AttemptContext): boolean {
  const isReset = ({ remaining, order }: QuotaWindow) => remaining !== null && remaining > 0 && sent < order;
  if (code === 'daily_quota_exhausted') return isReset(daily);
  return code === 'monthly_quota_exhausted' && isReset(monthly);
}

/** The cause that the 429 names, else the one that the last counters suggest, the longest wait first. */
function causeOf(
  { code }: QuotaFailure,
  { now, minute, inFlight, daily, monthly }: AttemptContext,
): 'minute' | 'daily' | 'monthly' | 'unknown' {
  const isNamed = code !== 'quota_unknown';
  if (isNamed ? code === 'monthly_quota_exhausted' : isLow(monthly, now)) return 'monthly';
  if (isNamed ? code === 'daily_quota_exhausted' : isLow(daily, now)) return 'daily';
  const { limit, left } = minuteAllowance(minute, inFlight, now);
  const isMinuteLow = isRunning(minute, now) && left <= Math.max(2, 0.2 * limit);
  return isNamed || isMinuteLow ? 'minute' : 'unknown';
}

/** Whether so few requests were left that others may have used them since. */
function isLow(window: QuotaWindow, now: number): boolean {
  const { remaining, limit } = window;
  return remaining !== null && remaining <= Math.max(2, 0.01 * (limit ?? 0)) && !isOver(window, now);
}

function afterFailure(
  backoff: BackoffState,
  failure: UpstreamFailure,
  { now, sent, order }: AttemptContext,
): BackoffState {
  const { current } = backoff;
  const next = { ...backoff, failures: backoff.failures + 1 };
  const isProbe = current !== null && sent > current.order;
  if (current?.probesOnly) {
    if (!isProbe) return next;
    // The probe failed for another reason: the backoff goes on, with the same wait until the next probe.
    const openAt = now + (current.cause === 'rejected' ? REJECTED_PROBE_MS : QUOTA_PROBE_MS);
    const isQuota = current.cause === 'daily' || current.cause === 'monthly';
    return { ...next, current: { ...current, failure, openAt, retryAt: isQuota ? current.retryAt : openAt } };
  }
  // Failures of requests that were in flight when the breaker opened do not extend it.
  const isOpen = current?.cause === 'breaker' && !isProbe;
  if (next.failures < FAILURES_FOR_BREAKER || isOpen) return next;
  const breakerMs = Math.min(Math.max(backoff.breakerMs * 2, BREAKER_MS), BREAKER_MAX_MS);
  const openAt = Math.max(now + breakerMs, current?.openAt ?? 0);
  return {
    ...next,
    breakerMs,
    current: { cause: 'breaker', failure, openAt, retryAt: openAt, probesOnly: false, order },
  };
}

/** One probe per 15 minutes, and one when the window has certainly ended. */
function quotaBackoff(cause: 'daily' | 'monthly', context: AttemptContext): Backoff {
  const { now, order, [cause]: window } = context;
  const probeAt = now + QUOTA_PROBE_MS;
  const resetsBy = window.resetsBy ?? now;
  return {
    cause,
    failure: { code: `${cause}_quota_exhausted`, retryAt: null },
    openAt: resetsBy > now ? Math.min(probeAt, resetsBy) : probeAt,
    retryAt: nextReset(window, now),
    probesOnly: true,
    order,
  };
}

/** Whether the failure is a 429. */
export function isQuotaFailure(failure: UpstreamFailure): failure is QuotaFailure {
  return 'retryAt' in failure;
}
