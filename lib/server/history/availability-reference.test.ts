import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isCheckLate } from '../../contract/conditions.ts';
import { generateMonitors, type MonitorSource } from '../../reference-api/world/generate.ts';
import { createFakeClock } from '../clock.fixtures.ts';
import { buildSnapshot, type Snapshot } from '../inventory/snapshot/snapshot.ts';
import { availabilityOf, type Counted } from './availability.ts';
import { openTestDatabase } from './history.fixtures.ts';

const MINUTE = 60_000;
const EVERY = 4 * MINUTE;

type Wire = ReturnType<MonitorSource>['monitor'];
/** How long a monitor was what, epoch ms. */
interface Period {
  from: number;
  to: number;
  counted: Counted | 'overdue';
}

function countedOf(
  { is_active, maintenance_mode, last_check_at, last_status, interval }: Wire,
  now: number,
): Period['counted'] {
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
    const counted = monitor.monitor_uuid === uuid ? countedOf(monitor, at) : 'uncounted';
    const last = periods.at(-1);
    if (last?.counted === counted) last.to = to;
    else periods.push({ from: at, to, counted });
    at = to;
  }
  return periods;
}

/** Reads the monitors regularly, but not in a silence of some hours that ends with a restart. */
async function watch(sources: readonly MonitorSource[], silence: { after: number; length: number }) {
  const clock = createFakeClock();
  const { start } = await openTestDatabase(clock);
  let history = await start();
  let previous: Snapshot | null = null;
  const from = clock.now();
  for (let n = 0; n <= 120; n += 1) {
    if (n === silence.after) {
      await clock.pass(silence.length);
      await history.stop();
      history = await start(previous);
    } else if (n > 0) await clock.pass(EVERY);
    const asOf = clock.now();
    const rows = sources.map((source) => ({
      monitor: { ...source(asOf).monitor, unknown_fields: [] },
      ...{ asOf, upstreamNow: asOf },
    }));
    previous = buildSnapshot({ rows, previous, asOf, evidence: 'complete', missing: null });
    expect(await history.record(previous)).toBe(true);
  }
  const rows = previous?.monitors.map((monitor) => ({ monitor, unreadSince: null })) ?? [];
  const pasts = await history.pasts(rows, { since: from, slots: [] });
  await history.stop();
  return { from, until: clock.now(), pasts };
}

test("the bounds contain the availability of the reference API's monitors, and are as narrow as the readings allow", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(),
      fc.record({ after: fc.integer({ min: 40, max: 80 }), length: fc.integer({ min: 60, max: 400 }) }),
      async (seed, { after, length }) => {
        const sources = generateMonitors({ seed, count: 25 });
        const silence = { after, length: length * MINUTE };
        const { from, until, pasts } = await watch(sources, silence);
        const silent = { from: from + (after - 1) * EVERY, to: from + (after - 1) * EVERY + silence.length };
        for (const source of sources) {
          const uuid = source(until).monitor.monitor_uuid;
          const periods = periodsOf(source, uuid, from, until);
          const isSeen = ({ from: begin, to }: Period) =>
            to - begin >= EVERY || to === until || begin === from || (to > silent.from && begin < silent.to);
          // Nobody can see what is over between two readings.
          if (!periods.every(isSeen)) continue;
          const time = { up: 0, down: 0, uncounted: 0, overdue: 0 };
          for (const { from: begin, to, counted } of periods) time[counted] += to - begin;
          const bounds = availabilityOf(pasts.get(uuid)?.timeline ?? expect.fail(), { since: from, until });
          if (bounds === null) continue;
          const { up, down, overdue } = time;
          // What was up and down while it was overdue is not known: it can be all of it, or none.
          expect(bounds.least).toBeLessThanOrEqual((up + overdue) / (up + down + overdue));
          expect(bounds.most).toBeGreaterThanOrEqual(up / (up + down + overdue));
          const unknown = silence.length + overdue + (periods.length - 1) * 2 * EVERY;
          expect(bounds.most - bounds.least).toBeLessThanOrEqual((2 * unknown) / (up + down));
        }
      },
    ),
    { numRuns: 4 },
  );
});
