import { UNLIMITED } from '../../reference-api/fixture.ts';
import type { Limits } from '../../reference-api/limiter.ts';

/** One organization, its limits, and what people and programs do with them. */
export interface Scenario {
  name: string;
  monitors: number;
  limits: Limits;
  /** Viewers at the busiest hour. */
  viewers: number;
  /**
   * What others in the organization spend with another key: requests a day on average, and how many of them a burst has.
   * `drains`: how many times a day, at random hours, they take all that is left of the day.
   */
  others: { aDay: number; burst: number; drains?: number };
  /** Simulated days of the default run. */
  days: number;
  /** Others leave so much that a careful client is never refused. */
  avoidable: boolean;
}

const usual: Scenario = {
  name: 'main',
  monitors: 250,
  limits: { minute: 60, daily: 5000, monthly: UNLIMITED },
  viewers: 500,
  others: { aDay: 2500, burst: 0 },
  days: 30,
  avoidable: true,
};

/** Fewer viewers make the same demands and are simulated sooner. */
const short: Scenario = { ...usual, viewers: 50, days: 5 };

const unlimited: Limits = { minute: UNLIMITED, daily: UNLIMITED, monthly: UNLIMITED };

/** The first is the one that the measures name. */
export const scenarios: readonly Scenario[] = [
  usual,
  { ...short, name: 'bursts', others: { aDay: 2500, burst: 200 }, days: 10 },
  { ...short, name: 'alone', others: { aDay: 0, burst: 0 } },
  { ...short, name: 'few-viewers', viewers: 4 },
  { ...short, name: 'nobody', viewers: 0 },
  {
    ...short,
    name: 'month',
    limits: { minute: 60, daily: 5000, monthly: 60_000 },
    others: { aDay: 1000, burst: 0 },
    days: 30,
  },
  {
    ...short,
    name: 'small-plan',
    monitors: 10,
    limits: { minute: 10, daily: 500, monthly: UNLIMITED },
    others: { aDay: 250, burst: 0 },
    days: 20,
  },
  {
    ...short,
    name: 'scarce',
    monitors: 1000,
    limits: { minute: 10, daily: 500, monthly: 10_000 },
    others: { aDay: 150, burst: 25 },
    days: 20,
  },
  {
    ...short,
    name: 'large-plan',
    monitors: 1000,
    limits: { minute: 600, daily: 50_000, monthly: UNLIMITED },
    others: { aDay: 25_000, burst: 500 },
    days: 3,
  },
  {
    ...short,
    name: 'many-monitors',
    monitors: 10_000,
    limits: { minute: 60, daily: 20_000, monthly: UNLIMITED },
    others: { aDay: 10_000, burst: 0 },
    days: 4,
  },
  {
    ...short,
    name: 'slow-minute',
    monitors: 10_000,
    limits: { ...unlimited, minute: 10 },
    days: 1.5,
  },
  { ...short, name: 'most-monitors', monitors: 100_000, limits: { ...unlimited, minute: 600 }, days: 0.05 },
  { ...short, name: 'unlimited', limits: unlimited, days: 1 },
  { ...short, name: 'drained', others: { aDay: 1000, burst: 0, drains: 1 }, days: 30, avoidable: false },
  { ...short, name: 'others-take-all', others: { aDay: 5500, burst: 0 }, avoidable: false },
];
