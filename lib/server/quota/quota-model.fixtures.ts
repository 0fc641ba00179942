import 'server-only';
import { outlook } from './forecast.ts';
import { backgroundGap } from './pacing.ts';
import { nothingElsewhere, observeElsewhere } from './spending.ts';
import { DAY_MS, MONTH_MS, observeQuota, unknownQuota } from './windows.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** The interval that viewers chose; short enough that the quota is what limits. */
const INTERVAL_MS = 15_000;

/** How many requests others make in a minute. @param minute since the beginning */
export type Others = (minute: number) => number;

export interface ModelRun {
  /** What others leave of whole windows, and what of it we used. The windows cut at both ends do not count. */
  available: number;
  used: number;
  /** What of it we had used by the middle of each window. */
  usedByHalf: number;
  /** Requests of ours that met an empty quota, and those that took its last. */
  refused: number;
  tookLast: number;
  lowest: number;
}

/**
 * One quota that we share with others, refresh after refresh of `cost` requests, as fast as pacing allows. Others
 * come first. Windows turn every `periodMs`, the first after `turnsAt`; we are not told.
 */
export function runModel(model: {
  quota: 'daily' | 'monthly';
  limit: number;
  periodMs: number;
  turnsAt: number;
  windows: number;
  cost: number;
  others: Others;
}): ModelRun {
  const { quota, limit, periodMs, turnsAt, windows, cost, others } = model;
  let remaining = limit;
  let window = unknownQuota(quota === 'daily' ? DAY_MS : MONTH_MS);
  let elsewhere = nothingElsewhere(quota === 'daily' ? DAY_MS : 7 * DAY_MS);
  let order = 0;
  let last = Number.NEGATIVE_INFINITY;
  let present = { others: 0, ours: 0, oursByHalf: 0 };
  const past: (typeof present)[] = [];
  const run = { refused: 0, tookLast: 0, lowest: limit };

  const nextAt = (now: number) => {
    const view = { minuteLimit: 600, daily: null, monthly: null, careful: false };
    const { gapMs } = backgroundGap({ ...view, [quota]: outlook(window, elsewhere, now) }, now);
    return Math.max(now, last + Math.max(INTERVAL_MS, cost * gapMs));
  };

  function refresh(now: number): void {
    last = now;
    for (let page = 0; page < cost; page += 1) {
      if (page > 0 && remaining <= 2) return;
      if (remaining === 0) {
        run.refused += 1;
        return;
      }
      remaining -= 1;
      present.ours += 1;
      run.lowest = Math.min(run.lowest, remaining);
      if (remaining === 0) run.tookLast += 1;
      const request = { order: order + 1, sentAt: now };
      order += 2;
      const seen = observeQuota(
        window,
        { limit, remaining },
        { request, now, order, good: true, spent: true },
      );
      window = seen.window;
      const answer = { remaining: window.remaining, rebased: seen.rebased, spent: true, inFlight: 0 };
      elsewhere = observeElsewhere(elsewhere, answer, now);
    }
  }

  const end = turnsAt + windows * periodMs;
  let due = 0;
  for (let now = 0; now < end; now += MINUTE_MS) {
    if (now >= turnsAt && (now - turnsAt) % periodMs < MINUTE_MS) {
      past.push(present);
      present = { others: 0, ours: 0, oursByHalf: 0 };
      remaining = limit;
    }
    if (now < turnsAt + past.length * periodMs - periodMs / 2) present.oursByHalf = present.ours;
    const taken = Math.min(remaining, others(now / MINUTE_MS));
    remaining -= taken;
    present.others += taken;
    // Worked out anew after each refresh, as the refresher does, and each hour: a long wait can lose its reason.
    if (now % HOUR_MS === 0) due = nextAt(now);
    while (due < now + MINUTE_MS) {
      refresh(due);
      due = nextAt(due);
    }
  }
  const whole = [...past.slice(1), present];
  return {
    ...run,
    available: whole.reduce((sum, { others: theirs }) => sum + limit - theirs, 0),
    used: whole.reduce((sum, { ours }) => sum + ours, 0),
    usedByHalf: whole.reduce((sum, { oursByHalf }) => sum + oursByHalf, 0),
  };
}
