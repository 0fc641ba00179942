import 'server-only';
import { z } from 'zod';
import type { Failure } from '../errors.ts';
import { addCount, seriesSchema } from './count-series.ts';
import { purposes } from './request-purpose.ts';
import { wasNeverSent } from './specific-failure.ts';

/** Number of our requests by purpose. An earlier version has stored fewer purposes. */
export const spentHereSchema = z.record(z.enum(purposes), z.number().nonnegative().default(0));
export type SpentHere = z.infer<typeof spentHereSchema>;

export const nothingSpent = spentHereSchema.parse({});

/** Number of requests with purposes that crawls use, including retries. */
export function spentOnCrawls({ inventory, list, probe, retry }: SpentHere): number {
  return inventory + list + probe + retry;
}

/** Whether one more retry keeps retries at or below a tenth of all requests (row 7). */
export function isRetryAllowed(spent: SpentHere): boolean {
  const total = Object.values(spent).reduce((sum, count) => sum + count, 0);
  return (spent.retry + 1) * 10 <= total + 1;
}

/** Usage of one quota by others in the organization: the decrease of Remaining that our requests do not explain. Stored. */
export const elsewhereSchema = z.object({
  /** When the quota was first reported, monotonic ms; null before. */
  since: z.number().nullable().default(null),
  total: z.number().nonnegative().default(0),
  /** The usage over time. The cycle follows human activity: a day for the daily quota, a week for the monthly. */
  series: seriesSchema,
  /** Remaining in the current window if others used no more than is known. */
  expected: z.number().default(0),
});
export type SpentElsewhere = z.infer<typeof elsewhereSchema>;

/** Whether upstream may have counted a request with this result: all except 429s and requests that were never sent. */
export function isSpent(failure: Failure | null): boolean {
  return !wasNeverSent(failure) && !(failure !== null && 'retryAt' in failure);
}

/** Returns the usage by others after one response. Within a window it never decreases. @param answer.rebased see `observeQuota` */
export function observeElsewhere(
  elsewhere: SpentElsewhere,
  answer: { remaining: number | null; rebased: boolean; spent: boolean; inFlight: number },
  now: number,
): SpentElsewhere {
  const { remaining, rebased, spent, inFlight } = answer;
  if (remaining === null) return elsewhere;
  const since = elsewhere.since ?? now;
  if (rebased) return { ...elsewhere, since, expected: remaining };
  const expected = elsewhere.expected - (spent ? 1 : 0);
  const additional = Math.max(0, expected - remaining - inFlight);
  return {
    ...elsewhere,
    since,
    expected: expected - additional,
    total: elsewhere.total + additional,
    series: addCount(elsewhere.series, now, additional),
  };
}
