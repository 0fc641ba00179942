import { expect, test } from 'vitest';
import type { MonitorDetail, MonitorList } from '../../contract/answers.ts';
import { defaultInventoryQuery } from '../../contract/inventory-query.ts';
import { ask } from './ask.ts';
import { simulateOrganization } from './simulated-organization.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Our clock begins at noon. Upstream's day ends at 7:30 the next morning, which nobody tells us. */
const AHEAD_MS = 16.5 * HOUR_MS;
const ENDS_AFTER_MS = 19.5 * HOUR_MS;
const PROBE_MS = 15 * MINUTE_MS;

/** A server that has read everything, and a viewer who wants it anew every 15 seconds. */
async function setUp() {
  const { clock, organization, upstream, start } = simulateOrganization({
    limits: { daily: 5000 },
    aheadMs: AHEAD_MS,
  });
  const served = await start();
  const list = async () => {
    const query = { ...defaultInventoryQuery, per_page: 100 };
    return (await ask<MonitorList>(clock, served.listMonitors(query))).body;
  };
  const open = async (uuid: string) => (await ask<MonitorDetail>(clock, served.getMonitor(uuid))).body;
  /** The viewer stays, opens the same few monitors, and asks for the list. */
  const look = async (milliseconds: number, uuids: readonly string[]) => {
    const end = clock.monotonic() + milliseconds;
    for (let visits = 0; clock.monotonic() < end; visits += 1) {
      served.refresher.seen('somebody', 15);
      const uuid = uuids[visits % uuids.length];
      if (uuid !== undefined) await open(uuid);
      await clock.pass(Math.min(MINUTE_MS, end - clock.monotonic()));
    }
  };
  served.refresher.seen('somebody', 15);
  served.refresher.start();
  await clock.pass(1000);
  const first = await list();
  expect(first.meta).toMatchObject({ degraded: null, inventory: { state: 'complete', read: 250 } });
  const uuids = first.data.map(({ monitor_uuid }) => monitor_uuid);
  return { clock, organization, upstream, served, uuids, list, open, look };
}

const exhausted = { code: 'daily_quota_exhausted', retry_at: null };

test('row 12: with nothing left of the day only probes go, one in 15 minutes, and midnight means nothing', async () => {
  const { clock, organization, upstream, served, uuids, list, look } = await setUp();
  // Others take all that is left.
  expect(organization.spend(5000)).toBeGreaterThan(0);
  await look(10 * MINUTE_MS, uuids.slice(0, 3));
  expect((await list()).meta.degraded).toMatchObject(exhausted);
  const usage = served.getUsage().data;
  expect(usage).toMatchObject({ state: 'daily_quota_exhausted', retry_at: null });
  expect(usage.daily.resets_at).toBeNull();

  const before = upstream.attempts.length;
  // Past our midnight, until just before the day of upstream ends.
  await look(ENDS_AFTER_MS - clock.monotonic() - MINUTE_MS, uuids.slice(0, 3));
  const gaps = upstream.attempts
    .slice(before)
    .map((at, index) => at - (upstream.attempts[before + index - 1] ?? 0));
  expect(gaps.filter((gap) => gap < PROBE_MS)).toEqual([]);
  expect(gaps.filter((gap) => gap > PROBE_MS + MINUTE_MS)).toEqual([]);
  expect(gaps.length).toBeGreaterThan(70);
  const stale = await list();
  expect(stale.meta).toMatchObject({ degraded: exhausted, inventory: { state: 'complete', read: 250 } });

  // A probe finds the new day, and reading goes on.
  await look(PROBE_MS + 2 * MINUTE_MS, []);
  const { meta } = await list();
  expect(meta.degraded).toBeNull();
  expect(Date.parse(meta.as_of)).toBeGreaterThan(Date.parse(stale.meta.as_of) + 19 * HOUR_MS);
  expect(served.getUsage().data.state).toBe('ok');
});

test('row 12, row 74: when people take the last two of the day after a crawl, probes go too', async () => {
  const { organization, upstream, served, uuids, list, open, look } = await setUp();
  // Others leave what one crawl needs and two more.
  await open(uuids[0] ?? '');
  organization.spend((served.getUsage().data.daily.remaining ?? 0) - 5);
  await look(5 * MINUTE_MS, []);
  for (const uuid of uuids.slice(1, 3)) await open(uuid);
  expect(served.getUsage().data).toMatchObject({ state: 'daily_quota_exhausted', daily: { remaining: 0 } });
  const before = upstream.attempts.length;
  await look(HOUR_MS, []);
  expect((await list()).meta.degraded).toMatchObject(exhausted);
  expect(upstream.attempts.length - before).toBeGreaterThanOrEqual(3);
});
