import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isCheckLate } from '../../contract/conditions.ts';
import type { Figures, Report } from '../../contract/report.ts';
import { generateMonitors, type MonitorSource } from '../../reference-api/world/generate.ts';
import { createFakeClock } from '../clock.fixtures.ts';
import { openTestDatabase } from '../history/history.fixtures.ts';
import { completeCrawl } from '../inventory/crawl/crawl-result.fixtures.ts';
import { createInventory } from '../inventory/inventory.ts';
import { readReport } from './parameters.ts';
import { createReport } from './report.ts';

const MINUTE = 60_000;
const EVERY = 4 * MINUTE;
const CRAWLS = 120;
const NOON = Date.parse('2026-11-02T12:00:00Z');
const MONTH = Date.parse('2026-11-01T00:00:00Z');

/** How long a monitor was what, epoch ms. What it was while it was overdue nobody knows. */
interface Period {
  from: number;
  to: number;
  state: 'up' | 'down' | 'uncounted' | 'overdue';
}

function stateOf(
  { is_active, maintenance_mode, last_check_at, last_status, interval }: ReturnType<MonitorSource>['monitor'],
  now: number,
): Period['state'] {
  if (!is_active || maintenance_mode || last_check_at === null) return 'uncounted';
  if (last_status === 'down') return 'down';
  return isCheckLate(now - Date.parse(last_check_at), interval) ? 'overdue' : 'up';
}

/** Returns what the reference API shows of a monitor in a range, each time until it changes. */
function periodsOf(source: MonitorSource, uuid: string, since: number, until: number): Period[] {
  const periods: Period[] = [];
  for (let at = since; at < until; ) {
    const { monitor, until: end } = source(at);
    const to = Math.min(end, until);
    const exists = monitor.monitor_uuid === uuid && Date.parse(monitor.created_at) <= at;
    const state = exists ? stateOf(monitor, at) : 'uncounted';
    const last = periods.at(-1);
    if (last?.state === state) last.to = to;
    else periods.push({ from: at, to, state });
    at = to;
  }
  return periods;
}

/** The figures of a month, exactly. @param overdue what overdue counts as */
function truthOf(all: readonly (readonly Period[])[], overdue: 'up' | 'down') {
  const time = { up: 0, down: 0, uncounted: 0 };
  const outages: number[] = [];
  for (const periods of all) {
    let before: Period['state'] | null = null;
    for (const { from, to, state } of periods) {
      const counted = state === 'overdue' ? overdue : state;
      time[counted] += to - from;
      if (counted === 'down') outages.push(before === 'down' ? (outages.pop() ?? 0) + to - from : to - from);
      before = counted;
    }
  }
  return { ...time, outages };
}

function expectWithin(figures: Figures, { up, down, outages }: ReturnType<typeof truthOf>, about: string) {
  const contains = ({ least, most }: { least: number; most: number | null }, value: number, what: string) => {
    expect(least, `${what} ${about}`).toBeLessThanOrEqual(value);
    expect(most ?? Number.POSITIVE_INFINITY, `${what} ${about}`).toBeGreaterThanOrEqual(value);
  };
  if (figures.availability !== null) contains(figures.availability, up / (up + down), 'availability');
  contains(figures.outages, outages.length, 'outages');
  contains(figures.downtime_s, down / 1000, 'downtime');
  contains(figures.longest_s, Math.max(0, ...outages) / 1000, 'longest');
}

/** Reads the monitors regularly, but not in a silence that ends with a restart, and reports the month. */
async function reportOn(sources: readonly MonitorSource[], silence: { after: number; length: number }) {
  const clock = createFakeClock(NOON);
  const { start } = await openTestDatabase(clock);
  const inventory = createInventory(clock);
  let history = await start();
  for (let n = 0; n <= CRAWLS; n += 1) {
    if (n === silence.after) {
      await clock.pass(silence.length);
      await history.stop();
      history = await start(inventory.current().snapshot);
    } else if (n > 0) await clock.pass(EVERY);
    const asOf = clock.now();
    const rows = sources.map((source) => ({
      monitor: { ...source(asOf).monitor, unknown_fields: [] },
      ...{ asOf, upstreamNow: asOf },
    }));
    inventory.publish(completeCrawl(rows, asOf));
    const { snapshot } = inventory.current();
    if (snapshot !== null) expect(await history.record(snapshot)).toBe(true);
  }
  const review = { namedBy: async () => null };
  const { getReport } = createReport({ inventory, review, history, clock, demo: false });
  const { body } = await getReport(readReport(new URLSearchParams('month=2026-11')));
  await history.stop();
  return body satisfies Report;
}

test("a month in the reference API's world: each bound contains the truth, of each monitor and of all", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(),
      fc.record({ after: fc.integer({ min: 40, max: 80 }), length: fc.integer({ min: 60, max: 400 }) }),
      async (seed, { after, length }) => {
        const silence = { after, length: length * MINUTE };
        const until = NOON + (CRAWLS - 1) * EVERY + silence.length;
        const silent = { from: NOON + (after - 1) * EVERY, to: NOON + (after - 1) * EVERY + silence.length };
        const isSeen = ({ from, to }: Period) =>
          to - from >= EVERY || to === until || from <= NOON || (to > silent.from && from < silent.to);
        const worlds = generateMonitors({ seed, count: 25 }).map((source) => {
          const uuid = source(until).monitor.monitor_uuid;
          return { source, uuid, periods: periodsOf(source, uuid, MONTH, until) };
        });
        // Nobody can see what is over between two readings.
        const visible = worlds.filter(({ periods }) => periods.every(isSeen));
        const { data } = await reportOn(
          visible.map(({ source }) => source),
          silence,
        );
        expect(data.monitors).toHaveLength(visible.length);
        for (const overdue of ['up', 'down'] as const) {
          for (const { uuid, periods } of visible) {
            const found = data.monitors.find(({ monitor_uuid }) => monitor_uuid === uuid);
            expectWithin(found ?? expect.fail(), truthOf([periods], overdue), `of ${uuid}`);
          }
          const all = truthOf(
            visible.map(({ periods }) => periods),
            overdue,
          );
          expectWithin(data.all ?? expect.fail(), all, 'of all');
        }
      },
    ),
    { numRuns: 4 },
  );
});
