/**
 * Measures the observed history: how long recording, rolling up slots and deleting hold the event loop, how much disk
 * space it takes, and how fast a page of 30 days of changes is found.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { changeKinds } from '../../lib/contract/conditions.ts';
import type { ListedMonitor } from '../../lib/contract/monitor.ts';
import { generateMonitors } from '../../lib/reference-api/world/generate.ts';
import { createFakeClock } from '../../lib/server/clock.fixtures.ts';
import type { ObservedChange } from '../../lib/server/history/compare-crawl.ts';
import { addToFleet, noMonitors } from '../../lib/server/history/fleet.ts';
import { createHistory, type HistoryStorage } from '../../lib/server/history/history.ts';
import { observe } from '../../lib/server/history/outages.ts';
import type { ChangeQuery } from '../../lib/server/history/query-changes.ts';
import { createRecorder } from '../../lib/server/history/recorder.ts';
import { emptySlot, SLOT_MS } from '../../lib/server/history/slots.ts';
import type { TestStore } from '../../lib/server/history/test-store.fixtures.ts';
import { buildSnapshot, type Snapshot } from '../../lib/server/inventory/snapshot/snapshot.ts';
import { seeded } from '../../lib/testing/simulate/random.ts';
import { isMissing, postgresProgram } from '../support/runner/system-program.ts';
import { printAtMost, printFigure, quantile } from './figures.ts';
import { openPostgresHistory, openSqliteHistory } from './history-stores.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const START = Date.UTC(2026, 10, 20);
/** Real time that saving the open slot may take, milliseconds. */
const SAVE_PAUSE_MS = 500;
const silent = { warn: () => {}, info: () => {} };

/** Reads a generated organization regularly, and records it. @returns the longest time that each reading held the event loop */
async function recordFor(open: typeof openSqliteHistory, count: number, minutes: number): Promise<number[]> {
  const { storage, close } = await open();
  const clock = createFakeClock(START);
  const recorder = createRecorder({ storage, days: 30, clock, log: silent });
  const sources = generateMonitors({ seed: 1, count });
  let previous: Snapshot | null = null;
  const held: number[] = [];
  const watch = watchEventLoop();
  await recorder.lead(null);
  for (let minute = 0; minute < minutes; minute += 1) {
    const asOf = clock.now();
    const rows = sources.map((source) => ({
      monitor: { ...source(asOf).monitor, unknown_fields: [] },
      asOf,
      upstreamNow: asOf,
    }));
    previous = buildSnapshot({ rows, previous, asOf, evidence: 'complete', missing: null });
    await watch.start();
    await recorder.record(previous);
    await clock.pass(MINUTE);
    // The open slot is saved in this pause.
    await setTimeout(SAVE_PAUSE_MS);
    held.push(await watch.stop());
  }
  await recorder.stop();
  await close();
  return held;
}

/** Saves the slots of many days, and deletes old data every hour. */
async function keepFor(
  open: typeof openSqliteHistory,
  monitors: number,
  days: number,
  printSize: (title: string, mb: number) => void,
): Promise<void> {
  const { store, bytes, close } = await open();
  const random = seeded(1);
  const uuids = generateMonitors({ seed: 1, count: monitors }).map(
    (source) => source(START).monitor.monitor_uuid,
  );
  const watch = watchEventLoop();
  const held: number[] = [];
  for (let at = START; at < START + days * DAY; at += SLOT_MS) {
    const slots = uuids.map((uuid) => {
      const mean = 50 + random() * 400;
      return {
        uuid,
        slot: {
          ...emptySlot,
          checks: 15,
          timed: 15,
          sum_ms: Math.round(15 * mean),
          max_ms: Math.round(3 * mean),
          seen: 8,
        },
      };
    });
    await store.saveSlots(at, slots);
    if ((at / SLOT_MS) % 4 !== 0) continue;
    await watch.start();
    await store.rollUp(at);
    await store.prune(at - 30 * DAY);
    held.push(await watch.stop());
  }
  const inUse = await bytes();
  printSize(`slots of ${monitors} monitors for ${days} days, of 10,000`, ((inUse / monitors) * 10_000) / 1e6);
  printAtMost('tidying, event loop held, p99', quantile(held, 0.99), 50, 'ms');
  const reads: number[] = [];
  const until = START + days * DAY;
  for (const length of [SLOT_MS, 4 * SLOT_MS, 16 * SLOT_MS]) {
    for (let n = 0; n < 50; n += 1) {
      const uuid = uuids[Math.floor(random() * monitors)] ?? '';
      const began = performance.now();
      await store.slots(uuid, { since: until - 30 * DAY, until, length });
      reads.push(performance.now() - began);
    }
  }
  printAtMost('slots of a monitor, p99', quantile(reads, 0.99), 50, 'ms');
  await close();
}

async function countChanges(store: TestStore): Promise<number> {
  const { changes } = await store.changes({ limit: 1 });
  return changes[0]?.sequence ?? 0;
}

/** Measures the longest time that the event loop was held, milliseconds. */
function watchEventLoop() {
  const histogram = monitorEventLoopDelay({ resolution: 1 });
  // It measures from one turn of its timer to the next.
  const turns = () => setTimeout(5);
  return {
    async start(): Promise<void> {
      histogram.enable();
      histogram.reset();
      await turns();
    },
    async stop(): Promise<number> {
      await turns();
      histogram.disable();
      return histogram.max / 1e6;
    },
  };
}

/** Fills a store with 30 days of changes and asks for pages of it. */
async function queryFor(
  open: typeof openSqliteHistory,
  monitors: number,
  changesADay: number,
): Promise<void> {
  const { storage, store, bytes, close } = await open();
  const random = seeded(1);
  const oneOf = <T>(values: readonly T[]): T | undefined => values[Math.floor(random() * values.length)];
  const all = generateMonitors({ seed: 1, count: monitors }).map((source) => ({
    ...source(START).monitor,
    condition: 'up' as const,
    observed_since: '',
    unknown_fields: [],
    changed_at: null,
    changed_after: null,
    flapping: false,
  }));
  const total = monitors * changesADay * 30;
  let batch: ObservedChange[] = [];
  const watch = watchEventLoop();
  const held: number[] = [];
  for (let n = 0; n < total; n += 1) {
    const monitor = oneOf(all);
    // Most changes are failures and recoveries.
    const kind = random() < 0.9 ? oneOf(['down', 'recovered'] as const) : oneOf(changeKinds);
    if (!monitor || !kind) continue;
    const to = START + Math.floor((n / total) * 30 * DAY);
    batch.push({ kind, from: to - MINUTE, to, monitor, edits: null });
    if (batch.length === 5000 || n === total - 1) {
      const times = { at: to, until: to, completeAt: to, snapshot: n, slots: [], gap: null };
      const fleet = addToFleet(null, to, noMonitors);
      await watch.start();
      await store.record({ ...times, changes: batch, fleet });
      held.push(await watch.stop());
      batch = [];
    }
  }
  // ANALYZE gives PostgreSQL the statistics that autovacuum would collect after some minutes.
  const inUse = await bytes();
  const words = ['api', 'checkout', 'eu', 'db', 'zzz'];
  const regions = [...new Set(all.flatMap(({ regions: own }) => own))];
  const queries: (() => Omit<ChangeQuery, 'limit'>)[] = [
    () => ({}),
    () => ({ kinds: new Set([oneOf(changeKinds) ?? 'down']) }),
    () => ({ kinds: new Set(['removed']), regions: new Set([oneOf(regions) ?? '']) }),
    () => ({ types: new Set(['ping']), regions: new Set([oneOf(regions) ?? '']) }),
    () => ({ words: [oneOf(words) ?? ''] }),
    () => ({ words: [oneOf(words) ?? ''], kinds: new Set(['maintenance_on']) }),
    () => ({ uuid: oneOf(all)?.monitor_uuid ?? '' }),
    () => ({ regions: new Set(['nowhere']) }),
  ];
  const took: number[] = [];
  for (let n = 0; n < 2000; n += 1) {
    const since = START + Math.floor(random() * 30 * DAY);
    const range = random() < 0.5 ? {} : { since, until: since + Math.floor(random() * 5 * DAY) };
    const query = { ...oneOf(queries)?.(), ...range, limit: 50 };
    const began = performance.now();
    await store.changes(query);
    took.push(performance.now() - began);
    // SQLite answers synchronously. Without a turn of the event loop, several queries would count as one.
    await setImmediate();
  }
  printFigure('changes stored', String(await countChanges(store)));
  printAtMost('adding 5,000 changes, event loop held, p99', quantile(held, 0.99), 50, 'ms');
  printFigure('bytes a change', String(Math.round(inUse / total)));
  printFigure('page of 50, median', `${quantile(took, 0.5).toFixed(1)} ms`);
  printAtMost('page of 50, p99', quantile(took, 0.99), 100, 'ms');
  printFigure('the same, longest', `${Math.max(...took).toFixed(1)} ms`);
  await reportOn(storage, all);
  await close();
}

/** Measures the figures of a month of all monitors. */
async function reportOn(storage: HistoryStorage, monitors: readonly ListedMonitor[]): Promise<void> {
  const clock = createFakeClock(START + 30 * DAY);
  const history = createHistory({ storage, days: 400, clock, log: silent });
  await history.reload();
  const rows = monitors.map((monitor) => ({ monitor, unreadSince: null }));
  const watch = watchEventLoop();
  await watch.start();
  const began = performance.now();
  await history.timelines(rows, START, (_, timeline) => {
    observe(timeline, { since: START, until: START + 30 * DAY });
  });
  printFigure('figures of a month', `${Math.round(performance.now() - began)} ms`);
  printAtMost('the same, event loop held, longest', await watch.stop(), 50, 'ms');
}

async function bench(
  title: string,
  open: typeof openSqliteHistory,
  printSize: (title: string, mb: number) => void,
): Promise<void> {
  console.log(`\n${title}`);
  const [first = 0, ...later] = await recordFor(open, 10_000, 20);
  printAtMost('10,000 monitors, event loop held, longest', Math.max(...later), 50, 'ms');
  printAtMost('the same, first reading', first, 50, 'ms');
  await keepFor(open, 2000, 31, printSize);
  await queryFor(open, 10_000, 3);
}

await bench('The observed history in SQLite', openSqliteHistory, (title, mb) =>
  printAtMost(title, mb, 400, 'MB'),
);
if (!isMissing(postgresProgram)) {
  // The goal is for SQLite.
  await bench('The observed history in PostgreSQL', openPostgresHistory, (title, mb) =>
    printFigure(title, `${Math.round(mb)} MB`),
  );
}
