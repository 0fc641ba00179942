import fc from 'fast-check';
import { expect } from 'vitest';
import { isCheckLate } from '../../contract/conditions.ts';
import { generateMonitors, type MonitorSource } from '../../reference-api/world/generate.ts';
import type { FakeClock } from '../clock.fixtures.ts';
import { completeCrawl } from '../inventory/crawl/crawl-result.fixtures.ts';
import { createInventory } from '../inventory/inventory.ts';
import type { Counted } from './availability.ts';
import { openTestDatabase } from './history.fixtures.ts';

const MINUTE = 60_000;
/** From one crawl to the next, milliseconds. */
export const EVERY = 4 * MINUTE;
const CRAWLS = 120;

/** A time without crawls, which ends with a restart. `after`: the number of the crawl after it. `length`: milliseconds. */
interface Silence {
  after: number;
  length: number;
}

export const arbitrarySilence = fc.record({
  after: fc.integer({ min: 40, max: 80 }),
  length: fc.integer({ min: 60, max: 400 }).map((minutes) => minutes * MINUTE),
});

/** A time in one state, epoch ms. `overdue`: nobody knows whether it was up. */
export interface Period {
  from: number;
  to: number;
  state: Counted | 'overdue';
}

/** Returns the states of 25 monitors of the reference API from `since` until the last of the crawls that begin at `noon`. */
export function worldOf(seed: number, silence: Silence, { since, noon }: { since: number; noon: number }) {
  const until = noon + (CRAWLS - 1) * EVERY + silence.length;
  const silent = noon + (silence.after - 1) * EVERY;
  const monitors = generateMonitors({ seed, count: 25 }).map((source) => {
    const uuid = source(until).monitor.monitor_uuid;
    return { source, uuid, periods: periodsOf(source, uuid, since, until) };
  });
  /** A state that begins and ends between two crawls cannot be seen. */
  const isSeen = ({ from, to }: Period) =>
    to - from >= EVERY || to === until || from <= noon || (to > silent && from < silent + silence.length);
  return { until, monitors, visible: monitors.filter(({ periods }) => periods.every(isSeen)) };
}

/** Returns the states of a monitor in a range, as the reference API shows them. */
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

function stateOf(
  { is_active, maintenance_mode, last_check_at, last_status, interval }: ReturnType<MonitorSource>['monitor'],
  now: number,
): Period['state'] {
  if (!is_active || maintenance_mode || last_check_at === null) return 'uncounted';
  if (last_status === 'down') return 'down';
  return isCheckLate(now - Date.parse(last_check_at), interval) ? 'overdue' : 'up';
}

/** Reads and records the monitors regularly from now on, but not in the silence. */
export async function watch(sources: readonly MonitorSource[], silence: Silence, clock: FakeClock) {
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
  return { inventory, history };
}
