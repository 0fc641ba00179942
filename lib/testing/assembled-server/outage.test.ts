import { expect, test } from 'vitest';
import type { MonitorDetail, MonitorList } from '../../contract/answers.ts';
import { defaultInventoryQuery } from '../../contract/inventory-query.ts';
import { createFakeClock, type FakeClock } from '../../server/clock.fixtures.ts';
import { createMemoryStore } from '../../server/store/memory-store.ts';
import type { Tagged } from '../../server/tagged.ts';
import { createOrganization } from '../simulate/organization.ts';
import { seeded } from '../simulate/random.ts';
import { createSimulatedUpstream } from '../simulate/upstream.ts';
import { createServed } from './assembled-server.ts';
import { mortal } from './mortal-upstream.ts';

const MINUTE_MS = 60_000;
const MINUTES = 24 * 60;
const MONITORS = 250;
const VISITED = 40;

/** Waits for an answer while time goes on. @returns what it says, and how long it took, milliseconds */
async function ask<T>(clock: FakeClock, answer: Promise<Tagged<T>>): Promise<{ body: T; tookMs: number }> {
  const begun = clock.monotonic();
  let isDone = false;
  const settled = answer.finally(() => {
    isDone = true;
  });
  settled.catch(() => undefined);
  while (!isDone) await clock.pass(10);
  const { bytes } = await settled;
  return { body: JSON.parse(new TextDecoder().decode(bytes)), tookMs: clock.monotonic() - begun };
}

async function setUp() {
  const clock = createFakeClock();
  const limits = { minute: 600, daily: 50_000, monthly: 1_000_000 };
  const organization = createOrganization(
    {
      name: 'outage',
      monitors: MONITORS,
      limits,
      viewers: 1,
      others: { aDay: 0, burst: 0 },
      days: 1,
      avoidable: true,
    },
    clock,
  );
  const simulated = createSimulatedUpstream({ ...organization, clock, random: seeded(1) });
  const upstream = mortal(simulated.client, clock);
  const store = createMemoryStore();
  const start = () => createServed({ clock, client: upstream.client, store });
  return { clock, upstream, start };
}

test('24 hours of dead upstream, a restart in the middle: all is served, each with its age', async () => {
  const { clock, upstream, start } = await setUp();
  let served = await start();
  served.refresher.start();
  const list = () =>
    ask<MonitorList>(clock, served.listMonitors({ ...defaultInventoryQuery, per_page: 100, facets: true }));
  await clock.pass(MINUTE_MS);
  const before = (await list()).body;
  expect(before.meta).toMatchObject({ degraded: null, inventory: { state: 'complete', read: MONITORS } });
  const visited = before.data.slice(0, VISITED).map(({ monitor_uuid }) => monitor_uuid);
  const seen = new Map<string, MonitorDetail>();
  for (const uuid of visited) seen.set(uuid, (await ask(clock, served.getMonitor(uuid))).body);

  const lastAsOf = (await list()).body.meta.as_of;
  upstream.fail({ code: 'upstream_unreachable', reason: 'refused' });
  const diedAt = clock.now();
  const attemptsBefore = upstream.attempts();
  const figures = { asked: 0, served: 0, oldest: 0, slowest: 0 };
  for (let minute = 0; minute < MINUTES; minute += 1) {
    served.refresher.seen('somebody', 30);
    await clock.pass(MINUTE_MS);
    if (minute === MINUTES / 2) {
      served.refresher.stop();
      await served.durable.close();
      served = await start();
      served.refresher.start();
    }
    const uuid = visited[minute % VISITED] ?? '';
    const now = await list();
    const detail = await ask(clock, served.getMonitor(uuid));
    figures.asked += 2;
    // The last crawl may have come through a moment before upstream died.
    const { as_of: asOf, degraded, inventory } = now.body.meta;
    expect(asOf).toBe(lastAsOf);
    expect(inventory).toMatchObject({ state: 'complete', read: MONITORS, total: MONITORS });
    expect(now.body.data).toEqual(before.data);
    if (minute > 1 && minute !== MINUTES / 2) {
      expect(degraded).toMatchObject({ code: 'upstream_unreachable' });
    }
    expect(detail.body.data).toEqual(seen.get(uuid)?.data);
    expect(detail.body.meta).toMatchObject({ partial: false, as_of: seen.get(uuid)?.meta.as_of });
    if (minute > 1) expect(detail.body.meta.degraded).not.toBeNull();
    figures.served += 2;
    figures.oldest = Math.max(figures.oldest, clock.now() - Date.parse(asOf));
    figures.slowest = Math.max(figures.slowest, now.tookMs, detail.tookMs);
  }
  const attempts = upstream.attempts() - attemptsBefore;
  console.log(
    `  ${figures.served} of ${figures.asked} served, up to ${Math.round(figures.oldest / 3_600_000)} h old, ` +
      `the slowest in ${Math.round(figures.slowest)} ms; ${attempts} attempts upstream`,
  );
  expect(clock.now() - diedAt).toBeGreaterThan(24 * 3_600_000);
  expect(figures.served).toBe(figures.asked);
  expect(figures.slowest).toBeLessThanOrEqual(1100);
  // One probe at a time, a minute apart once it has lasted.
  expect(attempts).toBeLessThanOrEqual(MINUTES + 60);

  upstream.fail(null);
  served.refresher.seen('somebody', 30);
  await clock.pass(3 * MINUTE_MS);
  served.refresher.seen('somebody', 30);
  const after = (await list()).body;
  expect(after.meta.degraded).toBeNull();
  expect(clock.now() - Date.parse(after.meta.as_of)).toBeLessThan(3 * MINUTE_MS);
  served.refresher.stop();
}, 120_000);
