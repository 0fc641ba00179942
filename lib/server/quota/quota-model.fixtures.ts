import 'server-only';
import { DAY_MS } from '../../contract/limits.ts';
import { outlook } from './forecast.ts';
import { backgroundGap } from './pacing.ts';
import { MONTH_MS, observeQuota, quotaWindowSchema } from './quota-window.ts';
import { elsewhereSchema, observeElsewhere } from './spending.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** The operator's interval. It is so short that the quota limits the pace. */
const INTERVAL_MS = 15_000;

/** Number of requests of others in a minute. @param minute since the start */
export type Others = (minute: number) => number;

export interface ModelRun {
  /** The requests that others leave in complete windows, and how many of them we used. */
  available: number;
  used: number;
  /** How many of them we had used by the middle of each window. */
  usedByHalf: number;
  /** Number of our requests that met a used-up quota, and of those that used its last request. */
  rateLimited: number;
  tookLast: number;
  lowest: number;
}

/**
 * Simulates one quota that we share with others. We refresh as often as pacing allows, with `cost` requests each; the
 * requests of others come first. The quota is reset every `periodMs`, first after `firstResetAt`, without notice.
 */
export function runModel(model: {
  quota: 'daily' | 'monthly';
  limit: number;
  periodMs: number;
  firstResetAt: number;
  windows: number;
  cost: number;
  others: Others;
}): ModelRun {
  const { quota, limit, periodMs, firstResetAt, windows, cost, others } = model;
  let remaining = limit;
  let window = quotaWindowSchema.parse({ periodMs: quota === 'daily' ? DAY_MS : MONTH_MS });
  let elsewhere = elsewhereSchema.parse({ series: { cycleMs: quota === 'daily' ? DAY_MS : 7 * DAY_MS } });
  let order = 0;
  let last = Number.NEGATIVE_INFINITY;
  let current = { others: 0, ours: 0, oursByHalf: 0 };
  const past: (typeof current)[] = [];
  const run = { rateLimited: 0, tookLast: 0, lowest: limit };

  const nextAt = (now: number) => {
    const view = { minuteLimit: 600, daily: null, monthly: null, usesFallback: false };
    const { gapMs } = backgroundGap({ ...view, [quota]: outlook(window, elsewhere, now) }, now);
    return Math.max(now, last + Math.max(INTERVAL_MS, cost * gapMs));
  };

  function refresh(now: number): void {
    last = now;
    for (let page = 0; page < cost; page += 1) {
      if (page > 0 && remaining <= 2) return;
      if (remaining === 0) {
        run.rateLimited += 1;
        return;
      }
      remaining -= 1;
      current.ours += 1;
      run.lowest = Math.min(run.lowest, remaining);
      if (remaining === 0) run.tookLast += 1;
      const request = { order: order + 1, sentAt: now };
      order += 2;
      const observed = observeQuota(
        window,
        { limit, remaining },
        { request, now, order, isSuccess: true, spent: true },
      );
      window = observed.window;
      const answer = { remaining: window.remaining, rebased: observed.rebased, spent: true, inFlight: 0 };
      elsewhere = observeElsewhere(elsewhere, answer, now);
    }
  }

  const end = firstResetAt + windows * periodMs;
  let due = 0;
  for (let now = 0; now < end; now += MINUTE_MS) {
    if (now >= firstResetAt && (now - firstResetAt) % periodMs < MINUTE_MS) {
      past.push(current);
      current = { others: 0, ours: 0, oursByHalf: 0 };
      remaining = limit;
    }
    if (now < firstResetAt + past.length * periodMs - periodMs / 2) current.oursByHalf = current.ours;
    const used = Math.min(remaining, others(now / MINUTE_MS));
    remaining -= used;
    current.others += used;
    // Recomputed after each refresh, as the refresher does, and each hour, because a long wait may become unnecessary.
    if (now % HOUR_MS === 0) due = nextAt(now);
    while (due < now + MINUTE_MS) {
      refresh(due);
      due = nextAt(due);
    }
  }
  const complete = [...past.slice(1), current];
  return {
    ...run,
    available: complete.reduce((sum, { others: theirs }) => sum + limit - theirs, 0),
    used: complete.reduce((sum, { ours }) => sum + ours, 0),
    usedByHalf: complete.reduce((sum, { oursByHalf }) => sum + oursByHalf, 0),
  };
}
