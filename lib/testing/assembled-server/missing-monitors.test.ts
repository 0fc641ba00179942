import { expect, test } from 'vitest';
import type { MonitorDetail } from '../../contract/answers.ts';
import { isFailure } from '../../server/errors.ts';
import { failureSentence } from '../../server/failure-sentence.ts';
import { ask } from './ask.ts';
import { simulateOrganization } from './simulated-organization.ts';

const MINUTE_MS = 60_000;
/** 250 monitors. */
const PAGES = 3;
const broken = { code: 'upstream_error', status: 500 } as const;
const invented = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** A server whose list lacks its last page, 50 monitors, and keeps lacking it. */
async function setUp() {
  const { clock, upstream, organization, start } = simulateOrganization({});
  upstream.failPage(PAGES, broken);
  let served = await start();
  served.refresher.start();
  await clock.pass(MINUTE_MS);
  const open = async (uuid: string) => (await ask<MonitorDetail>(clock, served.getMonitor(uuid))).body;
  /** @returns the failure that it ends with; null when it is answered */
  const failureOf = async (uuid: string) => {
    const error = await open(uuid).then(
      () => null,
      (reason: unknown) => reason,
    );
    if (error === null || isFailure(error)) return error?.failure ?? null;
    throw error;
  };
  /** @returns how many requests went upstream meanwhile, those of crawls left out */
  const costOf = async (run: () => Promise<unknown>): Promise<number> => {
    const spent = () => {
      const { detail, retry } = served.getUsage().data.spent_here;
      return detail + retry;
    };
    const before = spent();
    await run();
    return spent() - before;
  };
  const missing = organization.api
    .organization()
    .monitors()
    .slice(200)
    .map(({ monitor_uuid }) => monitor_uuid);
  const restart = async () => {
    served.refresher.stop();
    await served.persistentState.close();
    served = await start();
  };
  return { clock, upstream, open, failureOf, costOf, missing, restart, served: () => served };
}

test('row 73: each of many missing monitors can be opened, one after the other and all at once', async () => {
  const { open, missing, costOf } = await setUp();
  const inTurn = await costOf(async () => {
    for (const uuid of missing.slice(0, 10)) {
      expect(await open(uuid)).toMatchObject({ data: { monitor_uuid: uuid }, meta: { degraded: null } });
    }
  });
  expect(inTurn).toBe(10);
  const together = await costOf(() => Promise.all(missing.slice(10, 20).map(open)));
  expect(together).toBe(10);
});

test('row 73: people who open the same missing monitor cost one request and take one place', async () => {
  const { open, missing, costOf } = await setUp();
  const [first = '', ...others] = missing.slice(0, 3);
  expect(await costOf(() => Promise.all([...Array(8).fill(first), ...others].map(open)))).toBe(3);
});

test('row 73: a missing monitor that was read before is served as it was, whatever else cannot be asked for', async () => {
  const { clock, upstream, open, failureOf, missing, restart } = await setUp();
  const [uuid = '', never = ''] = missing;
  await open(uuid);
  await clock.pass(2 * MINUTE_MS);
  for (let n = 0; n < 5; n += 1) await failureOf(invented(n));
  expect(await open(uuid)).toMatchObject({ data: { monitor_uuid: uuid }, meta: { degraded: null } });
  upstream.failDetails(broken);
  await clock.pass(2 * MINUTE_MS);
  const served = await open(uuid);
  expect(served).toMatchObject({ meta: { degraded: { code: 'upstream_error' }, partial: false } });

  // And so it is by the next process.
  await restart();
  for (let n = 0; n < 5; n += 1) await failureOf(invented(n));
  expect(await open(uuid)).toMatchObject({ data: served.data, meta: { partial: false } });
  expect(await failureOf(never)).toMatchObject({ code: 'upstream_error' });
});

test('row 73: when too many were looked for, it is not said that the monitors are read for the first time', async () => {
  const { clock, failureOf, missing, open } = await setUp();
  for (let n = 0; n < 3; n += 1) expect(await failureOf(invented(n))).toEqual({ code: 'monitor_not_found' });
  const failure = await failureOf(missing[0] ?? '');
  if (failure?.code !== 'not_ready') throw new Error('it is to be refused');
  expect(failureSentence(failure)).toMatch(/isn’t in the incomplete list/);
  expect(failureSentence(failure)).not.toMatch(/first time/);
  expect(failure.retryAt).toBeGreaterThan(clock.now());
  await clock.pass(failure.retryAt - clock.now());
  expect((await open(missing[0] ?? '')).data.monitor_uuid).toBe(missing[0]);
});

test.each(['one after the other', 'at once'])(
  'row 27: 40 invented UUIDs %s cost a few requests',
  async (how) => {
    for (const failing of [null, broken, { code: 'upstream_error', status: 503 } as const]) {
      const { upstream, failureOf, costOf, clock } = await setUp();
      upstream.failDetails(failing);
      const all = Array.from({ length: 40 }, (_, n) => invented(n));
      const cost = await costOf(async () => {
        if (how === 'at once') await Promise.all(all.map(failureOf));
        else for (const uuid of all) await failureOf(uuid);
      });
      expect(cost).toBeLessThanOrEqual(6);
      if (failing !== null) expect(await failureOf(invented(99)), 'with the reason').toEqual(failing);
      await clock.pass(0);
    }
  },
);

test('row 81: while upstream hangs and nothing has been read, a monitor is not asked for', async () => {
  const { clock, upstream, organization, start } = simulateOrganization({});
  upstream.delay(60_000);
  const served = await start();
  served.refresher.start();
  await clock.pass(10);
  const uuid = organization.api.organization().monitors()[0]?.monitor_uuid ?? '';
  const open = async () => {
    const begun = clock.monotonic();
    const error: unknown = await ask(clock, served.getMonitor(uuid)).catch((reason: unknown) => reason);
    return {
      failure: isFailure(error) ? error.failure : error,
      tookMs: clock.monotonic() - begun,
    };
  };
  const early = await open();
  expect(early.failure).toMatchObject({ code: 'not_ready', retryAt: expect.any(Number) });
  expect(early.tookMs).toBeLessThanOrEqual(4010);
  await clock.pass(60_000);
  expect(await open(), 'the crawl has failed meanwhile').toMatchObject({
    failure: { code: 'upstream_timeout' },
    tookMs: expect.closeTo(0, -2),
  });
  expect(served.getUsage().data.spent_here.detail).toBe(0);
  served.refresher.stop();
});
