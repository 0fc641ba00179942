import 'server-only';
import type { Failure } from '../errors.ts';
import type { Purpose } from './events.ts';
import { neverArrived } from './in-flight-requests.ts';
import { addCount, emptySeries, type Series } from './series.ts';

/** Requests of ours sent so far, by purpose. */
export type SpentHere = Record<Purpose, number>;

export const nothingSpent: SpentHere = { inventory: 0, list: 0, detail: 0, probe: 0, retry: 0 };

function totalOf(spent: SpentHere): number {
  return Object.values(spent).reduce((sum, count) => sum + count, 0);
}

/** Retries stay at or below a tenth of all requests sent, this one included (row 7). */
export function isRetryAllowed(spent: SpentHere): boolean {
  return (spent.retry + 1) * 10 <= totalOf(spent) + 1;
}

/** What others in the organization spent of one quota: the fall of Remaining that our own requests do not explain. */
export interface SpentElsewhere {
  /** First sight of the quota, monotonic; null before. */
  since: number | null;
  total: number;
  /** When it was noticed. Its cycle is that of people: a day for the daily quota, a week for the monthly. */
  series: Series;
  /** In the present window: where Remaining began, our requests since, and how many of others were noticed. */
  base: number;
  ours: number;
  noticed: number;
}

export function nothingElsewhere(cycleMs: number): SpentElsewhere {
  return { since: null, total: 0, series: emptySeries(cycleMs), base: 0, ours: 0, noticed: 0 };
}

/** Whether upstream may have counted the request that ended so: all but the refused and those that never arrived. */
export function isSpent(failure: Failure | null): boolean {
  return !neverArrived(failure) && !(failure !== null && 'retryAt' in failure);
}

/**
 * Takes in one answer, after its window has. Requests still in flight count as ours, so that others are never blamed
 * for them; what is noticed within a window only grows.
 */
export function observeElsewhere(
  elsewhere: SpentElsewhere,
  answer: { remaining: number | null; rebased: boolean; spent: boolean; inFlight: number },
  now: number,
): SpentElsewhere {
  const { remaining, rebased, spent, inFlight } = answer;
  if (remaining === null) return elsewhere;
  const since = elsewhere.since ?? now;
  if (rebased) return { ...elsewhere, since, base: remaining, ours: 0, noticed: 0 };
  const ours = elsewhere.ours + (spent ? 1 : 0);
  const unexplained = elsewhere.base - remaining - ours - inFlight;
  const more = Math.max(0, unexplained - elsewhere.noticed);
  return {
    ...elsewhere,
    since,
    ours,
    noticed: elsewhere.noticed + more,
    total: elsewhere.total + more,
    series: addCount(elsewhere.series, now, more),
  };
}
