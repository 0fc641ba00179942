import { DAY_MS } from '../../contract/limits.ts';
import { monthAround } from './organization.ts';
import { OPERATOR_MIN_S } from './product.ts';
import { type Sample, STEP_MS } from './run.ts';
import type { Scenario } from './scenarios.ts';
import { MEAN_ANSWER_MS } from './upstream.ts';

/** The crawl interval of an oracle at each sample, and the duration of its crawls. Milliseconds. */
export interface Optimum {
  /** The requests are spread evenly over all hours. */
  intervals: readonly number[];
  readingMs: number;
}

/**
 * Returns the optimum that the limits allow to an oracle that knows when days and months end, and what other clients
 * spend in each:
 *
 * interval = max(operator's minimum, cost x 60 / L, cost x day / (D - others'), cost x month / (M -
 * others'))
 *
 * It uses everything that others leave, down to the last request. Like ours, its snapshots are shown when the last page
 * has been read, with 4 pages at a time and L in a minute.
 */
export function optimumOf(scenario: Scenario, samples: readonly Sample[]): Optimum {
  const { limits } = scenario;
  const cost = Math.max(1, Math.ceil(scenario.monitors / 100));
  const days = othersIn(samples, dayOf);
  const months = othersIn(samples, monthOf);
  const least = Math.max(OPERATOR_MIN_S * 1000, (cost * 60_000) / limits.minute);
  const within = (others: number | undefined, limit: number, periodMs: number): number =>
    (cost * periodMs) / Math.max(0, limit - (others ?? 0) * periodMs);
  const intervals = samples.map(({ at }) => {
    const { from, to } = monthAround(at - 1);
    return Math.max(
      least,
      within(days.get(dayOf(at)), limits.daily, DAY_MS),
      within(months.get(monthOf(at)), limits.monthly, to - from),
    );
  });
  const minutes = Math.ceil(cost / limits.minute) - 1;
  return {
    intervals,
    readingMs: Math.max(minutes * 60_000, MEAN_ANSWER_MS * (cost - 1)),
  };
}

/** Returns the requests of other clients a millisecond, in the simulated part of each day or month. */
function othersIn(samples: readonly Sample[], periodOf: (at: number) => number): Map<number, number> {
  const grouped = Map.groupBy(samples, ({ at }) => periodOf(at));
  return new Map(
    [...grouped].map(([period, within]) => [
      period,
      within.reduce((sum, { others }) => sum + others, 0) / (within.length * STEP_MS),
    ]),
  );
}

/** Returns the number of the day (UTC) of a sample: a step that ends at midnight belongs to the day before. */
export function dayOf(at: number): number {
  return Math.floor((at - 1) / DAY_MS);
}

function monthOf(at: number): number {
  return monthAround(at - 1).from;
}
