/**
 * How much of a Next server's speed is left when it answers with monitors: GET /api/monitors beside an empty route
 * handler of the same Next under the same launcher. Needs a build (`npm run build`).
 */

import { startProduct as startLauncher } from '../support/product.ts';
import type { RunningServer } from '../support/server-process.ts';
import { buildEmptyApp } from './empty-app.ts';
import { type Load, loadFor } from './load.ts';
import { median } from './quantiles.ts';
import { startProduct } from './stack.ts';

const ROUNDS = 7;
const ROUND_MS = 1500;
const WARM_UP_MS = 4000;
/** One snapshot for the whole measurement: what a refresh costs is measured elsewhere (query-bench.ts). */
const REFRESH_S = 3600;

interface Target extends Load {
  name: string;
  goal: number | null;
}

async function targets(running: RunningServer[], empty: string): Promise<Target[]> {
  const thousand = await startProduct(running, { monitors: 1000, refreshMinS: REFRESH_S });
  const tenThousand = await startProduct(running, { monitors: 10_000, refreshMinS: REFRESH_S });
  const answer = await fetch(`${thousand}/api/monitors`);
  await answer.arrayBuffer();
  const tag = answer.headers.get('etag') ?? '';
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const words = letters.flatMap((first) => letters.map((second) => first + second));
  const searches = words.flatMap((q) =>
    [1, 2, 3].flatMap((page) =>
      ['name', 'created_at', 'type'].map((sort) => `/api/monitors?q=${q}&sort=${sort}&page=${page}`),
    ),
  );
  const plain = { headers: {}, status: 200, goal: null };
  return [
    { ...plain, name: 'empty route handler', origin: empty, paths: ['/api/empty'] },
    { ...plain, name: 'GET /api/health', origin: thousand, paths: ['/api/health'] },
    { ...plain, name: 'GET /api/monitors, 1,000', origin: thousand, paths: ['/api/monitors'], goal: 0.85 },
    {
      name: 'the same, answered 304',
      origin: thousand,
      paths: ['/api/monitors'],
      headers: { 'if-none-match': tag },
      status: 304,
      goal: 0.95,
    },
    {
      ...plain,
      name: '10,000 and 40 searches',
      origin: tenThousand,
      paths: searches.slice(0, 40),
      goal: 0.6,
    },
    { ...plain, name: '10,000, always a new search', origin: tenThousand, paths: searches, goal: null },
  ];
}

/** Measures in alternating rounds, prints medians and the ratio to the empty handler. */
export async function benchServer(): Promise<void> {
  const running: RunningServer[] = [];
  const app = buildEmptyApp();
  try {
    const emptyApp = await startLauncher({ cwd: app.folder, env: {} });
    running.push(emptyApp);
    const all = await targets(running, emptyApp.url);
    const rates = new Map(all.map(({ name }): [string, number[]] => [name, []]));
    for (const target of all) await loadFor(target, WARM_UP_MS);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const target of all) rates.get(target.name)?.push(await loadFor(target, ROUND_MS));
    }
    const base = rates.get('empty route handler') ?? [];
    console.log(
      `\nServer: answers a second, medians of ${ROUNDS} alternating rounds, and of each round's ratio to the empty one`,
    );
    for (const { name, goal } of all) {
      const own = rates.get(name) ?? [];
      const ratio = median(own.map((rate, round) => rate / (base[round] ?? Number.NaN)));
      console.log(
        `  ${name.padEnd(30)} ${median(own).toFixed(0).padStart(6)}/s  ratio ${ratio.toFixed(2)}` +
          (goal === null ? '' : `  (goal ${goal})`),
      );
    }
    console.log('  Other work on the machine moves the rates; ratios within a round move less.');
  } finally {
    await Promise.all(running.map((one) => one.stop()));
    app.remove();
  }
}
