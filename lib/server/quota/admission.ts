import 'server-only';
import type { UpstreamFailure } from '../errors.ts';
import type { Backoff } from './backoff-state.ts';
import { type MinuteWindow, minuteAllowance, minuteOpensAt } from './counters.ts';
import type { Purpose } from './events.ts';
import { ATTEMPT_MS, type InFlightRequests, MAX_IN_FLIGHT } from './in-flight-requests.ts';
import { CAREFUL_A_DAY, LAST_KEPT, SHARE } from './pacing.ts';
import { bucketMs, countBetween, type Series } from './series.ts';
import { DAY_MS, type QuotaWindow } from './windows.ts';

/**
 * What a request waits for. `backoff`: the next attempt during a backoff; `answers`: those under way, of
 * which there are as many as may be; `minute`, `daily`, `monthly`: the next window; `own_day`: our own careful count,
 * while upstream does not tell its daily quota.
 */
type WaitCause = 'backoff' | 'answers' | 'minute' | 'daily' | 'monthly' | 'own_day';

/** Whether a request may go upstream now. `until`: monotonic; ask again then, or when an answer has come. */
export type Decision =
  | { kind: 'admit' }
  | { kind: 'wait'; until: number; cause: WaitCause }
  | { kind: 'refuse'; failure: UpstreamFailure };

export interface AdmissionView {
  inFlight: InFlightRequests;
  minute: MinuteWindow;
  daily: QuotaWindow;
  monthly: QuotaWindow;
  /** Our own requests of the last day. */
  sends: Series;
  backoff: Backoff | null;
}

/** Of each minute the last requests are left alone by everybody. */
const MINUTE_KEPT = 2;
/** While a quota is down to its last requests, the background looks this often whether it still is. */
const LOOK_MS = DAY_MS;
const admit = { kind: 'admit' } as const;

/**
 * Whether one more request for this purpose may go (quota design, "Admission, in order of right of way"):
 *
 * - While upstream is left alone (`Backoff`): refused with the reason; a probe waits for its time. Then one at a time.
 * - Before anything is known: one at a time.
 * - At most 4 in flight.
 * - A daily or monthly quota: people while anything is left, the background (inventory, probe, retry) while more than
 *   the last 2 are. A window that is surely over lets one request look.
 * - The minute: people all but the last 2, the background 80 %. Of a very small limit at least one can be used.
 *
 * The queue is the gateway's, which puts people first.
 */
export function decide(view: AdmissionView, now: number, purpose: Purpose): Decision {
  const { inFlight, minute, backoff } = view;
  const refused = backoff && decideDuringBackoff(backoff, inFlight, now, purpose);
  if (refused) return refused;
  const most = minute.reported === null && minute.current === null ? 1 : MAX_IN_FLIGHT;
  if (inFlight.requests.length >= most) return waitUntil(now + ATTEMPT_MS, 'answers');
  const isPerson = purpose === 'detail' || purpose === 'list';
  // A probe of a used-up quota looks whether it still is.
  if (!backoff?.probesOnly) {
    const short = byQuotas(view, now, isPerson);
    if (short) return short;
  }
  return byOwnCount(view, now) ?? byMinute(minute, inFlight, now, isPerson) ?? admit;
}

function decideDuringBackoff(
  backoff: Backoff,
  inFlight: InFlightRequests,
  now: number,
  purpose: Purpose,
): Decision | null {
  const isOpen = now >= backoff.openAt && !inFlight.requests.some(({ order }) => order > backoff.order);
  if (isOpen && (purpose === 'probe' || !backoff.probesOnly)) return null;
  if (purpose === 'probe') return waitUntil(Math.max(backoff.openAt, now + ATTEMPT_MS), 'backoff');
  return { kind: 'refuse', failure: backoff.failure };
}

/** Of two quotas that are short the one that is short for longer. */
function byQuotas(
  { daily, monthly, inFlight }: AdmissionView,
  now: number,
  isPerson: boolean,
): Decision | null {
  const ofDay = quotaOpensAt(daily, inFlight, now, isPerson);
  const ofMonth = quotaOpensAt(monthly, inFlight, now, isPerson);
  if (ofMonth !== null && ofMonth >= (ofDay ?? 0)) return waitUntil(ofMonth, 'monthly');
  return ofDay === null ? null : waitUntil(ofDay, 'daily');
}

/** When a quota may have a request for this again; null when it has one now. */
function quotaOpensAt(
  window: QuotaWindow,
  inFlight: InFlightRequests,
  now: number,
  isPerson: boolean,
): number | null {
  const { remaining, unconfirmed, resetsBy, seenAt } = window;
  if (remaining === null || resetsBy === null) return null;
  const pending = inFlight.requests.length;
  const left = remaining - unconfirmed - pending;
  if (left > (isPerson ? 0 : LAST_KEPT)) return null;
  if (pending > 0) return now + ATTEMPT_MS;
  const lookAt = left > 0 ? Math.min(resetsBy, seenAt + LOOK_MS) : resetsBy;
  return now >= lookAt ? null : lookAt;
}

/** Row 15: while upstream does not tell its daily quota, or has not yet, a day has no more than a careful number of requests. */
function byOwnCount({ daily, sends }: AdmissionView, now: number): Decision | null {
  if (daily.reported === true || countBetween(sends, now - DAY_MS, now) < CAREFUL_A_DAY) return null;
  return waitUntil(now + bucketMs(sends), 'own_day');
}

function byMinute(
  window: MinuteWindow,
  inFlight: InFlightRequests,
  now: number,
  isPerson: boolean,
): Decision | null {
  // Before the first answer the one request goes on no counter at all.
  if (window.reported === null && window.current === null) return null;
  const { limit, left } = minuteAllowance(window, inFlight, now);
  const kept = isPerson ? MINUTE_KEPT : keptFromBackground(limit);
  const spare = Math.max(0, Math.min(kept, limit - 1));
  return left > spare ? null : waitUntil(minuteOpensAt(window, inFlight, spare, now), 'minute');
}

/** What the background leaves of a minute to people. */
export function keptFromBackground(limit: number): number {
  return Math.max(MINUTE_KEPT, Math.ceil((1 - SHARE) * limit));
}

function waitUntil(until: number, cause: WaitCause): Decision {
  return { kind: 'wait', until, cause };
}
