import type { ReferenceApiOptions, RunningReferenceApi } from '../../lib/reference-api/server.ts';
import { seeded } from '../../lib/testing/simulate/random.ts';
import { ask } from '../support/http/read.ts';
import type { Product } from '../support/products/product.ts';

const OTHER_KEY = 'sk-other-0123456789';

/**
 * Returns options of an API with a minute limit that three replicas would exceed if each had it alone, and another key.
 *
 * @param daily requests that both keys may send together a day
 */
export function tightApi(daily = 20_000): ReferenceApiOptions {
  const keys = [
    { key: 'sk-ours-0123456789', limit_minute: 20 },
    { key: OTHER_KEY, limit_minute: 'unlimited' as const },
  ];
  const monitors = { count: 250, seed: 1, alive: false };
  return {
    organizations: [{ name: 'Tight', quota_daily: daily, quota_monthly: 200_000, keys, monitors }],
  };
}

/** Spends requests of the organization's day and month with another key. */
export function spendElsewhere({ api }: RunningReferenceApi, count: number): void {
  for (let sent = 0; sent < count; sent += 1) {
    const request = { method: 'GET', url: '/v1/monitors/none', remoteAddress: '127.0.0.1' };
    api.handle({ ...request, authorization: `Bearer ${OTHER_KEY}` });
  }
}

/** The responses to the viewers. */
export interface Load {
  responses: number;
  /** Numbers of responses: `ok`, and the failed ones by status and code. */
  results: Record<string, number>;
}

/**
 * Lets viewers of all replicas click for a while: they open pages, searches and monitors, and press Refresh.
 *
 * @param milliseconds of real time
 */
export async function click(
  replicas: readonly Product[],
  api: RunningReferenceApi,
  { milliseconds, viewers, seed }: { milliseconds: number; viewers: number; seed: number },
): Promise<Load> {
  // Without a delay there would rarely be two requests at the same time.
  api.api.inject({ kind: 'delay', ms: 200 });
  const until = performance.now() + milliseconds;
  const load: Load = { responses: 0, results: {} };
  const uuids = api.api
    .organization()
    .monitors()
    .map(({ monitor_uuid }) => monitor_uuid);

  async function view(viewer: number): Promise<void> {
    const random = seeded(seed * 1000 + viewer);
    const oneOf = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)];
    while (performance.now() < until) {
      const path = oneOf([
        () => `/api/monitors?page=${1 + Math.floor(random() * 3)}`,
        () => `/api/monitors?q=${oneOf(['api', 'eu', 'down', 'db'])}`,
        () => `/api/monitors/${oneOf(uuids)}`,
        () => '/api/usage',
        () => '/api/monitors/refresh',
      ])?.();
      const method = path?.endsWith('refresh') ? 'POST' : 'GET';
      const headers = { 'sightline-refresh': 'on', 'user-agent': `viewer ${viewer}` };
      const { status, text } = await ask(`${oneOf(replicas)?.url}${path}`, { method, headers });
      const result = status === 200 ? 'ok' : `${status} ${JSON.parse(text).code} ${path?.slice(0, 20)}`;
      load.responses += 1;
      load.results[result] = (load.results[result] ?? 0) + 1;
      await new Promise((resolve) => setTimeout(resolve, 200 + random() * 800));
    }
  }

  await Promise.all(Array.from({ length: viewers }, (_, viewer) => view(viewer)));
  return load;
}
