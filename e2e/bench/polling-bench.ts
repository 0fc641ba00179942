/**
 * Measures latencies for many viewers: 1,000 viewers of 1,000 monitors who poll the list every 15 s, with the server
 * on one core, compared with an empty route handler. During the measurement the monitors change and are crawled.
 * Needs a build (`npm run build`).
 */
import { startProduct as startLauncher } from '../support/products/product.ts';
import type { RunningServer } from '../support/products/server-process.ts';
import { buildEmptyApp } from './empty-app.ts';
import { load, onOneCore } from './machine.ts';
import { type Polls, poll } from './polling.ts';
import { quantile } from './quantiles.ts';
import { inUnit, printAtMost, printFigure } from './report.ts';
import { startProduct } from './start-product.ts';

const VIEWERS = 1000;
const EVERY_S = 15;
const FOR_S = 30;
/** Gives the server time to compile frequently used code. */
const WARM_UP_S = 15;

async function tagOf(url: string): Promise<string | null> {
  const response = await fetch(url);
  await response.arrayBuffer();
  return response.headers.get('etag');
}

async function pollWarm(origin: string, path: string): Promise<Polls> {
  const polling = { origin, path, viewers: VIEWERS, everyS: EVERY_S };
  await poll({ ...polling, forS: WARM_UP_S, tag: await tagOf(origin + path) });
  return poll({ ...polling, forS: FOR_S, tag: await tagOf(origin + path) });
}

function print(name: string, { times, late, statuses }: Polls, goalMs: number | null): void {
  const { 200: whole = 0, 304: same = 0 } = statuses;
  const p99 = quantile(times, 0.99);
  console.log(`\n  ${name}: ${inUnit(times.length, '')} answers, of these ${inUnit(same, '')} 304`);
  printFigure('p50', inUnit(quantile(times, 0.5), 'ms'));
  if (goalMs === null) printFigure('p99', inUnit(p99, 'ms'));
  else printAtMost('p99', p99, goalMs, 'ms');
  printFigure('slowest', inUnit(quantile(times, 1), 'ms'));
  printAtMost('errors', times.length - whole - same, 0, '');
  printFigure('requests sent late, p99', inUnit(quantile(late, 0.99), 'ms'));
}

/** Prints latencies and errors. */
export async function benchPolling(): Promise<void> {
  const running: RunningServer[] = [];
  const pinned = onOneCore();
  const env = { SIGHTLINE_AUTH: 'none', ...pinned };
  const app = buildEmptyApp();
  try {
    const emptyApp = await startLauncher({ cwd: app.folder, env: pinned ?? {} });
    running.push(emptyApp);
    const origin = await startProduct(running, { monitors: 1000, refreshMinS: EVERY_S, env });
    console.log(
      `\nPolling: ${inUnit(VIEWERS, '')} viewers, each every ${EVERY_S} s for ${FOR_S} s; the server ` +
        `${pinned ? 'on one core' : 'on all cores: there is no taskset here'}; load ${load()}`,
    );
    print('empty route handler', await pollWarm(emptyApp.url, '/api/empty'), null);
    print('GET /api/monitors', await pollWarm(origin, '/api/monitors?sort=attention&per_page=25'), 100);
    console.log(
      '  Requests are sent late where other work has the cores: the server then has less of its own too.',
    );
  } finally {
    await Promise.all(running.map((one) => one.stop()));
    app.remove();
  }
}
