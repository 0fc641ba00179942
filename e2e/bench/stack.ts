import { startProduct as launch } from '../support/product.ts';
import { type RunningServer, startServer } from '../support/server-process.ts';

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
  const headers = await signIn(product.url);
  for (let page = 1; page <= 300; page += 1) {
    const url = `${product.url}/api/monitors?page=${page}&per_page=10`;
    const answer = await (await fetch(url, { headers })).json();
    if (answer.meta?.inventory.state === 'complete') return product.url;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${monitors} monitors have not been read after a minute.`);
}

function startApi(monitors: number): Promise<RunningServer> {
  const limits = ['minute', 'daily', 'monthly'].flatMap((window) => [
    window === 'minute' ? '--limit-minute' : `--quota-${window}`,
    'unlimited',
  ]);
  return startServer(
    ['lib/reference-api/main.ts', '--port', '0', '--monitors', String(monitors), ...limits],
    {
      env: { NODE_ENV: 'production' },
      pattern: /Reference API {2}(\S+)/,
    },
  );
}
