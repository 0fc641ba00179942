import { expect, test } from 'vitest';
import { parseResetTime } from '../../server/quota/reset-time.ts';
import { simulateOrganization } from './simulated-organization.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Our clock starts at noon. Upstream's day ends at 7:30 the next morning, which upstream does not report. */
const AHEAD_MS = 16.5 * HOUR_MS;
const ENDS_AFTER_MS = 19.5 * HOUR_MS;
const PROBE_MS = 15 * MINUTE_MS;

/**
 * A server that has read everything, with a viewer who requests an interval of 15 seconds.
 *
 * @param setting SIGHTLINE_QUOTA_RESET
 */
async function setUp(setting?: string) {
  const { clock, organization, upstream, start } = simulateOrganization({
    limits: { daily: 5000 },
    aheadMs: AHEAD_MS,
  });
  const server = await start(setting === undefined ? {} : { quotaReset: parseResetTime(setting) });
  const { list, open } = server;
  /** The viewer stays for this time and opens one of these monitors each minute. */
  const watch = async (milliseconds: number, uuids: readonly string[]) => {
    const end = clock.monotonic() + milliseconds;
    for (let visits = 0; clock.monotonic() < end; visits += 1) {
      server.refresher.seen('viewer', false);
      const uuid = uuids[visits % uuids.length];
      if (uuid !== undefined) await open(uuid);
      await clock.pass(Math.min(MINUTE_MS, end - clock.monotonic()));
    }
  };
  server.refresher.seen('viewer', false);
  server.refresher.start();
  await clock.pass(1000);
  const first = await list();
  expect(first.meta).toMatchObject({ degraded: null, inventory: { state: 'complete', read: 250 } });
  const uuids = first.data.map(({ monitor_uuid }) => monitor_uuid);
  return { clock, organization, upstream, server, uuids, list, open, watch };
}

const exhausted = { code: 'daily_quota_exhausted', retry_at: null };

test('row 12: with the daily quota used up only probes are sent, one in 15 minutes, also after midnight', async () => {
  const { clock, organization, upstream, server, uuids, list, watch } = await setUp();
  // Other clients spend the rest of the quota.
  expect(organization.spend(5000)).toBeGreaterThan(0);
  await watch(10 * MINUTE_MS, uuids.slice(0, 3));
  expect((await list()).meta.degraded).toMatchObject(exhausted);
  const usage = server.getUsage().data;
  expect(usage).toMatchObject({ state: 'daily_quota_exhausted', retry_at: null });
  expect(usage.daily.resets_at).toBeNull();

  const before = upstream.attempts.length;
  // Past our midnight, until just before upstream's day ends.
  await watch(ENDS_AFTER_MS - clock.monotonic() - MINUTE_MS, uuids.slice(0, 3));
  const gaps = upstream.attempts
    .slice(before)
    .map((at, index) => at - (upstream.attempts[before + index - 1] ?? 0));
  expect(gaps.filter((gap) => gap < PROBE_MS)).toEqual([]);
  expect(gaps.filter((gap) => gap > PROBE_MS + MINUTE_MS)).toEqual([]);
  expect(gaps.length).toBeGreaterThan(70);
  const stale = await list();
  expect(stale.meta).toMatchObject({ degraded: exhausted, inventory: { state: 'complete', read: 250 } });

  // A probe detects the new day, and crawls continue.
  await watch(PROBE_MS + 2 * MINUTE_MS, []);
  const { meta } = await list();
  expect(meta.degraded).toBeNull();
  expect(Date.parse(meta.as_of)).toBeGreaterThan(Date.parse(stale.meta.as_of) + 19 * HOUR_MS);
  expect(server.getUsage().data.state).toBe('ok');
});

test('row 12, row 74: probes are also sent when users spend the last two requests of the day after a crawl', async () => {
  const { organization, upstream, server, uuids, list, open, watch } = await setUp();
  // Other clients leave enough for one crawl and two more requests.
  await open(uuids[0] ?? '');
  organization.spend((server.getUsage().data.daily.remaining ?? 0) - 5);
  await watch(5 * MINUTE_MS, []);
  for (const uuid of uuids.slice(1, 3)) await open(uuid);
  expect(server.getUsage().data).toMatchObject({ state: 'daily_quota_exhausted', daily: { remaining: 0 } });
  const before = upstream.attempts.length;
  await watch(HOUR_MS, []);
  expect((await list()).meta.degraded).toMatchObject(exhausted);
  expect(upstream.attempts.length - before).toBeGreaterThanOrEqual(3);
});

/** Upstream's day by our clock (UTC). */
const upstreamReset = '07:30';

test('a configured reset: its time is reported, and crawls continue shortly after it', async () => {
  const { clock, organization, upstream, server, list, watch } = await setUp(upstreamReset);
  organization.spend(5000);
  await watch(10 * MINUTE_MS, []);
  const { daily, monthly, retry_at } = server.getUsage().data;
  const start = clock.now() - clock.monotonic();
  const at = (milliseconds: number) => new Date(start + milliseconds).toISOString();
  expect(daily).toMatchObject({
    resets_at: at(ENDS_AFTER_MS),
    resets_at_local: expect.stringMatching(/ 07:30 UTC$/),
  });
  expect(monthly.resets_at_local).toMatch(/-01 07:30 UTC$/);
  // 5 s, and half of the jitter.
  const retryAt = at(ENDS_AFTER_MS + 17_500);
  expect(retry_at).toBe(retryAt);
  expect((await list()).meta.degraded).toMatchObject({ code: 'daily_quota_exhausted', retry_at: retryAt });

  await watch(ENDS_AFTER_MS - clock.monotonic() - 1, []);
  const before = upstream.attempts.length;
  await watch(30_000, []);
  expect(upstream.attempts[before]).toBeCloseTo(ENDS_AFTER_MS + 17_500);
  expect((await list()).meta.degraded).toBeNull();
  expect(server.getUsage().data).toMatchObject({
    state: 'ok',
    daily: { resets_at: at(ENDS_AFTER_MS + 24 * HOUR_MS) },
  });
});
