/** @module-tag deep */
import { expect, test } from 'vitest';
import { defaultInventoryQuery } from '../../contract/inventory-query.ts';
import type { MonitorDetail, MonitorListBody } from '../../contract/responses.ts';
import { readBody, simulateOrganization } from './simulated-organization.ts';

const MINUTE_MS = 60_000;
const MINUTES = 24 * 60;
const MONITORS = 250;
const VISITED = 40;

test('row 1: 24 hours of outage, with a restart in the middle: all data is served with its age', async () => {
  const { clock, upstream, start } = simulateOrganization({});
  let server = await start();
  server.refresher.start();
  const list = () =>
    readBody<MonitorListBody>(
      clock,
      server.listMonitors({ ...defaultInventoryQuery, per_page: 100, facets: true }),
    );
  await clock.pass(MINUTE_MS);
  const before = (await list()).body;
  expect(before.meta).toMatchObject({ degraded: null, inventory: { state: 'complete', read: MONITORS } });
  const rows = JSON.stringify(before.data);
  const visited = before.data.slice(0, VISITED).map(({ monitor_uuid }) => monitor_uuid);
  const seen = new Map<string, MonitorDetail>();
  for (const uuid of visited) seen.set(uuid, (await readBody(clock, server.getMonitor(uuid))).body);

  const lastAsOf = (await list()).body.meta.as_of;
  upstream.fail({ code: 'upstream_unreachable', reason: 'refused' });
  const attemptsBefore = upstream.attempts.length;
  const figures = { served: 0, oldest: 0, slowest: 0 };
  for (let minute = 0; minute < MINUTES; minute += 1) {
    server.refresher.seen('viewer', false);
    await clock.pass(MINUTE_MS);
    if (minute === MINUTES / 2) {
      server.refresher.stop();
      await server.stored();
      server = await start();
      server.refresher.start();
    }
    const uuid = visited[minute % VISITED] ?? '';
    const now = await list();
    const detail = await readBody(clock, server.getMonitor(uuid));
    // The last crawl may have succeeded a moment before the outage began.
    const { as_of: asOf, degraded, inventory } = now.body.meta;
    expect(asOf).toBe(lastAsOf);
    expect(inventory).toMatchObject({ state: 'complete', read: MONITORS, total: MONITORS });
    // Compared as text, because comparing 100 rows field by field 1,440 times takes long.
    expect(JSON.stringify(now.body.data)).toBe(rows);
    if (minute > 1 && minute !== MINUTES / 2) {
      expect(degraded).toMatchObject({ code: 'upstream_unreachable' });
    }
    expect(detail.body.data).toEqual(seen.get(uuid)?.data);
    expect(detail.body.meta).toMatchObject({ partial: false, as_of: seen.get(uuid)?.meta.as_of });
    if (minute > 1) expect(detail.body.meta.degraded).toMatchObject({ code: 'upstream_unreachable' });
    figures.served += 2;
    figures.oldest = Math.max(figures.oldest, clock.now() - Date.parse(asOf));
    figures.slowest = Math.max(figures.slowest, now.tookMs, detail.tookMs);
  }
  const attempts = upstream.attempts.length - attemptsBefore;
  console.log(
    `  ${figures.served} served, up to ${Math.round(figures.oldest / 3_600_000)} h old, ` +
      `the slowest in ${Math.round(figures.slowest)} ms; ${attempts} attempts upstream`,
  );
  expect(figures.slowest).toBeLessThanOrEqual(1100);
  // Five until backoff begins, four while its wait doubles to a minute, then one a minute.
  expect(attempts).toBeLessThanOrEqual(MINUTES + 9);
  expect(attempts).toBeGreaterThan(MINUTES - 10);

  upstream.fail(null);
  server.refresher.seen('viewer', false);
  await clock.pass(3 * MINUTE_MS);
  server.refresher.seen('viewer', false);
  const after = (await list()).body;
  expect(after.meta.degraded).toBeNull();
  expect(clock.now() - Date.parse(after.meta.as_of)).toBeLessThan(3 * MINUTE_MS);
  server.refresher.stop();
}, 120_000);

test('while the first crawl continues after a failure of its first page, the reason is reported', async () => {
  const { clock, upstream, start } = simulateOrganization({});
  upstream.failPage(1, { code: 'upstream_error', status: 500 });
  upstream.delay(2000);
  const server = await start();
  server.refresher.start();
  while (server.inventory.shown().problem === null) await clock.pass(100);
  const { attempts } = upstream;
  const sent = attempts.length;
  expect(server.inventory.shown()).toMatchObject({
    state: 'reading',
    problem: { failure: { code: 'upstream_error' } },
  });
  await clock.pass(3000);
  expect(attempts.length, 'it goes on').toBeGreaterThan(sent);
  server.refresher.stop();
});
