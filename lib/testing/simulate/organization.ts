import { DAY_MS } from '../../contract/limits.ts';
import type { ReferenceApi } from '../../reference-api/api.ts';
import { createReferenceApi } from '../../reference-api/api.ts';
import { UNLIMITED } from '../../reference-api/fixture.ts';
import type { Clock } from '../../server/clock.ts';
import type { Scenario } from './scenarios.ts';

const OUR_KEY = 'our-key';
const OTHER_KEY = 'other-key';

/** The simulated organization: its API, our key, and its other clients. */
export interface SimulatedOrganization {
  api: ReferenceApi;
  key: string;
  /** Sends requests of other clients. @returns the number of those that were not rejected */
  spend(count: number): number;
}

/**
 * Creates an organization that existed long before the simulation: the quotas of the present day and month have been spent at
 * an even pace, so that the first hours are like all others.
 */
export function createOrganization(scenario: Scenario, clock: Clock): SimulatedOrganization {
  const { monitors, limits } = scenario;
  let now = () => clock.now();
  const api = createReferenceApi({
    clock: () => now(),
    organizations: [
      {
        name: 'Simulated',
        quota_daily: limits.daily,
        quota_monthly: limits.monthly,
        keys: [
          { key: OUR_KEY, limit_minute: limits.minute },
          { key: OTHER_KEY, limit_minute: 'unlimited' },
        ],
        monitors: { count: monitors, seed: 1, alive: false },
      },
    ],
  });

  function spend(count: number): number {
    let answered = 0;
    for (let sent = 0; sent < count; sent += 1) {
      // Not a UUID: the request is counted like any other, and its response is cheap.
      const request = { method: 'GET', url: '/v1/monitors/none', remoteAddress: '127.0.0.1' };
      const { status } = api.handle({ ...request, authorization: `Bearer ${OTHER_KEY}` });
      if (status !== 429) answered += 1;
    }
    return answered;
  }

  const start = clock.now();
  const month = monthAround(start);
  const evenADay = Math.min(limits.daily, (limits.monthly * DAY_MS) / (month.to - month.from));
  // Earlier days matter only when the month is limited.
  const from = limits.monthly < UNLIMITED ? month.from : start - (start % DAY_MS);
  for (let day = from; day < start && evenADay < 1e5; day += DAY_MS) {
    now = () => Math.min(day + DAY_MS / 2, start);
    spend(Math.floor(evenADay * Math.min(1, (start - day) / DAY_MS)));
  }
  now = () => clock.now();
  return { api, key: OUR_KEY, spend };
}

/** Returns the calendar month (UTC) of a moment, epoch ms. */
export function monthAround(now: number): { from: number; to: number } {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return { from: Date.UTC(year, month), to: Date.UTC(year, month + 1) };
}
