/**
 * Measures the time from spawning the product to its first responses, with a snapshot of 1,000 monitors in the data
 * directory and with an empty one, compared with the empty app. Needs a build (`npm run build`).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startReferenceApi } from '../../lib/reference-api/server.ts';
import { startProduct, upstreamEnv } from '../support/products/product.ts';
import { type ColdStart, timeColdStart } from './cold-start.ts';
import { buildEmptyApp } from './empty-app.ts';
import { load } from './machine.ts';
import { median } from './quantiles.ts';
import { inUnit, printAtMost, printFigure } from './report.ts';
import { waitForCompleteInventory } from './start-product.ts';

const MONITORS = 1000;
const ROUNDS = 5;
const GOAL_MS = 2000;

/** Starts with and without Node's compile cache: the first start of a container image has none. */
const compileCaches = [
  { name: 'nothing kept of earlier compilation', env: { NODE_DISABLE_COMPILE_CACHE: '1' } },
  { name: "with Node's compile cache", env: {} },
];

const limits = { minute: 100_000, daily: 1_000_000, monthly: 10_000_000 };
const health = { path: '/api/health', marker: '"status"' };
const rows = { path: '/monitors', marker: 'href="/monitors/' };

interface Case extends ColdStart {
  name: string;
}

/** The others are compared with the first. */
function cases(emptyApp: string, env: Record<string, string>, kept: Record<string, string>): Case[] {
  return [
    { name: 'empty app', path: '/api/empty', marker: '', cwd: emptyApp, env: {} },
    { name: 'GET /api/health, with a snapshot', ...health, env: { ...env, ...kept } },
    { name: 'GET /monitors with rows, with a snapshot', ...rows, env: { ...env, ...kept } },
    { name: 'GET /api/health, empty data directory', ...health, env },
    { name: 'GET /monitors with rows, empty data directory', ...rows, env },
  ];
}

/** Stores a snapshot in the data directory. */
async function fill(env: Record<string, string>): Promise<void> {
  const product = await startProduct({ env });
  await waitForCompleteInventory(product.url, MONITORS);
  await product.stop();
}

function print(all: readonly Case[], rounds: readonly number[][]): void {
  for (const [index, { name }] of all.entries()) {
    const middle = median(rounds.map((times) => times[index] ?? Number.NaN));
    if (index === 0) {
      printFigure(name, inUnit(middle, 'ms'));
      continue;
    }
    printAtMost(name, middle, GOAL_MS, 'ms');
    const ratio = median(rounds.map((times) => (times[index] ?? Number.NaN) / (times[0] ?? Number.NaN)));
    printFigure('  × the empty app', inUnit(ratio, ''));
  }
}

/** Measures in alternating rounds, each start in a new process. */
export async function benchColdStart(): Promise<void> {
  const app = buildEmptyApp();
  const directory = mkdtempSync(join(tmpdir(), 'sightline-bench-data-'));
  const api = await startReferenceApi({ monitors: MONITORS, limits });
  try {
    const kept = { SIGHTLINE_DATA_DIR: directory };
    await fill({ ...upstreamEnv(api), ...kept });
    const all = cases(app.folder, upstreamEnv(api), kept);
    console.log(
      `\nCold start: from spawning to the first whole answer, ${MONITORS.toLocaleString('en')} monitors, ` +
        `medians of ${ROUNDS} alternating rounds, files in the system's cache; load ${load()}`,
    );
    const taken = compileCaches.map((cache) => {
      const rounds: number[][] = [];
      return { ...cache, rounds };
    });
    // The first round only fills the caches.
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const { env, rounds } of taken) {
        const times: number[] = [];
        for (const one of all) times.push(await timeColdStart({ ...one, env: { ...one.env, ...env } }));
        if (round > 0) rounds.push(times);
      }
    }
    for (const { name, rounds } of taken) {
      console.log(`\n  ${name}`);
      print(all, rounds);
    }
  } finally {
    await api.close();
    rmSync(directory, { recursive: true, force: true });
    app.remove();
  }
}
