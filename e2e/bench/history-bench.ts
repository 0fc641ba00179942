/**
 * Measures the observed history: how long recording holds the event loop, how much it takes on disk and in Redis, and how
 * fast a page of 30 days of changes is found.
 */
import { changeKinds } from '../../lib/contract/changes.ts';
import { generateMonitors } from '../../lib/reference-api/world/generate.ts';
import { createFakeClock } from '../../lib/server/clock.fixtures.ts';
import type { ChangeQuery, HistoryStore } from '../../lib/server/history/history-store.ts';
import type { ObservedChange } from '../../lib/server/history/monitor-changes.ts';
import { createRecorder } from '../../lib/server/history/recorder.ts';
import { buildSnapshot, type Snapshot } from '../../lib/server/inventory/snapshot.ts';
import { seeded } from '../../lib/testing/simulate/random.ts';
import { isMissing, redisProgram } from '../support/system-program.ts';
import { openFile, openRedis } from './history-stores.ts';
import { quantile } from './quantiles.ts';
import { printAtMost, printFigure } from './report.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const START = Date.UTC(2026, 10, 20);
const silent = { warn: () => {}, info: () => {} };

/** Counts the bytes that slots take, apart from everything else. */
function countSlots(store: HistoryStore, size: () => Promise<number>) {
  let bytes = 0;
  async function count<T>(write: Promise<T>, before: number): Promise<T> {
    const result = await write;
    bytes += (await size()) - before;
    return result;
  }
  const { packPast } = store;
  const counted: HistoryStore = {
    ...store,
    saveSlots: async (at, entries) => count(store.saveSlots(at, entries), await size()),
    packPast: packPast && (async (before) => count(packPast(before), await size())),
  };
  return { counted, slotBytes: () => bytes };
}

/** Reads a generated organization regularly, and records it. Sizes are those of the last day of several. */
async function recordFor(
  open: typeof openFile,
  count: number,
  minutes: number,
  everyMinutes: number,
  start = START,
) {
  const { store, bytes: size, close } = await open();
  const { counted, slotBytes } = countSlots(store, size);
  const clock = createFakeClock(start);
  const recorder = createRecorder({ store: counted, clock, log: silent, replaceStore: async () => {} });
  const sources = generateMonitors({ seed: 1, count });
  let previous: Snapshot | null = null;
  const held: number[] = [];
  const now = async () => ({ all: await size(), slots: slotBytes(), changes: await countChanges(store) });
  let before = { all: 0, slots: 0, changes: 0 };
  const watch = watchEventLoop();
  for (let minute = 0; minute < minutes; minute += everyMinutes) {
    if (minute === minutes - DAY / MINUTE) before = await now();
    const asOf = clock.now();
    const rows = sources.map((source) => ({
      monitor: { ...source.stateAt(asOf).monitor, unknown_fields: [] },
      asOf,
      upstreamNow: asOf,
    }));
    previous = buildSnapshot({ rows, previous, asOf, evidence: 'complete', missing: null });
    await watch.start();
    recorder.record(previous);
    await recorder.settled();
    await clock.pass(everyMinutes * MINUTE);
    await recorder.settled();
    held.push(watch.stop());
  }
  await recorder.stop();
  const after = await now();
  const estimated = (await store.size()) / after.all;
  await close();
  const ofMonitor = (what: keyof typeof after) => (after[what] - before[what]) / count;
  return {
    ...{ estimated, held },
    bytes: ofMonitor('all'),
    slotBytes: ofMonitor('slots'),
    changes: ofMonitor('changes'),
  };
}

async function countChanges(store: HistoryStore): Promise<number> {
  const { changes } = await store.changes({ limit: 1 });
  return changes[0]?.sequence ?? 0;
}

/** Measures the longest time between two turns of the event loop, milliseconds. */
function watchEventLoop() {
  let longest = 0;
  let last = 0;
  let isRunning = false;
  const tick = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (isRunning) setImmediate(tick);
  };
  return {
    start: () =>
      new Promise<void>((resolve) => {
        setImmediate(() => {
          longest = 0;
          last = performance.now();
          isRunning = true;
          setImmediate(tick);
          resolve();
        });
      }),
    stop() {
      isRunning = false;
      return longest;
    },
  };
}

/** Fills a store with 30 days of changes and asks for pages of it. */
async function queryFor(open: typeof openFile, monitors: number, changesADay: number): Promise<void> {
  const { store, bytes, longestCommand, close } = await open();
  const random = seeded(1);
  const oneOf = <T>(values: readonly T[]): T | undefined => values[Math.floor(random() * values.length)];
  const all = generateMonitors({ seed: 1, count: monitors }).map((source) => ({
    ...source.stateAt(START).monitor,
    condition: 'up' as const,
    observed_since: '',
    unknown_fields: [],
    changed_at: null,
    changed_after: null,
    flapping: false,
  }));
  const total = monitors * changesADay * 30;
  let batch: ObservedChange[] = [];
  for (let n = 0; n < total; n += 1) {
    const monitor = oneOf(all);
    // Most changes are failures and recoveries.
    const kind = random() < 0.9 ? oneOf(['down', 'recovered'] as const) : oneOf(changeKinds);
    if (!monitor || !kind) continue;
    const to = START + Math.floor((n / total) * 30 * DAY);
    batch.push({ kind, from: to - MINUTE, to, monitor, condition: 'up', edits: null });
    if (batch.length === 100 || n === total - 1) {
      await store.append({ changes: batch, known: [], removed: [] });
      batch = [];
    }
  }
  const counts = { down: 0, overdue: 0, unknown: 0, pending: 0, up: 0, inactive: 0 };
  const fleet = { at: START, firstAt: START, lastAt: START, counts: { condition: counts, maintenance: 0 } };
  const end = START + 30 * DAY;
  await store.finish({ at: end, until: end, completeAt: end, fleet });
  const writing = await longestCommand();
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
    const since = START + random() * 30 * DAY;
    const range = random() < 0.5 ? {} : { since, until: since + random() * 5 * DAY };
    const query = { ...oneOf(queries)?.(), ...range, limit: 50 };
    const began = performance.now();
    await store.changes(query);
    took.push(performance.now() - began);
  }
  const inUse = await bytes();
  printFigure('changes stored', String(await countChanges(store)));
  printFigure('bytes a change', String(Math.round(inUse / total)));
  printFigure('page of 50, median', `${quantile(took, 0.5).toFixed(1)} ms`);
  printAtMost('page of 50, p99', quantile(took, 0.99), 50, 'ms');
  printFigure('the same, longest', `${Math.max(...took).toFixed(1)} ms`);
  const reading = await longestCommand();
  if (writing + reading > 0) {
    printFigure('size, as estimated', `${Math.round((100 * (await store.size())) / inUse)} %`);
    printFigure('longest command, writing and reading', `${writing} ms, ${reading} ms`);
  }
  await close();
}

/** @param bytesADay prints the bytes that a monitor takes a day */
async function bench(
  title: string,
  open: typeof openFile,
  bytesADay: (title: string, bytes: number) => void,
): Promise<void> {
  console.log(`\n${title}`);
  // Around midnight, when the slots of the day before are packed again.
  const large = await recordFor(open, 10_000, 30, 1, START - 10 * MINUTE);
  printAtMost('10,000 monitors, event loop held, longest', Math.max(...large.held.slice(1)), 20, 'ms');
  printAtMost('the same, first reading', large.held[0] ?? 0, 20, 'ms');
  for (const everyMinutes of [15, 5]) {
    const day = await recordFor(open, 1600, 3 * 1440, everyMinutes);
    bytesADay(`read every ${everyMinutes} min: bytes a monitor on day 3`, day.bytes);
    printFigure('of these, slots', `${Math.round(day.slotBytes)} bytes`);
    printFigure('of these, changes and the rest', `${Math.round(day.bytes - day.slotBytes)} bytes`);
    printFigure('changes a monitor and day', day.changes.toFixed(2));
    printFigure('size, as estimated', `${Math.round(100 * day.estimated)} %`);
  }
  await queryFor(open, 10_000, 3);
}

await bench('The observed history', openFile, (title, bytes) => printAtMost(title, bytes, 250, 'bytes'));
if (!isMissing(redisProgram)) {
  // The goal is for the disk.
  await bench('The observed history in Redis', openRedis, (title, bytes) =>
    printFigure(title, `${Math.round(bytes)} bytes`),
  );
}
