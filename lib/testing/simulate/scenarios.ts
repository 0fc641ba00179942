import { UNLIMITED } from '../../reference-api/fixture.ts';
import type { Limits } from '../../reference-api/limiter.ts';

/** One organization, its limits, its viewers, and its other clients. */
export interface Scenario {
  name: string;
  monitors: number;
  limits: Limits;
  /** Viewers at the busiest hour. */
  viewers: number;
  /**
   * Requests of other clients of the organization: the average a day, and the size of a burst. `drains`: how many times
   * a day, at random hours, they spend the rest of the daily quota.
   */
  others: { aDay: number; burst: number; drains?: number };
  /** Simulated days of the default run. */
  days: number;
  /** Others leave enough that a careful client never gets a 429. */
  avoidable: boolean;
}

const mainScenario: Scenario = {
  name: 'main',
  monitors: 250,
  limits: { minute: 60, daily: 5000, monthly: UNLIMITED },
  // More viewers cause the same load and are simulated slower.
  viewers: 50,
  others: { aDay: 2500, burst: 0 },
  days: 30,
  avoidable: true,
};

const shortScenario: Scenario = { ...mainScenario, days: 5 };

const unlimited: Limits = { minute: UNLIMITED, daily: UNLIMITED, monthly: UNLIMITED };

/** All scenarios; the first is the main one, whose ratio is checked. */
export const scenarios: readonly Scenario[] = [
  mainScenario,
  { ...shortScenario, name: 'bursts', others: { aDay: 2500, burst: 200 }, days: 10 },
  { ...shortScenario, name: 'alone', others: { aDay: 0, burst: 0 } },
  { ...shortScenario, name: 'few-viewers', viewers: 4 },
  { ...shortScenario, name: 'nobody', viewers: 0 },
  {
    ...shortScenario,
    name: 'month',
    limits: { minute: 60, daily: 5000, monthly: 60_000 },
    others: { aDay: 1000, burst: 0 },
    days: 30,
  },
  {
    ...shortScenario,
    name: 'small-plan',
    monitors: 10,
    limits: { minute: 10, daily: 500, monthly: UNLIMITED },
    others: { aDay: 250, burst: 0 },
    days: 20,
  },
  {
    ...shortScenario,
    name: 'scarce',
    monitors: 1000,
    limits: { minute: 10, daily: 500, monthly: 10_000 },
    others: { aDay: 150, burst: 25 },
    days: 20,
  },
  {
    ...shortScenario,
    name: 'large-plan',
    monitors: 1000,
    limits: { minute: 600, daily: 50_000, monthly: UNLIMITED },
    others: { aDay: 25_000, burst: 500 },
    days: 3,
  },
  {
    ...shortScenario,
    name: 'many-monitors',
    monitors: 10_000,
    limits: { minute: 60, daily: 20_000, monthly: UNLIMITED },
    others: { aDay: 10_000, burst: 0 },
    days: 4,
  },
  {
    ...shortScenario,
    name: 'slow-minute',
    monitors: 10_000,
    limits: { ...unlimited, minute: 10 },
    days: 1.5,
  },
  {
    ...shortScenario,
    name: 'most-monitors',
    monitors: 100_000,
    limits: { ...unlimited, minute: 600 },
    days: 0.05,
  },
  { ...shortScenario, name: 'unlimited', limits: unlimited, days: 1 },
  {
    ...shortScenario,
    name: 'drained',
    others: { aDay: 1000, burst: 0, drains: 1 },
    days: 30,
    avoidable: false,
  },
  { ...shortScenario, name: 'others-take-all', others: { aDay: 5500, burst: 0 }, avoidable: false },
];
