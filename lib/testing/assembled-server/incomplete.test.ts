import { expect, test } from 'vitest';
import type { MonitorDetail, MonitorList } from '../../contract/answers.ts';
import { defaultInventoryQuery } from '../../contract/inventory-query.ts';
import { isFailure, type UpstreamFailure } from '../../server/errors.ts';
import { ask } from './ask.ts';
import { simulateOrganization } from './simulated-organization.ts';

const MINUTE_MS = 60_000;
/** 250 monitors. */
const PAGES = 3;
const broken = { code: 'upstream_error', status: 500 } as const;

/** A server at an organization with these requests a day, somebody who looks at its list all the time, and its answers. */
async function setUp(daily: number, count = 250) {
  const { clock, upstream, organization, start } = simulateOrganization({
    limits: { daily },
    monitors: count,
  });
  const served = await start();
  const list = async () => {
    const query = { ...defaultInventoryQuery, per_page: 100 };
    return (await ask<MonitorList>(clock, served.listMonitors(query))).body;
  };
  const open = async (uuid: string) => (await ask<MonitorDetail>(clock, served.getMonitor(uuid))).body;
  /** @returns how many requests went upstream meanwhile */
  const look = async (milliseconds: number): Promise<number> => {
    const before = upstream.attempts.length;
    for (let passed = 0; passed < milliseconds; passed += 10_000) {
      served.refresher.seen('somebody', 15);
      await clock.pass(10_000);
    }
    return upstream.attempts.length - before;
  };
  const monitors = organization.api.organization().monitors();
  return { clock, upstream, served, list, open, look, monitors };
}

interface Day {
  /** How many requests the quota has for it; more than anybody can spend, and the interval binds. */
  daily: number;
  monitors: number;
  /** Somebody looks all day long. */
  isWatched: boolean;
}

/** What a day costs, sound or with a page that fails from the beginning, or once everything has been read. */
async function costOfDay({ daily, monitors, isWatched }: Day, bad?: Bad): Promise<number> {
  const { clock, upstream, served, look } = await setUp(daily, monitors);
  if (bad && !bad.isLater) upstream.failPage(bad.page, bad.failure);
  served.refresher.start();
  await clock.pass(1000);
  if (bad) upstream.failPage(bad.page, bad.failure);
  const dayMs = 24 * 60 * MINUTE_MS;
  if (isWatched) await look(dayMs);
  else await clock.pass(dayMs);
  served.refresher.stop();
  return upstream.attempts.length;
}

interface Bad {
  page: number;
  failure: UpstreamFailure;
  isLater: boolean;
}

const UNLIMITED = 1_000_000;
const days: Day[] = [
  { daily: 1000, monitors: 250, isWatched: true },
  { daily: UNLIMITED, monitors: 250, isWatched: false },
  { daily: UNLIMITED, monitors: 50, isWatched: false },
  { daily: UNLIMITED, monitors: 50, isWatched: true },
];
const passing = { code: 'upstream_error', status: 503 } as const;
const bads = [broken, passing, { code: 'upstream_timeout' } as const].flatMap((failure) =>
  [false, true].map((isLater) => ({ failure, isLater })),
);

test.each(days)(
  'row 72: a page that fails for ever costs a day no more than a sound list: $monitors monitors, $daily a day, watched: $isWatched',
  async (day) => {
    const sound = await costOfDay(day);
    expect(sound).toBeGreaterThan(90);
    for (const page of day.monitors > 100 ? [1, PAGES] : [1]) {
      for (const bad of bads) {
        const title = `page ${page}, ${JSON.stringify(bad)}`;
        expect(await costOfDay(day, { page, ...bad }), title).toBeLessThanOrEqual(sound);
      }
    }
  },
  120_000,
);

test('row 72: with the last page failing from the start, the rest is shown, and how much is missing', async () => {
  const { upstream, served, list, look, monitors, open } = await setUp(1000);
  upstream.failPage(PAGES, broken);
  served.refresher.start();
  expect(await look(4 * MINUTE_MS)).toBeLessThanOrEqual(16);
  const { data, pagination, meta } = await list();
  expect(data).toHaveLength(100);
  expect(pagination.total).toBe(200);
  expect(meta.inventory).toMatchObject({
    state: 'incomplete',
    read: 200,
    total: 250,
    missing: { count: 50, reason: 'page_failed', kept: 0 },
  });
  expect(meta.degraded).toMatchObject({ code: 'upstream_error' });
  const last = monitors.at(-1);
  expect((await open(last?.monitor_uuid ?? '')).data.name).toBe(last?.name);

  upstream.failPage(PAGES, null);
  await look(20 * MINUTE_MS);
  expect((await list()).meta).toMatchObject({ degraded: null, inventory: { state: 'complete', read: 250 } });
  served.refresher.stop();
});

/** Read once in whole, then with this page failing so for some readings. */
async function readThenFailing(page: number, failure: UpstreamFailure) {
  const parts = await setUp(5000);
  const { upstream, served, look } = parts;
  served.refresher.start();
  await look(MINUTE_MS);
  upstream.failPage(page, failure);
  await look(10 * MINUTE_MS);
  return parts;
}

const pageFailures: UpstreamFailure[] = [
  broken,
  { code: 'upstream_timeout' },
  { code: 'upstream_unreachable', reason: 'reset' },
  { code: 'access_denied' },
];

test.each(pageFailures)(
  'row 72: read in whole before, a page that fails for ever freezes nothing but its own monitors: $code',
  async (failure) => {
    const { clock, upstream, served, list, open, look, monitors } = await readThenFailing(PAGES, failure);
    const { pagination, meta } = await list();
    expect(pagination.total, 'with those read before').toBe(250);
    expect(meta.inventory).toMatchObject({
      state: 'incomplete',
      read: 200,
      total: 250,
      missing: { count: 50, reason: 'page_failed', kept: 50 },
    });
    expect(meta.degraded).toMatchObject({ code: failure.code });
    expect(clock.now() - Date.parse(meta.as_of)).toBeLessThan(6 * MINUTE_MS);
    const last = monitors.at(-1);
    const opened = await open(last?.monitor_uuid ?? '');
    expect(opened, 'it can be opened').toMatchObject({
      data: { name: last?.name },
      meta: { degraded: null },
    });
    served.refresher.readNow();
    await clock.pass(1000);
    expect(served.refresher.readNow().kind, 'asked for again and again').toBe('just_read');
    await look(3 * 60 * MINUTE_MS);
    expect((await list()).meta.inventory, 'hours later').toMatchObject({ missing: { count: 50, kept: 50 } });
    upstream.failPage(PAGES, null);
    await look(20 * MINUTE_MS);
    expect((await list()).meta).toMatchObject({
      degraded: null,
      inventory: { state: 'complete', read: 250 },
    });
    served.refresher.stop();
  },
);

test.each(pageFailures.slice(0, 3))(
  'row 72: page 1 fails from the start: the others are shown: $code',
  async (failure) => {
    const { upstream, served, list, look } = await setUp(1000);
    upstream.failPage(1, failure);
    served.refresher.start();
    await look(4 * MINUTE_MS);
    expect((await list()).meta).toMatchObject({
      degraded: { code: failure.code },
      inventory: { state: 'incomplete', read: 150, total: 250, missing: { count: 100, kept: 0 } },
    });
    served.refresher.stop();
  },
);

test('row 72: two neighbouring pages that fail keep no other from being read', async () => {
  const { upstream, served, list, look } = await setUp(5000, 850);
  upstream.failPage(3, broken);
  upstream.failPage(4, broken);
  served.refresher.start();
  await look(4 * MINUTE_MS);
  expect((await list()).meta.inventory).toMatchObject({ read: 650, total: 850, missing: { count: 200 } });
  served.refresher.stop();
});

test('row 81: one page is all there is and it fails: nothing is said to have been read', async () => {
  const { upstream, served, list, look } = await setUp(5000, 50);
  upstream.failPage(1, broken);
  served.refresher.start();
  await look(MINUTE_MS);
  await expect(list()).rejects.toMatchObject({ failure: broken });
  expect(served.getHealth().ready).toBe(false);
  upstream.failPage(1, null);
  await look(10 * MINUTE_MS);
  expect((await list()).meta.inventory).toMatchObject({ state: 'complete', read: 50 });
  served.refresher.stop();
});

test('row 73: a malformed row is missing everywhere and said to be, and its monitor can be opened', async () => {
  const { upstream, served, list, look, monitors, open } = await setUp(5000);
  const odd = monitors[120]?.monitor_uuid ?? '';
  upstream.malform(odd);
  served.refresher.start();
  await look(MINUTE_MS);
  const { pagination, meta } = await list();
  expect(pagination.total).toBe(249);
  expect(meta).toMatchObject({
    degraded: null,
    inventory: {
      state: 'incomplete',
      read: 249,
      total: 250,
      missing: { count: 1, reason: 'malformed_rows', kept: 0 },
    },
  });
  expect(served.exportMonitors({ query: defaultInventoryQuery, format: 'csv', bom: false })).toMatchObject({
    missing: 1,
  });
  expect((await open(odd)).data.monitor_uuid).toBe(odd);
  served.refresher.stop();
});

const invented = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

test('row 27: 40 invented UUIDs cost a few requests, whatever has been read', async () => {
  const { clock, upstream, served, look, open } = await setUp(5000);
  upstream.failPage(PAGES, broken);
  const codes = new Set<string>();
  const openInvented = async () => {
    const before = upstream.attempts.length;
    for (let n = 0; n < 40; n += 1) {
      await open(invented(n)).catch((error: unknown) => {
        if (!isFailure(error)) throw error;
        codes.add(error.failure.code);
      });
    }
    return upstream.attempts.length - before;
  };
  served.refresher.start();
  await look(MINUTE_MS);
  expect(await openInvented()).toBeLessThanOrEqual(6);
  expect(codes).toEqual(new Set(['monitor_not_found', 'not_ready']));
  upstream.failPage(PAGES, null);
  await look(10 * MINUTE_MS);
  expect(await openInvented(), 'with all read').toBe(0);
  await clock.pass(0);
  served.refresher.stop();
});

test('row 81: before anything has been read the answer is "not ready", after four seconds', async () => {
  const { clock, served } = await setUp(5000);
  const begun = clock.monotonic();
  const answer = ask(clock, served.listMonitors(defaultInventoryQuery));
  await expect(answer).rejects.toMatchObject({ failure: { code: 'not_ready', retryAt: expect.any(Number) } });
  expect(clock.monotonic() - begun).toBeLessThanOrEqual(4010);
});
