import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { startProduct as launch } from '../support/products/product.ts';
import { type RunningServer, startServer } from '../support/products/server-process.ts';

/** Timeout for reading all monitors, milliseconds: 100,000 need 1,000 upstream requests. */
const READ_MS = 300_000;
const CHECK_EVERY_MS = 250;
const LOG_EVERY_MS = 15_000;

const responseSchema = z.object({
  meta: z.object({ inventory: z.object({ state: z.string(), read: z.number() }) }),
});

/**
 * Starts a product and waits until it has read all monitors. It does not refresh them: the measurements use one
 * snapshot, and query-bench.ts measures the cost of a refresh.
 * @param running the function adds the servers that the caller must stop
 * @returns the product's origin
 */
export async function startProduct(running: RunningServer[], monitors: number): Promise<string> {
  const api = await startApi(monitors);
  running.push(api);
  const product = await launch({
    env: {
      MONITOR_API_BASE_URL: api.url,
      MONITOR_API_KEY: 'reference-api-demo-key',
      SIGHTLINE_ALLOW_INSECURE_UPSTREAM: '1',
      SIGHTLINE_AUTH: 'none',
      SIGHTLINE_REFRESH_MIN_SECONDS: '3600',
    },
  });
  running.push(product);
  await waitForCompleteInventory(product.url, monitors);
  return product.url;
}

/** Waits until all monitors are read, and logs the progress. @throws Error when it takes too long */
async function waitForCompleteInventory(origin: string, monitors: number): Promise<void> {
  const began = performance.now();
  let logAt = began + LOG_EVERY_MS;
  for (;;) {
    const response = await fetch(`${origin}/api/monitors?per_page=1`);
    const { inventory } = responseSchema.parse(await response.json()).meta;
    if (inventory.state === 'complete') return;
    const now = performance.now();
    const soFar = `${inventory.read.toLocaleString('en')} of ${monitors.toLocaleString('en')} monitors`;
    if (now > began + READ_MS) throw new Error(`${soFar} have been read after ${READ_MS / 60_000} minutes.`);
    if (now > logAt) {
      console.log(`  reading: ${soFar}`);
      logAt = now + LOG_EVERY_MS;
    }
    await sleep(CHECK_EVERY_MS);
  }
}

function startApi(monitors: number): Promise<RunningServer> {
  const unlimited = ['--limit-minute', '--quota-daily', '--quota-monthly'].flatMap((name) => [
    name,
    'unlimited',
  ]);
  return startServer(
    ['lib/reference-api/main.ts', '--port', '0', '--monitors', String(monitors), ...unlimited],
    {
      env: { NODE_ENV: 'production' },
      pattern: /Reference API {2}(\S+)/,
    },
  );
}
