import { expect, test } from 'vitest';
import { errorMessage } from '../../server/api/failures.ts';
import { isFailure } from '../../server/errors.ts';
import { readBody, simulateOrganization } from './simulated-organization.ts';

const MINUTE_MS = 60_000;
/** 250 monitors. */
const PAGES = 3;
const broken = { code: 'upstream_error', status: 500 } as const;
const invented = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** A server whose last page, with 50 monitors, always fails. */
async function setUp() {
  const { clock, upstream, organization, start } = simulateOrganization({});
  upstream.failPage(PAGES, broken);
  let server = await start();
  server.refresher.start();
  await clock.pass(MINUTE_MS);
  const open = (uuid: string) => server.open(uuid);
  /** Opens a monitor. @returns the failure; null when it succeeds */
  const failureOf = async (uuid: string) => {
    const error = await open(uuid).then(
      () => null,
      (reason: unknown) => reason,
    );
    if (error === null || isFailure(error)) return error?.failure ?? null;
    throw error;
  };
  /** @returns the number of upstream requests meanwhile, without those of crawls */
  const costOf = async (run: () => Promise<unknown>): Promise<number> => {
    const spent = () => {
      const { detail, retry } = server.getUsage().data.spent_here;
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
    server.refresher.stop();
    await server.stored();
    server = await start();
  };
  return { clock, upstream, open, failureOf, costOf, missing, restart };
}

test('row 73: many missing monitors can be opened, sequentially and concurrently', async () => {
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

test('row 73: a missing monitor that was read before is served from its earlier detail when it cannot be requested', async () => {
  const { clock, upstream, open, failureOf, missing, restart } = await setUp();
  const [uuid = '', unread = ''] = missing;
  await open(uuid);
  await clock.pass(2 * MINUTE_MS);
  for (let n = 0; n < 5; n += 1) await failureOf(invented(n));
  expect(await open(uuid)).toMatchObject({ data: { monitor_uuid: uuid }, meta: { degraded: null } });
  upstream.failDetails(broken);
  await clock.pass(2 * MINUTE_MS);
  const opened = await open(uuid);
  expect(opened).toMatchObject({ meta: { degraded: { code: 'upstream_error' }, partial: false } });

  // The next process serves it too.
  await restart();
  for (let n = 0; n < 5; n += 1) await failureOf(invented(n));
  expect(await open(uuid)).toMatchObject({ data: opened.data, meta: { partial: false } });
  expect(await failureOf(unread)).toMatchObject({ code: 'upstream_error' });
});

test('row 73: right after a lookup that failed, the message does not claim that this is the first crawl', async () => {
  const { clock, failureOf, missing, open } = await setUp();
  expect(await failureOf(invented(0))).toEqual({ code: 'monitor_not_found' });
  const failure = await failureOf(missing[0] ?? '');
  if (failure?.code !== 'not_ready') throw new Error('expected not_ready');
  expect(errorMessage(failure)).toMatch(/isn’t in the incomplete list/);
  expect(errorMessage(failure)).not.toMatch(/first time/);
  expect(failure.retryAt).toBeGreaterThan(clock.now());
  await clock.pass(failure.retryAt - clock.now());
  expect((await open(missing[0] ?? '')).data.monitor_uuid).toBe(missing[0]);
});

test.each(['one after the other', 'at once'])(
  'row 27: 40 invented UUIDs %s cost only a few requests',
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
      if (failing !== null) expect(await failureOf(invented(99)), 'the reason is reported').toEqual(failing);
      await clock.pass(0);
    }
  },
);

test('row 81: while upstream hangs and nothing has been read, no monitor is requested', async () => {
  const { clock, upstream, organization, start } = simulateOrganization({});
  upstream.delay(60_000);
  const server = await start();
  server.refresher.start();
  await clock.pass(10);
  const uuid = organization.api.organization().monitors()[0]?.monitor_uuid ?? '';
  const open = async () => {
    const begun = clock.monotonic();
    const error: unknown = await readBody(clock, server.getMonitor(uuid)).catch((reason: unknown) => reason);
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
  expect(server.getUsage().data.spent_here.detail).toBe(0);
  server.refresher.stop();
});
