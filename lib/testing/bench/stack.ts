import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Running, root, start } from '../processes.ts';

/** @param env what the product is configured with; none for an app that is not the product */
export async function startNext(cwd: string, env: Record<string, string>): Promise<Running> {
  const data = mkdtempSync(join(tmpdir(), 'sightline-bench-'));
  const running = await start([join(root, 'lib/launch/main.ts'), 'start'], {
    cwd,
    env: { PORT: '0', HOSTNAME: '127.0.0.1', SIGHTLINE_DATA_DIR: data, ...env },
    pattern: /Sightline is at (http:\S+)/,
  });
  return {
    ...running,
    async stop() {
      await running.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

interface ProductOptions {
  monitors: number;
  /** How often they are read again at most, seconds. Usually never: what that costs is measured by itself. */
  refreshMinS?: number;
  /** Further settings; without them nobody signs in. */
  env?: Record<string, string>;
  /** Lets the bench in where that is needed. @returns the headers of its requests */
  signIn?: (origin: string) => Promise<Record<string, string>>;
}

/** The product over so many monitors, all of them read. @param running what must be stopped is added to it; @returns its origin */
export async function startProduct(running: Running[], options: ProductOptions): Promise<string> {
  const {
    monitors,
    refreshMinS = 3600,
    env = { SIGHTLINE_AUTH: 'none' },
    signIn = async () => ({}),
  } = options;
  const api = await startApi(monitors);
  running.push(api);
  const product = await startNext(root, {
    MONITOR_API_BASE_URL: api.found,
    MONITOR_API_KEY: 'reference-api-demo-key',
    SIGHTLINE_ALLOW_INSECURE_UPSTREAM: '1',
    SIGHTLINE_REFRESH_MIN_SECONDS: String(refreshMinS),
    ...env,
  });
  running.push(product);
  const headers = await signIn(product.found);
  for (let page = 1; page <= 300; page += 1) {
    const url = `${product.found}/api/monitors?page=${page}&per_page=10`;
    const answer = await (await fetch(url, { headers })).json();
    if (answer.meta?.inventory.state === 'complete') return product.found;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${monitors} monitors have not been read after a minute.`);
}

async function startApi(monitors: number): Promise<Running> {
  const limits = ['minute', 'daily', 'monthly'].flatMap((window) => [
    window === 'minute' ? '--limit-minute' : `--quota-${window}`,
    'unlimited',
  ]);
  const main = join(root, 'lib/reference-api/main.ts');
  return start([main, '--port', '0', '--monitors', String(monitors), ...limits], {
    cwd: root,
    env: {},
    pattern: /Reference API {2}(\S+)/,
  });
}
