import { expect, test } from 'vitest';
import { defaultInventoryQuery } from '../../contract/inventory-query.ts';
import type { UpstreamFailure } from '../../server/errors.ts';
import { generated } from '../property-runs.ts';
import { simulateOrganization } from './simulated-organization.ts';

/**
 * One round of requests, seconds. Each of many viewers sends requests once a minute, distributed over the rounds; a
 * single viewer sends them in each round.
 */
const ROUND_S = 5;
const ROUNDS_A_MINUTE = 60 / ROUND_S;

/** How many viewers there are at once, besides the comparison with one. */
const MANY = generated(500);

/** Lets upstream fail for some minutes. @returns the times of the upstream attempts, seconds since the first */
async function attemptsOf(viewers: number, failure: UpstreamFailure, minutes: number): Promise<number[]> {
  const { clock, upstream, start } = simulateOrganization({ limits: { minute: 60 } });
  const server = await start();
  server.refresher.start();
  await clock.pass(60_000);
  const { bytes } = await server.listMonitors(defaultInventoryQuery);
  const [row] = JSON.parse(new TextDecoder().decode(bytes)).data;
  upstream.fail(failure);
  const before = upstream.attempts.length;
  const rounds = Math.min(viewers, ROUNDS_A_MINUTE);
  for (let round = 0; round < minutes * ROUNDS_A_MINUTE; round += 1) {
    for (let viewer = round % rounds; viewer < viewers; viewer += rounds) {
      server.refresher.seen(`viewer ${viewer}`, false);
      server.getMonitor(row.monitor_uuid).catch(() => undefined);
      void server.listMonitors({ ...defaultInventoryQuery, q: `word ${viewer % 7}` });
    }
    await clock.pass(ROUND_S * 1000);
  }
  server.refresher.stop();
  const made = upstream.attempts.slice(before);
  return made.map((at) => Math.round((at - (made[0] ?? 0)) / 1000));
}

interface Pace {
  minutes: number;
  /** The number of attempts after which the pace applies. */
  before: number;
  /** The minimum distance of attempts from then on, seconds. */
  apartS: number;
}

/**
 * Expects that many viewers cause the same attempts as one, and no more than the pace allows. The first failure can
 * affect two concurrent requests: one of the crawl and one for a monitor.
 */
async function expectPace(failure: UpstreamFailure, { minutes, before, apartS }: Pace): Promise<void> {
  const one = await attemptsOf(1, failure, minutes);
  const many = await attemptsOf(MANY, failure, minutes);
  expect(many).toEqual(one);
  const paced = many.slice(before - 1);
  const gaps = paced.slice(1).map((at, index) => at - (paced[index] ?? 0));
  expect(gaps.filter((gap) => gap < apartS)).toEqual([]);
  // Attempts continue, so that the end of the failure is detected.
  expect(gaps.length).toBeGreaterThanOrEqual(2);
}

test('row 1: connection refused: many viewers cause as many attempts as one, at most one a minute in the end', () =>
  // Five failures cause a backoff of 5 s, then 10, 20, 40 and 60 s; one of the five may be a retry.
  expectPace({ code: 'upstream_unreachable', reason: 'refused' }, { minutes: 6, before: 10, apartS: 60 }));

test('row 11: 429 without a reason: many viewers cause as many attempts as one, one a minute', () =>
  expectPace({ code: 'quota_unknown', retryAt: null }, { minutes: 10, before: 3, apartS: 60 }));

test('row 17: 429 of the minute: many viewers cause as many attempts as one, one a minute', () =>
  expectPace({ code: 'rate_limited', retryAt: null }, { minutes: 10, before: 3, apartS: 60 }));

test('row 18: key revoked: many viewers cause as many attempts as one, one in 5 minutes', () =>
  expectPace({ code: 'api_key_rejected' }, { minutes: 16, before: 2, apartS: 300 }));
