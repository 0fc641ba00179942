import 'server-only';
import type { MissingScopeFailure, QuotaFailure, UpstreamFailure } from '../errors.ts';
import { isRunning, type MinuteWindow } from './counters.ts';
import { isOver, nextReset, type QuotaWindow } from './windows.ts';

export type BackoffCause = 'minute' | 'daily' | 'monthly' | 'unknown' | 'rejected' | 'breaker';

/** Upstream is left alone. Instants are monotonic milliseconds. */
export interface Backoff {
  cause: BackoffCause;
  /** The last failure, for people to see. */
  failure: UpstreamFailure;
  /** Nothing is sent before; then one request at a time, until a good answer ends the backoff. */
  openAt: number;
  /** When asking again makes sense, as far as upstream or our own wait says; null when nobody knows. */
  retryAt: number | null;
  /** Then, too, only a probe may go. */
  probesOnly: boolean;
  /** Place of the answer that began it: only what was sent later can end it, as it may be older. */
  order: number;
}

/** How upstream lets us in, judging by how the last requests ended. */
export interface BackoffState {
  current: Backoff | null;
  /** 429s in a row. Those of requests that were in flight together count once. */
  refusals: number;
  refusalOrder: number;
  /** Failures in a row that are not refusals, and how long the breaker was open last, milliseconds. */
  failures: number;
  breakerMs: number;
}

export const noBackoff: BackoffState = {
  current: null,
  refusals: 0,
  refusalOrder: 0,
  failures: 0,
  breakerMs: 0,
};

/** How a request ended, and what is known by then; the windows have taken the answer in already. */
export interface Ending {
  failure: UpstreamFailure | null;
  /** The reading it belongs to has had a good answer already: a 403 is about this one request, not about the key. */
  isKeyProven: boolean;
  /** Order of the sending and of the answer. */
  sent: number;
  order: number;
  now: number;
  /** 0 (inclusive) to 1 (exclusive). */
  random: number;
  minute: MinuteWindow;
  /** What is left of the minute, see `minuteAllowance`. */
  left: { limit: number; left: number };
  daily: QuotaWindow;
  monthly: QuotaWindow;
}

const REJECTED_MS = 300_000;
const QUOTA_MS = 900_000;
const UNKNOWN_MS = 60_000;
const JITTER_MS = 2_000;
/** So many 429 in a row are taken for a quota (row 11). */
const REFUSALS_FOR_QUOTA = 3;
const FAILURES_FOR_BREAKER = 5;
const BREAKER_MS = 5_000;
const BREAKER_MAX_MS = 60_000;

/** How we stand after one more answer (quota design, "Admission" and "Pacing"; rows 7, 9 to 12, 18 to 20). */
export function afterEnding(backoff: BackoffState, ending: Ending): BackoffState {
  const { failure } = ending;
  if (failure === null || failure.code === 'monitor_not_found') return afterGood(backoff, ending);
  if (isRefusal(failure)) return afterRefusal(backoff, failure, ending);
  if (isDeniedAlone(ending)) return backoff;
  if (isRejection(failure)) {
    const openAt = ending.now + REJECTED_MS;
    return {
      ...backoff,
      failures: 0,
      current: newBackoff('rejected', failure, openAt, openAt, true, ending),
    };
  }
  return afterFailure(backoff, failure, ending);
}

function afterGood(backoff: BackoffState, ending: Ending): BackoffState {
  const { current } = backoff;
  const outlasts = current && current.cause !== 'breaker' && ending.sent < current.order;
  const sound = outlasts ? { ...backoff, failures: 0, breakerMs: 0 } : noBackoff;
  const empty = exhausted(ending);
  // A good answer may also be the one that took the last request of a quota.
  return empty ? { ...sound, current: quotaBackoff(empty, quotaFailure(empty), ending) } : sound;
}

function exhausted({ daily, monthly }: Ending): 'daily' | 'monthly' | null {
  if (monthly.remaining === 0) return 'monthly';
  return daily.remaining === 0 ? 'daily' : null;
}

function afterRefusal(backoff: BackoffState, failure: QuotaFailure, ending: Ending): BackoffState {
  const { now, order, random } = ending;
  const again = ending.sent > backoff.refusalOrder;
  const refusals = Math.max(1, again ? backoff.refusals + 1 : backoff.refusals);
  const next = { ...backoff, failures: 0, refusals, refusalOrder: order };
  // One of several that were in flight together: the first has said it all, unless this one says more.
  const cause = causeOf(failure, ending);
  if (!again && backoff.current && !isQuota(cause)) return next;
  if (isQuota(cause)) return { ...next, current: quotaBackoff(cause, quotaFailure(cause), ending) };
  const code = cause === 'minute' ? 'rate_limited' : 'quota_unknown';
  const wait = waitOf(cause, refusals, ending) + random * JITTER_MS;
  const openAt = refusals < REFUSALS_FOR_QUOTA ? now + wait : now + Math.max(wait, QUOTA_MS);
  const probesOnly = refusals >= REFUSALS_FOR_QUOTA;
  return { ...next, current: newBackoff(cause, { code, retryAt: null }, openAt, openAt, probesOnly, ending) };
}

/** Told by upstream, else by the counters that were low; the longest wait first. */
function causeOf({ code }: QuotaFailure, ending: Ending): 'minute' | 'daily' | 'monthly' | 'unknown' {
  if (code === 'monthly_quota_exhausted') return 'monthly';
  if (code === 'daily_quota_exhausted') return 'daily';
  if (code === 'rate_limited') return 'minute';
  const { now, minute, left, daily, monthly } = ending;
  if (isLow(monthly, now)) return 'monthly';
  if (isLow(daily, now)) return 'daily';
  return isRunning(minute, now) && left.left <= Math.max(2, 0.2 * left.limit) ? 'minute' : 'unknown';
}

/** So little was left that others can well have taken it since. */
function isLow({ remaining, limit, ...window }: QuotaWindow, now: number): boolean {
  const low = Math.max(2, 0.01 * (limit ?? 0));
  return remaining !== null && remaining <= low && !isOver({ remaining, limit, ...window }, now);
}

/** Milliseconds, without jitter. */
function waitOf(cause: 'minute' | 'unknown', refusals: number, { minute, now }: Ending): number {
  if (cause === 'minute' && minute.current && now < minute.current.resetsBy)
    return minute.current.resetsBy - now;
  return Math.min(UNKNOWN_MS * 2 ** (refusals - 1), QUOTA_MS);
}

function afterFailure(backoff: BackoffState, failure: UpstreamFailure, ending: Ending): BackoffState {
  const failures = backoff.failures + 1;
  const { current } = backoff;
  const isTrial = current !== null && ending.sent > current.order;
  if (current?.probesOnly) {
    // The probe told nothing about why we are held; the next one waits as long as this one did.
    const wait = current.cause === 'rejected' ? REJECTED_MS : QUOTA_MS;
    return isTrial
      ? { ...backoff, failures, current: { ...current, failure, openAt: ending.now + wait } }
      : { ...backoff, failures };
  }
  if (failures < FAILURES_FOR_BREAKER) return { ...backoff, failures };
  // Those that were still in flight when the breaker opened say nothing new.
  if (current?.cause === 'breaker' && !isTrial) return { ...backoff, failures };
  const breakerMs = Math.min(Math.max(backoff.breakerMs * 2, BREAKER_MS), BREAKER_MAX_MS);
  const openAt = Math.max(ending.now + breakerMs, current?.openAt ?? 0);
  return {
    ...backoff,
    failures,
    breakerMs,
    current: newBackoff('breaker', failure, openAt, openAt, false, ending),
  };
}

/** One probe per 15 minutes, and at once when the window is known to be over. */
function quotaBackoff(cause: 'daily' | 'monthly', failure: QuotaFailure, ending: Ending): Backoff {
  const { now } = ending;
  const window = ending[cause];
  const probeAt = now + QUOTA_MS;
  const openAt =
    window.resetsBy !== null && window.resetsBy > now ? Math.min(probeAt, window.resetsBy) : probeAt;
  return newBackoff(cause, failure, openAt, nextReset(window, now), true, ending);
}

function newBackoff(
  cause: BackoffCause,
  failure: UpstreamFailure,
  openAt: number,
  retryAt: number | null,
  probesOnly: boolean,
  { order }: Ending,
): Backoff {
  return { cause, failure, openAt, retryAt, probesOnly, order };
}

function quotaFailure(cause: 'daily' | 'monthly'): QuotaFailure {
  return { code: cause === 'daily' ? 'daily_quota_exhausted' : 'monthly_quota_exhausted', retryAt: null };
}

function isQuota(cause: BackoffCause): cause is 'daily' | 'monthly' {
  return cause === 'daily' || cause === 'monthly';
}

export function isRefusal(failure: UpstreamFailure): failure is QuotaFailure {
  return 'retryAt' in failure;
}

/** A 403 for one page of a list whose others are answered. */
export function isDeniedAlone(end: Pick<Ending, 'failure' | 'isKeyProven'>): boolean {
  const code = end.failure?.code;
  return end.isKeyProven && (code === 'missing_scope' || code === 'access_denied');
}

/** 401 and 403: nothing but a change on their side helps. */
function isRejection(
  failure: UpstreamFailure,
): failure is MissingScopeFailure | { code: 'api_key_rejected' } | { code: 'access_denied' } {
  return ['api_key_rejected', 'missing_scope', 'access_denied'].includes(failure.code);
}
