import { join } from 'node:path';
import { type Running, root, start } from './processes.ts';

/** The reference API in a process of its own, with limits that nobody reaches. */
async function startApi(monitors: number): Promise<Running> {
  const limits = ['minute', 'daily', 'monthly'].flatMap((window) => [
    window === 'minute' ? '--limit-minute' : `--quota-${window}`,
    'unlimited',
  ]);
  const args = [
    join(root, 'lib/reference-api/main.ts'),
    '--port',
    '0',
    '--monitors',
    String(monitors),
    ...limits,
  ];
  return start(args, { cwd: root, env: {}, pattern: /Reference API {2}(\S+)/ });
}

/** A built Next app under our launcher. @param env what the product is configured with; none for the empty app */
export async function startNext(cwd: string, env: Record<string, string>): Promise<Running> {
  return start([join(root, 'lib/launch/main.ts'), 'start'], {
    cwd,
    env: { PORT: '0', HOSTNAME: '127.0.0.1', ...env },
    pattern: /Sightline is at (http:\S+)/,
  });
}

/**
 * The built product over so many monitors, all of them read.
 *
 * @param refreshMinS how often they are read again at most
 * @param running gets what was started, to be stopped in the end
 * @returns the product's origin
 */
export async function startProduct(
  monitors: number,
  refreshMinS: number,
  running: Running[],
): Promise<string> {
  const api = await startApi(monitors);
  running.push(api);
  const product = await startNext(root, {
    MONITOR_API_BASE_URL: api.found,
    MONITOR_API_KEY: 'reference-api-demo-key',
    SIGHTLINE_ALLOW_INSECURE_UPSTREAM: '1',
    SIGHTLINE_REFRESH_MIN_SECONDS: String(refreshMinS),
  });
  running.push(product);
  for (let page = 1; page <= 300; page += 1) {
    const answer = await (await fetch(`${product.found}/api/monitors?page=${page}&per_page=10`)).json();
    if (answer.meta?.inventory.state === 'complete') return product.found;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${monitors} monitors have not been read after a minute.`);
}
