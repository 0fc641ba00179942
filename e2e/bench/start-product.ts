import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { startProduct as launch } from '../support/products/product.ts';
import { type RunningServer, startServer } from '../support/products/server-process.ts';

interface ProductOptions {
  monitors: number;
  /**
   * The shortest refresh interval, seconds. The default is so long that there are no refreshes: other benchmarks
   * measure those.
   */
  refreshMinS?: number;
  /** Further settings; by default the product has no sign-in. */
  env?: Record<string, string>;
  /** Signs in if the product requires it. @returns the headers of the session */
  signIn?: (origin: string) => Promise<Record<string, string>>;
}

/** Timeout for reading all monitors, milliseconds: 100,000 need 1,000 upstream requests. */
const READ_MS = 300_000;
const CHECK_EVERY_MS = 250;
const LOG_EVERY_MS = 15_000;

const responseSchema = z.object({
  meta: z.object({ inventory: z.object({ state: z.string(), read: z.number() }) }),
});

/**
 * Starts a product and waits until it has read all monitors.
 * @param running the function adds the servers that the caller must stop
 * @returns the product's origin
 */
export async function startProduct(running: RunningServer[], options: ProductOptions): Promise<string> {
  const {
    monitors,
    refreshMinS = 3600,
    env = { SIGHTLINE_AUTH: 'none' },
    signIn = async () => ({}),
  } = options;
  const api = await startApi(monitors);
  running.push(api);
  const product = await launch({
    env: {
      MONITOR_API_BASE_URL: api.url,
      MONITOR_API_KEY: 'reference-api-demo-key',
      SIGHTLINE_ALLOW_INSECURE_UPSTREAM: '1',
      SIGHTLINE_REFRESH_MIN_SECONDS: String(refreshMinS),
      ...env,
    },
  });
  running.push(product);
  await waitForCompleteInventory(product.url, monitors, await signIn(product.url));
  return product.url;
}

/** Waits until all monitors are read, and logs the progress. @throws Error when it takes too long */
async function waitForCompleteInventory(
  origin: string,
  monitors: number,
  headers: Record<string, string> = {},
): Promise<void> {
  const began = performance.now();
  let logAt = began + LOG_EVERY_MS;
  for (;;) {
    const response = await fetch(`${origin}/api/monitors?per_page=1`, { headers });
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
