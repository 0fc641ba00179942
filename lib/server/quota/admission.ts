import 'server-only';
import { MAX_IN_FLIGHT } from '../../contract/quota-rules.ts';
import { UPSTREAM_DEADLINE_MS } from '../../contract/upstream-deadline.ts';
import type { UpstreamFailure } from '../errors.ts';
import { BACKGROUND_SHARE } from './background-share.ts';
import type { Backoff } from './backoff-state.ts';
import type { Purpose } from './events.ts';
import type { InFlightRequests } from './in-flight-requests.ts';
import { type MinuteWindow, minuteAllowance, minuteOpensAt } from './minute-window.ts';
import { FALLBACK_PER_DAY, QUOTA_RESERVE } from './pacing.ts';
import { DAY_MS, isInDoubt, type QuotaWindow } from './quota-window.ts';
import { bucketMs, countBetween, type Series } from './series.ts';

/**
 * What a request waits for. `backoff`: the next attempt during a backoff; `answers`: requests in flight, whose maximum is
 * reached, or which may use the rest of a quota; `minute`, `daily`, `monthly`: the next window; `own_day`: our own daily
 * limit, which applies while upstream does not report its daily quota.
 */
type WaitCause = 'backoff' | 'answers' | 'minute' | 'daily' | 'monthly' | 'own_day';

/** Whether a request may be sent now. `until`: when to decide again, monotonic ms; also decide after each response. */
export type Decision =
  | { kind: 'admit' }
  | { kind: 'wait'; until: number; cause: WaitCause }
  | { kind: 'refuse'; failure: UpstreamFailure };

export interface AdmissionView {
  inFlight: InFlightRequests;
  minute: MinuteWindow;
  daily: QuotaWindow;
  monthly: QuotaWindow;
  /** Our own requests, at least of the last day. */
  sends: Series;
  backoff: Backoff | null;
}

/** The last requests of each minute are never sent. */
const MINUTE_RESERVE = 2;
/** How often the background sends one request while a quota is down to its reserve, to detect a reset. */
const RECHECK_MS = DAY_MS;
const admit = { kind: 'admit' } as const;

/**
 * Decides whether one more request for this purpose may be sent (quota design, "Admission, in order of right of way"):
 *
 * - During a backoff: refused with its failure; a probe waits for its time. Afterwards one request at a time.
 * - Before the first response: one request at a time.
 * - At most 4 in flight.
 * - Daily and monthly quota: interactive requests while any are left, background requests (inventory, probe, retry)
 *   while more than the last 2 are left. While that is in doubt (`isInDoubt`), one request at a time asks for the
 *   counter. After the certain end of a window one request at a time detects the reset.
 * - The minute: interactive requests use all but the last 2, background requests 80 %. Of a very small limit at least
 *   one request can be used.
 *
 * The request queue orders the requests, interactive ones first.
 *
 * @param now monotonic ms
 */
export function decide(view: AdmissionView, now: number, purpose: Purpose): Decision {
  const { inFlight, minute, backoff } = view;
  const refused = backoff && decideDuringBackoff(backoff, inFlight, now, purpose);
  if (refused) return refused;
  const max = minute.reported === null && minute.current === null ? 1 : MAX_IN_FLIGHT;
  if (inFlight.requests.length >= max) return waitUntil(now + UPSTREAM_DEADLINE_MS, 'answers');
  const isInteractive = purpose === 'detail' || purpose === 'list';
  // A probe during a quota backoff tests whether the quota has been reset.
  if (!backoff?.probesOnly) {
    const exhausted = decideByQuotas(view, now, isInteractive);
    if (exhausted) return exhausted;
  }
  return decideByOwnCount(view, now) ?? decideByMinute(minute, inFlight, now, isInteractive) ?? admit;
}

function decideDuringBackoff(
  backoff: Backoff,
  inFlight: InFlightRequests,
  now: number,
  purpose: Purpose,
): Decision | null {
  const isOpen = now >= backoff.openAt && !inFlight.requests.some(({ order }) => order > backoff.order);
  if (isOpen && (purpose === 'probe' || !backoff.probesOnly)) return null;
  if (purpose === 'probe') return waitUntil(Math.max(backoff.openAt, now + UPSTREAM_DEADLINE_MS), 'backoff');
  return { kind: 'refuse', failure: backoff.failure };
}

/** When both quotas are used up, the one that resets later decides. */
function decideByQuotas(
  { daily, monthly, inFlight }: AdmissionView,
  now: number,
  isInteractive: boolean,
): Decision | null {
  const dayOpensAt = quotaOpensAt(daily, inFlight, now, isInteractive);
  const monthOpensAt = quotaOpensAt(monthly, inFlight, now, isInteractive);
  const opensAt = Math.max(dayOpensAt ?? 0, monthOpensAt ?? 0);
  if (dayOpensAt === null && monthOpensAt === null) return null;
  if (inFlight.requests.length > 0) return waitUntil(opensAt, 'answers');
  return waitUntil(opensAt, opensAt === monthOpensAt ? 'monthly' : 'daily');
}

/** When a quota allows the next request, monotonic ms; null: now. */
function quotaOpensAt(
  window: QuotaWindow,
  inFlight: InFlightRequests,
  now: number,
  isInteractive: boolean,
): number | null {
  const { remaining, unconfirmed, resetsBy, seenAt } = window;
  if (remaining === null || resetsBy === null) return null;
  const pending = inFlight.requests.length;
  const kept = isInteractive ? 0 : QUOTA_RESERVE;
  if (remaining - unconfirmed - pending > kept) return null;
  if (pending > 0) return now + UPSTREAM_DEADLINE_MS;
  if (remaining > kept || isInDoubt(window, now)) return null;
  const recheckAt = remaining > 0 ? Math.min(resetsBy, seenAt + RECHECK_MS) : resetsBy;
  return now >= recheckAt ? null : recheckAt;
}

/** Row 15: while upstream does not report a daily quota, a limit of our own applies. */
function decideByOwnCount({ daily, sends }: AdmissionView, now: number): Decision | null {
  if (daily.reported === true || countBetween(sends, now - DAY_MS, now) < FALLBACK_PER_DAY) return null;
  return waitUntil(now + bucketMs(sends), 'own_day');
}

function decideByMinute(
  window: MinuteWindow,
  inFlight: InFlightRequests,
  now: number,
  isInteractive: boolean,
): Decision | null {
  // Before the first response there are no counters; one request is admitted above.
  if (window.reported === null && window.current === null) return null;
  const { limit, left } = minuteAllowance(window, inFlight, now);
  const kept = isInteractive ? MINUTE_RESERVE : interactiveReserve(limit);
  const spare = Math.max(0, Math.min(kept, limit - 1));
  return left > spare ? null : waitUntil(minuteOpensAt(window, inFlight, spare, now), 'minute');
}

/** Number of requests per minute that background requests leave to interactive ones. @param limit per minute */
export function interactiveReserve(limit: number): number {
  return Math.max(MINUTE_RESERVE, Math.ceil((1 - BACKGROUND_SHARE) * limit));
}

function waitUntil(until: number, cause: WaitCause): Decision {
  return { kind: 'wait', until, cause };
}
