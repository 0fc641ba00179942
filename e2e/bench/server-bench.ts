/**
 * Compares the throughput of the product's routes with an empty route handler, and of its page with a plain page.
 * Both baselines use the same Next and the same launcher. Needs a build (`npm run build`).
 */

import { startProduct as startLauncher } from '../support/products/product.ts';
import type { RunningServer } from '../support/products/server-process.ts';
import { buildEmptyApp } from './empty-app.ts';
import { median } from './figures.ts';
import { type Load, type LoadFigures, loadFor } from './load.ts';
import { startProduct } from './start-product.ts';

const ROUNDS = 7;
const ROUND_MS = 1500;
const WARM_UP_MS = 4000;
/** Long enough that the measurement uses one snapshot; query-bench.ts measures the cost of a refresh. */
const REFRESH_S = 3600;

interface Target extends Load {
  name: string;
  /** The name of the target it is compared with; null for none. */
  baseline: string | null;
  goal: number | null;
}

const EMPTY = 'empty route handler';
const PLAIN = 'plain page of 25 rows';

async function targets(running: RunningServer[], empty: string): Promise<Target[]> {
  const thousand = await startProduct(running, { monitors: 1000, refreshMinS: REFRESH_S });
  const tenThousand = await startProduct(running, { monitors: 10_000, refreshMinS: REFRESH_S });
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const words = letters.flatMap((first) => letters.map((second) => first + second));
  const searches = words.flatMap((q) =>
    [1, 2, 3].flatMap((page) =>
      ['name', 'created_at', 'type'].map((sort) => `/api/monitors?q=${q}&sort=${sort}&page=${page}`),
    ),
  );
  const plain = { headers: {}, status: 200, baseline: EMPTY, goal: null };
  const small = { ...plain, origin: thousand };
  const large = { ...plain, origin: tenThousand };
  return [
    { ...plain, name: EMPTY, origin: empty, paths: ['/api/empty'], baseline: null },
    { ...small, name: 'GET /api/health', paths: ['/api/health'], goal: 0.9 },
    { ...small, name: 'GET /api/monitors, 1,000', paths: ['/api/monitors'], goal: 0.85 },
    {
      ...small,
      name: 'the same, answered 304',
      paths: ['/api/monitors'],
      // The list changes during the benchmark, because the time of the next reading is part of it.
      headers: { 'if-none-match': '*' },
      status: 304,
      goal: 0.95,
    },
    { ...large, name: '10,000 and 40 searches', paths: searches.slice(0, 40), goal: 0.6 },
    { ...large, name: '10,000, always a new search', paths: searches },
    { ...plain, name: PLAIN, origin: empty, paths: ['/rows'], baseline: null },
    { ...small, name: 'the page /monitors, 1,000', paths: ['/monitors'], baseline: PLAIN, goal: 0.8 },
  ];
}

function print(all: readonly Target[], figures: ReadonlyMap<string, LoadFigures[]>): void {
  for (const { name, baseline, goal } of all) {
    const own = figures.get(name) ?? [];
    const middle = (of: (one: LoadFigures) => number, digits: number) =>
      median(own.map(of)).toFixed(digits).padStart(6);
    const base = baseline === null ? own : (figures.get(baseline) ?? []);
    const ratio = median(own.map((one, round) => one.perSecond / (base[round]?.perSecond ?? Number.NaN)));
    console.log(
      `  ${name.padEnd(28)} ${middle((one) => one.perSecond, 0)}/s  p50 ${middle((one) => one.p50, 0)} ms` +
        `  p99 ${middle((one) => one.p99, 0)} ms` +
        (baseline === null ? '' : `  × ${baseline} ${ratio.toFixed(2)}`) +
        (goal === null ? '' : `  goal ≥ ${goal}: ${ratio >= goal ? 'met' : 'NOT met'}`),
    );
  }
}

/** Measures in alternating rounds, and prints medians and the ratios to the baselines. */
export async function benchServer(): Promise<void> {
  const running: RunningServer[] = [];
  const app = buildEmptyApp();
  try {
    const emptyApp = await startLauncher({ cwd: app.folder, env: {} });
    running.push(emptyApp);
    const all = await targets(running, emptyApp.url);
    const figures = new Map(all.map(({ name }): [string, LoadFigures[]] => [name, []]));
    for (const target of all) await loadFor(target, WARM_UP_MS);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const target of all) figures.get(target.name)?.push(await loadFor(target, ROUND_MS));
    }
    console.log(
      `\nServer: answers a second, medians of ${ROUNDS} alternating rounds, and of each round's ratio to the empty app`,
    );
    print(all, figures);
    console.log('  Other work on the machine moves the rates; ratios within a round move less.');
  } finally {
    await Promise.all(running.map((one) => one.stop()));
    app.remove();
  }
}
