import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Figures } from '../../contract/report.ts';
import { generated } from '../../testing/property-runs.ts';
import { createFakeClock } from '../clock.fixtures.ts';
import { arbitrarySilence, type Period, watch, worldOf } from '../history/reference-world.fixtures.ts';
import { readReport } from './parameters.ts';
import { createReport } from './report.ts';

const NOON = Date.parse('2026-11-02T12:00:00Z');
const MONTH = Date.parse('2026-11-01T00:00:00Z');

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

test("a month in the reference API's world: each bound contains the truth, of each monitor and of all", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), arbitrarySilence, async (seed, silence) => {
      const clock = createFakeClock(NOON);
      const { visible } = worldOf(seed, silence, { since: MONTH, noon: NOON });
      const sources = visible.map(({ source }) => source);
      const { inventory, history } = await watch(sources, silence, clock);
      const review = { namedBy: async () => null };
      const { getReport } = createReport({ inventory, review, history, clock, demo: false });
      const { data } = (await getReport(readReport(new URLSearchParams('month=2026-11')))).body;
      await history.stop();
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
    }),
    { numRuns: generated(4) },
  );
});
