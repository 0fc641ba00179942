import 'server-only';
import { LOW_QUOTA_SHARE } from '../../contract/quota-constants.ts';
import { currentBackoff } from './backoff.ts';
import type { QuotaOutlook } from './forecast.ts';
import { minuteAllowance } from './minute-window.ts';
import { type BackgroundGap, reserveOf } from './pacing.ts';
import type { QuotaState } from './quota-state.ts';
import type { QuotaWindow } from './quota-window.ts';

/** The share of the minute's limit that settings may use. */
export const MINUTE_SHARE = 0.5;
/** The shares of the day and of the month that settings may use until all are known: of what is left above the reserve. */
const DAY_SHARE = 0.25;
const MONTH_SHARE = 0.1;
/** The share of the pace of crawls with which modified monitors are read once all settings are known. */
const UPDATE_SHARE = 0.1;
/** The shortest time between two requests, whatever the limits. */
const MIN_GAP_MS = 200;

/**
 * Whether settings may be read. `gapMs`: the time between two requests, infinite until the next reset of a quota. `until`: when
 * all are known, monotonic ms; null: never, as far as can be foreseen. `low`: few requests are left, or none may be sent.
 */
export type SettingsPace =
  | { kind: 'unknown' | 'low' }
  | { kind: 'open'; gapMs: number; until: number | null };

/**
 * Returns how fast settings may be read (docs/quota.md, "Settings of all monitors").
 *
 * @param rest number of monitors whose settings were never read; 0: only modified monitors are read again
 * @param gap between two background requests
 * @param now monotonic ms
 */
export function settingsPace(
  state: QuotaState,
  outlooks: Record<'daily' | 'monthly', QuotaOutlook | null>,
  gap: BackgroundGap,
  rest: number,
  now: number,
): SettingsPace {
  const { minute, daily, monthly } = state;
  if (currentBackoff(state, now) !== null) return { kind: 'low' };
  const perMinute = Math.floor(MINUTE_SHARE * minuteAllowance(minute, state.inFlight, now).limit);
  const day = budgetOf(daily, outlooks.daily, DAY_SHARE, now);
  const month = budgetOf(monthly, outlooks.monthly, MONTH_SHARE, now);
  if (minute.reported !== true || day === null || month === null) return { kind: 'unknown' };
  if (perMinute === 0 || day.isLow || month.isLow) return { kind: 'low' };
  const fastestMs = Math.max(60_000 / perMinute, MIN_GAP_MS);
  if (rest === 0) {
    return { kind: 'open', gapMs: Math.max(gap.gapMs / UPDATE_SHARE, fastestMs), until: null };
  }
  const isSpent = Math.min(day.left, month.left) < 1;
  const until = Math.max(endOf(day, rest, fastestMs, now), endOf(month, rest, fastestMs, now));
  return {
    kind: 'open',
    gapMs: isSpent ? Number.POSITIVE_INFINITY : fastestMs,
    until: Number.isFinite(until) ? until : null,
  };
}

interface Budget {
  /** Number of requests for settings that the window still allows. */
  left: number;
  /** The same for each later window. */
  later: number;
  resetsBy: number;
  periodMs: number;
  isLow: boolean;
}

/** Returns what settings may use of a quota; null while it is unknown. The share includes what they have used before. */
function budgetOf(
  { reported, settings, periodMs }: QuotaWindow,
  quota: QuotaOutlook | null,
  share: number,
  now: number,
): Budget | null {
  if (reported !== true || quota === null || now >= quota.resetsBy) return null;
  const { limit, remaining, resetsBy } = quota;
  const reserve = reserveOf(quota) ?? 0;
  return {
    left: Math.floor(share * (remaining - reserve + settings) - settings),
    later: Math.floor(share * (limit - reserve)),
    resetsBy,
    periodMs,
    isLow: remaining < LOW_QUOTA_SHARE * limit,
  };
}

/** When the quota allows the last of `rest` requests, monotonic ms. */
function endOf({ left, later, resetsBy, periodMs }: Budget, rest: number, gapMs: number, now: number) {
  const afterReset = rest - Math.max(0, left);
  if (afterReset <= 0) return now + rest * gapMs;
  if (later < 1) return Number.POSITIVE_INFINITY;
  const windows = Math.ceil(afterReset / later);
  return resetsBy + (windows - 1) * periodMs + (afterReset - (windows - 1) * later) * gapMs;
}
