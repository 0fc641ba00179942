/**
 * Measures the speed of queries and the memory of the inventory with 1,000, 10,000 and 100,000 monitors. It runs when
 * it is imported.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readInventoryQuery } from '../../lib/contract/inventory-query.ts';
import { type InventorySort, inventorySorts } from '../../lib/contract/list-layout.ts';
import type { ListFields } from '../../lib/contract/monitor.ts';
import { generateMonitors } from '../../lib/reference-api/world/generate.ts';
import { buildIndex, type InventoryIndex } from '../../lib/server/inventory/query/inventory-index.ts';
import { runQuery } from '../../lib/server/inventory/query/query.ts';
import { buildSnapshot, type Snapshot } from '../../lib/server/inventory/snapshot/snapshot.ts';
import { quantile } from './figures.ts';

const START = Date.parse('2026-11-20T12:00:00.000Z');
const REFRESH_MS = 30_000;
const REFRESHES = 5;
const QUERIES = 4000;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const words = [
  '',
  '',
  'a',
  'ee',
  'api',
  'checkout',
  'example.com',
  '10.1',
  '-4',
  'zzzz',
  'staging api',
  'e a o',
];
const filters = [
  '',
  '&type=https&type=tcp',
  '&condition=down&condition=overdue',
  '&condition=-up',
  '&region=fra1',
  '&region=-fra1&is_active=true',
  '&maintenance_mode=true',
];

/** Combinations of search, filter, sort and facets in a scattered order, with various page numbers. */
function mixedQueries(): string[] {
  const sorts = [
    '',
    ...inventorySorts.flatMap((sort) => [`&sort=${sort}&order=asc`, `&sort=${sort}&order=desc`]),
  ];
  const all = words.flatMap((q) =>
    filters.flatMap((filter) =>
      sorts.flatMap((sort) => ['&facets=true', ''].map((facets) => `q=${q}${filter}${sort}${facets}`)),
    ),
  );
  return Array.from(
    { length: QUERIES },
    (_, n) => `${all[(n * 1009) % all.length]}&page=${1 + (n % 7) ** 2}`,
  );
}

/** The rows of a crawl, parsed from JSON like upstream's. */
function crawl(monitors: ReturnType<typeof generateMonitors>, now: number) {
  return monitors.map((source) => {
    const { description, http_method, expected_status_codes, follow_redirects, timeout_ms, ...row } =
      source(now).monitor;
    const monitor: ListFields = { ...JSON.parse(JSON.stringify(row)), unknown_fields: [] };
    return { monitor, asOf: now, upstreamNow: now };
  });
}

function timed<T>(work: () => T): [result: T, milliseconds: number] {
  const began = performance.now();
  const result = work();
  return [result, performance.now() - began];
}

function milliseconds(times: readonly number[], share: number): string {
  return quantile(times, share).toFixed(2);
}

function runText(index: InventoryIndex, text: string): void {
  const parsed = readInventoryQuery(new URLSearchParams(text));
  if (parsed.problems.length > 0) throw new Error(`${text}: ${JSON.stringify(parsed.problems)}`);
  runQuery(index, parsed.query);
}

function heapBytes(): number {
  // Twice, because the memory of typed arrays is freed after the objects that own it.
  collectGarbage();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

interface Refreshed {
  snapshot: Snapshot;
  index: InventoryIndex;
}

/** The durations of the steps of a refresh, and of the first use of each sort after it, milliseconds. */
interface Steps {
  snapshot: number;
  index: number;
  sorts: [InventorySort, number][];
}

function refresh(rows: ReturnType<typeof crawl>, asOf: number, held: Refreshed | null): [Refreshed, Steps] {
  const [snapshot, snapshotMs] = timed(() =>
    buildSnapshot({ rows, previous: held?.snapshot ?? null, asOf, evidence: 'complete', missing: null }),
  );
  const [index, indexMs] = timed(() => buildIndex(snapshot));
  const sorts = inventorySorts.map((sort): [InventorySort, number] => [
    sort,
    timed(() => index.ordering(sort, 'asc'))[1],
  ]);
  return [
    { snapshot, index },
    { snapshot: snapshotMs, index: indexMs, sorts },
  ];
}

function describeSteps({ snapshot, index, sorts }: Steps): string {
  const firstUses = sorts.map(([sort, ms]) => `${sort} ${ms.toFixed(1)}`).join(', ');
  return `snapshot ${snapshot.toFixed(1)}, index ${index.toFixed(1)}; first use of each sort: ${firstUses}`;
}

/** The fastest refresh, because other work of the machine only increases times. */
function fastest(all: readonly Steps[]): Steps {
  return all.reduce((a, b) => (a.snapshot + a.index < b.snapshot + b.index ? a : b));
}

function bench(count: number): void {
  const world = generateMonitors({ seed: 1, count });
  const heapBefore = heapBytes();
  let [held, fresh] = refresh(crawl(world, START), START, null);
  const refreshes = Array.from({ length: REFRESHES }, (_, n) => {
    const asOf = START + (n + 1) * REFRESH_MS;
    const [next, steps] = refresh(crawl(world, asOf), asOf, held);
    held = next;
    return steps;
  });
  console.log(`\n${count.toLocaleString('en')} monitors (milliseconds)`);
  console.log(`  fresh: ${describeSteps(fresh)}\n  refreshed: ${describeSteps(fastest(refreshes))}`);
  console.log(`  ${Math.round((heapBytes() - heapBefore) / count)} bytes a monitor, with every sort in use`);

  const mix = mixedQueries();
  for (const text of mix.slice(0, QUERIES / 4)) runText(held.index, text);
  const times = mix.map((text) => timed(() => runText(held.index, text))[1]);
  const all = times.reduce((sum, time) => sum + time, 0);
  console.log(
    `  ${Math.round((1000 * mix.length) / all)} queries a second, p50 ${milliseconds(times, 0.5)}, ` +
      `p99 ${milliseconds(times, 0.99)}, slowest ${milliseconds(times, 1)}`,
  );
}

for (const count of [1000, 10_000, 100_000]) bench(count);
