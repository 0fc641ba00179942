import { expect, test } from 'vitest';
import { settingsOf } from '../../server/inventory/snapshot/monitor-settings.ts';
import type { assembleServer } from './assembled-server.ts';
import { simulateOrganization } from './simulated-organization.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The interval of crawls without viewers. */
const IDLE_MS = 15 * MINUTE_MS;

type Server = Awaited<ReturnType<typeof assembleServer>>;

const knownOf = ({ inventory }: Server) => inventory.shown().index?.settingsKnown;

test('the settings of an opened monitor are in the list from the next crawl on, and after a restart', async () => {
  const { clock, upstream, start } = simulateOrganization({});
  const first = await start();
  first.refresher.start();
  await clock.pass(MINUTE_MS);
  const uuid = (await first.list()).data[3]?.monitor_uuid ?? '';
  const opened = await first.open(uuid);
  expect(knownOf(first)).toBe(0);
  await clock.pass(IDLE_MS);
  expect(knownOf(first)).toBe(1);
  const row = (await first.list()).data.find(({ monitor_uuid }) => monitor_uuid === uuid);
  expect(row && settingsOf(row)).toEqual(settingsOf(opened.data));
  first.refresher.stop();
  await first.stored();

  upstream.fail({ code: 'upstream_timeout' });
  const second = await start();
  expect(knownOf(second)).toBe(1);
  const known = await second.open(uuid);
  expect([known.meta.partial, settingsOf(known.data)]).toEqual([false, settingsOf(opened.data)]);
});

test('the settings of all monitors are read once, also across restarts, and again when one is modified', async () => {
  const { clock, upstream, organization, start } = simulateOrganization({ monitors: 60 });
  const run = async (milliseconds: number) => {
    const server = await start();
    server.refresher.start();
    server.settingsReader.start();
    await clock.pass(milliseconds);
    server.settingsReader.stop();
    server.refresher.stop();
    await server.stored();
    return server;
  };
  const first = await run(HOUR_MS);
  expect(knownOf(first)).toBe(60);
  expect(first.getUsage().data).toMatchObject({
    spent_here: { settings: 60, detail: 0 },
    settings: { known: 60, monitors: 60, state: 'complete' },
  });
  const sent = upstream.attempts.length;
  const second = await run(HOUR_MS);
  expect(upstream.attempts.length - sent, 'crawls only').toBeLessThanOrEqual(5);
  expect(second.getUsage().data.spent_here.settings).toBe(60);

  const [monitor] = organization.api.organization().monitors();
  organization.api.organization().editMonitor(monitor?.monitor_uuid ?? '', {
    timeout_ms: 12_345,
    updated_at: new Date(clock.now()).toISOString(),
  });
  const third = await run(HOUR_MS);
  expect(third.getUsage().data.spent_here.settings).toBe(61);
  const row = third.inventory.monitor(monitor?.monitor_uuid.toLowerCase() ?? '');
  expect(row?.timeout_ms).toBe(12_345);
});

test('a viewer never waits for the settings', async () => {
  const { clock, upstream, start } = simulateOrganization({});
  const server = await start();
  server.refresher.start();
  await clock.pass(MINUTE_MS);
  const uuids = server.inventory.shown().index?.rows.map(({ monitor }) => monitor.monitor_uuid) ?? [];
  upstream.delay(4000);
  server.settingsReader.start();
  const before = upstream.attempts.length;
  while (upstream.attempts.length === before) await clock.pass(100);
  const opened = uuids.slice(10, 13).map((uuid) => server.getMonitor(uuid));
  await clock.pass(10);
  expect(upstream.attempts.length - before, 'all are sent while the settings are read').toBe(4);
  await clock.pass(10_000);
  expect((await Promise.all(opened)).map(({ body }) => body.meta.degraded)).toEqual([null, null, null]);
});

test.each([
  ['without viewers', false],
  ['while somebody looks at the list', true],
])(
  '1,200 settings are known within the hour, %s, and their share of the day and month is kept',
  async (_, isSeen) => {
    const limits = { minute: 60, daily: 5000, monthly: 100_000 };
    const { clock, start } = simulateOrganization({ limits, monitors: 1200, isFresh: true });
    const server = await start();
    server.refresher.start();
    server.settingsReader.start();
    let known = 0;
    let until: string | null = null;
    for (let minute = 0; minute < 60; minute += 1) {
      if (isSeen) server.refresher.seen('viewer', false);
      await clock.pass(MINUTE_MS);
      const { settings } = server.getUsage().data;
      expect(settings.known).toBeGreaterThanOrEqual(known);
      known = settings.known;
      if (minute === 5) until = settings.until;
    }
    const { settings, spent_here, daily, monthly } = server.getUsage().data;
    expect(settings).toEqual({ known: 1200, monitors: 1200, state: 'complete', until: null });
    // 40 minutes at half of the limit, and a little more for the crawls.
    expect(Date.parse(until ?? '') - clock.now()).toBeGreaterThan(-25 * MINUTE_MS);
    expect(Date.parse(until ?? '') - clock.now()).toBeLessThan(0);
    expect(spent_here).toMatchObject({ settings: 1200, retry: 0 });
    expect(5000 - (daily.remaining ?? 0)).toBe(100_000 - (monthly.remaining ?? 0));
  },
);
