import 'server-only';
import { BACKGROUND_SHARE, DAY_MS, MAX_IN_FLIGHT, UPSTREAM_DEADLINE_MS } from '../../contract/limits.ts';
import type { UpstreamFailure } from '../errors.ts';
import { type Backoff, currentBackoff, isQuotaFailure } from './backoff.ts';
import { type InFlightRequests, minuteAllowance, minuteOpensAt } from './minute-window.ts';
import { FALLBACK_PER_DAY, MINUTE_SHARE, QUOTA_RESERVE } from './pacing.ts';
import type { QuotaState } from './quota-state.ts';
import { isInDoubt, type QuotaWindow } from './quota-window.ts';
import { bucketMs, countSince } from './spending.ts';
import { isInteractive, type Purpose } from './upstream-request.ts';

/**
 * Whether a request may be sent now. `until`: when to decide again, monotonic ms; also decide after each response.
 * `failure`: why it may not be sent. A request that cannot wait until then fails with it. Its `retryAt` is monotonic ms here.
 */
export type Decision =
  | { kind: 'admit' }
  | { kind: 'wait'; until: number; failure: UpstreamFailure }
  | { kind: 'deny'; failure: UpstreamFailure };

type AdmissionView = Pick<QuotaState, 'inFlight' | 'minute' | 'daily' | 'monthly' | 'sends' | 'backoff'>;

/** The last requests of each minute are never sent. */
const MINUTE_RESERVE = 2;
/** How often the background sends one request while a quota is down to its reserve, to detect a reset. */
const RECHECK_MS = DAY_MS;

/**
 * Decides whether one more request for this purpose may be sent (docs/quota.md, "Admission"). One request at a time asks for the
 * counter of a quota while it may be used up, and after the certain end of its window.
 *
 * @param now monotonic ms
 */
export function decide(view: AdmissionView, now: number, purpose: Purpose): Decision {
  const { inFlight, minute } = view;
  const backoff = currentBackoff(view, now);
  const denied = backoff && decideDuringBackoff(backoff, inFlight, now, purpose);
  if (denied) return denied;
  const isFirst = minute.reported === null && minute.current === null;
  // Reading settings leaves the other places to users and crawls.
  const max = isFirst || purpose === 'settings' ? 1 : MAX_IN_FLIGHT;
  if (inFlight.requests.length >= max) return waitForResponse(now + UPSTREAM_DEADLINE_MS);
  const interactive = isInteractive(purpose);
  // A probe during a quota backoff tests whether the quota has been reset.
  const exhausted = backoff?.probesOnly ? null : decideByQuotas(view, now, interactive);
  return exhausted ?? decideByOwnCount(view, now) ?? decideByMinute(view, now, purpose) ?? { kind: 'admit' };
}

function decideDuringBackoff(
  backoff: Backoff,
  inFlight: InFlightRequests,
  now: number,
  purpose: Purpose,
): Decision | null {
  // A request for settings never tests whether a backoff is over.
  const isOpen =
    purpose !== 'settings' &&
    now >= backoff.openAt &&
    !inFlight.requests.some(({ order }) => order > backoff.order);
  if (isOpen && (purpose === 'probe' || !backoff.probesOnly)) return null;
  const { retryAt } = backoff;
  const failure = isQuotaFailure(backoff.failure) ? { ...backoff.failure, retryAt } : backoff.failure;
  if (purpose !== 'probe') return { kind: 'deny', failure };
  return { kind: 'wait', until: Math.max(backoff.openAt, now + UPSTREAM_DEADLINE_MS), failure };
}

/** When both quotas are used up, the one that resets later decides. */
function decideByQuotas(view: AdmissionView, now: number, interactive: boolean): Decision | null {
  const pending = view.inFlight.requests.length;
  const kept = interactive ? 0 : QUOTA_RESERVE;
  const monthOpensAt = quotaOpensAt(view.monthly, pending, kept, now);
  const until = Math.max(quotaOpensAt(view.daily, pending, kept, now), monthOpensAt);
  if (until <= now) return null;
  if (pending > 0) return waitForResponse(until);
  const code = until === monthOpensAt ? 'monthly_quota_exhausted' : 'daily_quota_exhausted';
  // Without a configured reset `until` is only an upper bound, because the start of the windows is not published.
  const { isScheduled, resetsBy } = until === monthOpensAt ? view.monthly : view.daily;
  return { kind: 'wait', until, failure: { code, retryAt: isScheduled ? resetsBy : null } };
}

/** When a quota allows the next request, monotonic ms. @param kept requests that are not used */
function quotaOpensAt(window: QuotaWindow, pending: number, kept: number, now: number): number {
  const { remaining, unconfirmed, resetsBy, askedAt } = window;
  if (remaining === null || resetsBy === null || remaining - unconfirmed - pending > kept) return now;
  if (pending > 0) return now + UPSTREAM_DEADLINE_MS;
  if (remaining > kept || isInDoubt(window, now)) return now;
  return remaining > 0 ? Math.min(resetsBy, askedAt + RECHECK_MS) : resetsBy;
}

/** While upstream does not report a daily quota, a limit of our own applies (docs/failure-matrix.md, row 15). */
function decideByOwnCount({ daily, sends }: AdmissionView, now: number): Decision | null {
  if (daily.reported === true || countSince(sends, now - DAY_MS) < FALLBACK_PER_DAY) return null;
  const until = now + bucketMs(sends);
  return { kind: 'wait', until, failure: { code: 'quota_unknown', retryAt: until } };
}

function decideByMinute(view: AdmissionView, now: number, purpose: Purpose): Decision | null {
  const { minute: window, inFlight } = view;
  // Before the first response one request is admitted.
  if (window.reported === null && window.current === null) return null;
  const { limit, left } = minuteAllowance(window, inFlight, now);
  const spare = keptOfMinute(limit, purpose);
  if (left > spare) return null;
  const until = minuteOpensAt(window, inFlight, spare, now);
  return { kind: 'wait', until, failure: { code: 'rate_limited', retryAt: until } };
}

/** Number of requests of a minute that are left to others. Settings leave as much as crawls need (`settingsPace`). */
function keptOfMinute(limit: number, purpose: Purpose): number {
  if (purpose === 'settings') return Math.ceil((1 - MINUTE_SHARE) * limit);
  const kept = isInteractive(purpose) ? MINUTE_RESERVE : interactiveReserve(limit);
  return Math.max(0, Math.min(kept, limit - 1));
}

/** Number of requests per minute that background requests leave to interactive ones. @param limit per minute */
function interactiveReserve(limit: number): number {
  return Math.max(MINUTE_RESERVE, Math.ceil((1 - BACKGROUND_SHARE) * limit));
}

/** A wait for a response: the maximum of requests is in flight, or they may use the rest of a quota. */
function waitForResponse(until: number): Decision {
  return { kind: 'wait', until, failure: { code: 'upstream_timeout' } };
}
