import { expect, test } from 'vitest';
import { defaultInventoryQuery } from '../../contract/inventory-query.ts';
import type { UpstreamFailure } from '../../server/errors.ts';
import { simulateOrganization } from './simulated-organization.ts';

/** Somebody asks this often. Each of many asks once a minute, in rounds; one alone asks each time. */
const ROUND_S = 5;
const ROUNDS_A_MINUTE = 60 / ROUND_S;

/** Minutes in which upstream answers nothing but this. @returns when it is asked, seconds since the first time */
async function attemptsOf(viewers: number, failure: UpstreamFailure, minutes: number): Promise<number[]> {
  const { clock, upstream, start } = simulateOrganization({ limits: { minute: 60 } });
  const served = await start();
  served.refresher.start();
  await clock.pass(60_000);
  const { bytes } = await served.listMonitors(defaultInventoryQuery);
  const [row] = JSON.parse(new TextDecoder().decode(bytes)).data;
  upstream.fail(failure);
  const before = upstream.attempts.length;
  const rounds = Math.min(viewers, ROUNDS_A_MINUTE);
  for (let round = 0; round < minutes * ROUNDS_A_MINUTE; round += 1) {
    for (let viewer = round % rounds; viewer < viewers; viewer += rounds) {
      served.refresher.seen(`viewer ${viewer}`, 15);
      served.getMonitor(row.monitor_uuid).catch(() => undefined);
      void served.listMonitors({ ...defaultInventoryQuery, q: `word ${viewer % 7}` });
    }
    await clock.pass(ROUND_S * 1000);
  }
  served.refresher.stop();
  const made = upstream.attempts.slice(before);
  return made.map((at) => Math.round((at - (made[0] ?? 0)) / 1000));
}

interface Pace {
  minutes: number;
  /** How many attempts may come before the pace holds. */
  before: number;
  /** Then they are at least so many seconds apart. */
  apartS: number;
}

/**
 * 500 viewers cost what one costs, and neither asks more often than the design allows. The first failure can meet two
 * requests at once: the crawl and the one that opens a monitor.
 */
async function expectPace(failure: UpstreamFailure, { minutes, before, apartS }: Pace): Promise<void> {
  const one = await attemptsOf(1, failure, minutes);
  const many = await attemptsOf(500, failure, minutes);
  expect(many).toEqual(one);
  const paced = many.slice(before - 1);
  const gaps = paced.slice(1).map((at, index) => at - (paced[index] ?? 0));
  expect(gaps.filter((gap) => gap < apartS)).toEqual([]);
  // It does go on asking, and so finds out when the trouble is over.
  expect(gaps.length).toBeGreaterThanOrEqual(2);
}

test('row 1: refused: 500 viewers ask as often as one does, once a minute when the breaker is wide open', () =>
  // Five failures open it for 5 s, then 10, 20, 40 and 60 s; one of the five may be a retry.
  expectPace({ code: 'upstream_unreachable', reason: 'refused' }, { minutes: 6, before: 10, apartS: 60 }));

test('row 11: 429 without a reason: 500 viewers ask as often as one does, after three once in 15 minutes', () =>
  expectPace({ code: 'quota_unknown', retryAt: null }, { minutes: 35, before: 4, apartS: 900 }));

test('row 17: 429 of the minute: 500 viewers ask as often as one does, after three once in 15 minutes', () =>
  expectPace({ code: 'rate_limited', retryAt: null }, { minutes: 35, before: 4, apartS: 900 }));

test('row 18: key revoked: 500 viewers ask as often as one does, once in 5 minutes', () =>
  expectPace({ code: 'api_key_rejected' }, { minutes: 16, before: 2, apartS: 300 }));
