/** @module-tag deep */
import { expect, test } from 'vitest';
import type { UpstreamFailure } from '../../server/errors.ts';
import { simulateOrganization } from './simulated-organization.ts';

const MINUTE_MS = 60_000;
/** How often a viewer asks. */
const POLL_MS = 15_000;
/** 250 monitors. */
const PAGES = 3;
const broken = { code: 'upstream_error', status: 500 } as const;

/** A server for an organization with this daily quota and number of monitors, and functions to use it. */
async function setUp(daily: number, count = 250) {
  const { clock, upstream, organization, start } = simulateOrganization({
    limits: { daily },
    monitors: count,
  });
  const server = await start();
  /** A viewer is present for this time. @returns the number of upstream requests meanwhile */
  const watch = async (milliseconds: number): Promise<number> => {
    const before = upstream.attempts.length;
    for (let passed = 0; passed < milliseconds; passed += POLL_MS) {
      server.refresher.seen('viewer', false);
      await clock.pass(POLL_MS);
    }
    return upstream.attempts.length - before;
  };
  const monitors = organization.api.organization().monitors();
  return { clock, upstream, server, list: server.list, open: server.open, watch, monitors };
}

interface Period {
  hours: number;
  /** Requests a day. With `UNLIMITED`, only the refresh interval limits the crawls. */
  daily: number;
  monitors: number;
  /** Whether a viewer is present all the time. */
  isWatched: boolean;
}

/** The upstream requests of a period, without failures or with a page that fails from the start or after the first crawl. */
async function costOf({ hours, daily, monitors, isWatched }: Period, fault?: PageFault): Promise<number> {
  const { clock, upstream, server, watch } = await setUp(daily, monitors);
  if (fault && !fault.isLater) upstream.failPage(fault.page, fault.failure);
  server.refresher.start();
  await clock.pass(1000);
  if (fault) upstream.failPage(fault.page, fault.failure);
  const milliseconds = hours * 60 * MINUTE_MS;
  if (isWatched) await watch(milliseconds);
  else await clock.pass(milliseconds);
  server.refresher.stop();
  return upstream.attempts.length;
}

interface PageFault {
  page: number;
  failure: UpstreamFailure;
  isLater: boolean;
}

const UNLIMITED = 1_000_000;
const periods: Period[] = [
  { hours: 24, daily: 1000, monitors: 250, isWatched: true },
  { hours: 24, daily: UNLIMITED, monitors: 250, isWatched: false },
  { hours: 24, daily: UNLIMITED, monitors: 50, isWatched: false },
  // It reads every 15 seconds.
  { hours: 4, daily: UNLIMITED, monitors: 50, isWatched: true },
];
const passing = { code: 'upstream_error', status: 503 } as const;
const pageFaults = [broken, passing].flatMap((failure) =>
  [false, true].map((isLater) => ({ failure, isLater })),
);

test.each(periods)(
  'row 72: $hours hours with a failing page cost no more than without: $monitors monitors, $daily a day, watched: $isWatched',
  async (period) => {
    const sound = await costOf(period);
    expect(sound).toBeGreaterThan(90);
    for (const page of period.monitors > 100 ? [1, PAGES] : [1]) {
      for (const fault of pageFaults) {
        const title = `page ${page}, ${JSON.stringify(fault)}`;
        // When page 1 of one fails, page 2 is requested once more than the pace foresaw.
        expect(await costOf(period, { page, ...fault }), title).toBeLessThanOrEqual(sound + 1);
      }
    }
  },
  120_000,
);

test('row 72: with the last page failing from the start, the other monitors and the number missing are shown', async () => {
  const { upstream, server, list, watch, monitors, open } = await setUp(1000);
  upstream.failPage(PAGES, broken);
  server.refresher.start();
  expect(await watch(4 * MINUTE_MS)).toBeLessThanOrEqual(16);
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
  await watch(20 * MINUTE_MS);
  expect((await list()).meta).toMatchObject({ degraded: null, inventory: { state: 'complete', read: 250 } });
  server.refresher.stop();
});

/** Reads the list completely once; then the page fails for several crawls. */
async function readThenFailing(page: number, failure: UpstreamFailure) {
  const parts = await setUp(5000);
  const { upstream, server, watch } = parts;
  server.refresher.start();
  await watch(MINUTE_MS);
  upstream.failPage(page, failure);
  await watch(10 * MINUTE_MS);
  return parts;
}

const pageFailures: UpstreamFailure[] = [
  broken,
  { code: 'upstream_timeout' },
  { code: 'upstream_unreachable', reason: 'reset' },
  { code: 'access_denied' },
];

test.each(pageFailures)(
  'row 72: after a complete crawl, a permanently failing page affects only its own monitors: $code',
  async (failure) => {
    const { clock, upstream, server, list, open, watch, monitors } = await readThenFailing(PAGES, failure);
    const { pagination, meta } = await list();
    expect(pagination.total, 'including the monitors read before').toBe(250);
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
    server.refresher.readNow();
    await clock.pass(1000);
    expect(server.refresher.readNow().kind, 'requested again').toBe('just_read');
    await watch(3 * 60 * MINUTE_MS);
    expect((await list()).meta.inventory, 'hours later').toMatchObject({ missing: { count: 50, kept: 50 } });
    upstream.failPage(PAGES, null);
    await watch(20 * MINUTE_MS);
    expect((await list()).meta).toMatchObject({
      degraded: null,
      inventory: { state: 'complete', read: 250 },
    });
    server.refresher.stop();
  },
);
