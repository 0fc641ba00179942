import { IDLE_S } from '../../server/inventory/refresh-plan.ts';
import { monthAround } from './organization.ts';
import { OPERATOR_MIN_S } from './product.ts';
import { type Sample, STEP_MS } from './run.ts';
import type { Scenario } from './scenarios.ts';
import { MEAN_ANSWER_MS } from './upstream.ts';

const DAY_MS = 86_400_000;

/** How often one who knows everything reads at each sample, and how long a crawl takes it. Milliseconds. */
export interface Optimum {
  /** Spreading evenly over all hours. */
  even: readonly number[];
  /** Spreading over the time in which somebody looks; at other times it reads every 15 minutes or even less. */
  looking: readonly number[];
  readingMs: number;
}

/**
 * The best that the limits allow to one who knows when days and months end, and what others spend in each:
 *
 * interval = max(requested, operator's minimum, cost x 60 / L, cost x day / (D - others'), cost x month / (M - others'))
 *
 * It uses all that others leave, down to the last request. Its snapshots too are shown only when the last page has been
 * read: 4 at a time, and L in a minute.
 */
export function optimumOf(scenario: Scenario, samples: readonly Sample[]): Optimum {
  const { limits } = scenario;
  const cost = Math.max(1, Math.ceil(scenario.monitors / 100));
  const days = parts(samples, dayOf);
  const months = parts(samples, monthOf);
  const least = Math.max(OPERATOR_MIN_S * 1000, (cost * 60_000) / limits.minute);
  const intervals = (knowsWhoLooks: boolean) =>
    samples.map(({ at, requestedInterval }) => {
      const within = (part: Part | undefined, limit: number, periodMs: number): number => {
        const { others = 0, looking = 1 } = part ?? {};
        const even = (cost * periodMs) / Math.max(0, limit - others * periodMs);
        if (!knowsWhoLooks) return even;
        const idle = (1 - looking) / Math.max(IDLE_S * 1000, even);
        return looking / (1 / even - idle);
      };
      const { from, to } = monthAround(at - 1);
      return Math.max(
        least,
        (requestedInterval ?? 0) * 1000,
        within(days.get(dayOf(at)), limits.daily, DAY_MS),
        within(months.get(monthOf(at)), limits.monthly, to - from),
      );
    });
  const minutes = Math.ceil(cost / limits.minute) - 1;
  return {
    even: intervals(false),
    looking: intervals(true),
    readingMs: Math.max(minutes * 60_000, MEAN_ANSWER_MS * Math.ceil((cost - 1) / 4)),
  };
}

/** A day or month as far as it was simulated. */
interface Part {
  /** Requests of others a millisecond. */
  others: number;
  /** Share of the time in which somebody looked. */
  looking: number;
}

function parts(samples: readonly Sample[], periodOf: (at: number) => number): Map<number, Part> {
  const grouped = Map.groupBy(samples, ({ at }) => periodOf(at));
  return new Map(
    [...grouped].map(([period, within]) => [
      period,
      {
        others: within.reduce((sum, { others }) => sum + others, 0) / (within.length * STEP_MS),
        looking: within.filter(({ requestedInterval }) => requestedInterval !== null).length / within.length,
      },
    ]),
  );
}

/** The day (UTC) a sample belongs to: a step that ends at midnight lies in the day before. */
export function dayOf(at: number): number {
  return Math.floor((at - 1) / DAY_MS);
}

function monthOf(at: number): number {
  return monthAround(at - 1).from;
}
