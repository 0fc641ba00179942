/** @module-tag deep */
import { expect } from 'vitest';
import { startScriptedUpstream } from '../../lib/server/upstream/scripted-upstream.fixtures.ts';
import { ask, waitForCompleteInventory } from '../support/http/read.ts';
import { withoutDeadline } from '../support/preloaded/without-deadline.ts';
import { test } from '../support/products/http-test.ts';
import { startProduct, upstreamEnv } from '../support/products/product.ts';
import { readsOnce } from '../support/products/stack.ts';
import { healthy } from '../support/upstream/echoing-upstream.ts';

const VIEWERS = 500;
const clicks = [
  '',
  '?sort=attention&facets=true',
  '?sort=name&page=2',
  '?q=api',
  '?type=https&is_active=true',
  '?condition=down&condition=overdue',
  '?region=-fra1&sort=last_response_time_ms',
  '?page=3&per_page=100',
];

/**
 * Sends concurrent requests of all viewers, whom the product distinguishes by their user agent.
 */
function everybody(url: string): Promise<{ status: number }[]> {
  return Promise.all(
    Array.from({ length: VIEWERS }, (_, number) =>
      ask(`${url}/api/monitors${clicks[number % clicks.length]}`, {
        headers: { 'user-agent': `viewer ${number}`, 'sightline-refresh': 'on' },
      }),
    ),
  );
}

test('row 40: 500 viewers of a product without data cost one crawl, and their reloads cost nothing', async () => {
  const released = Promise.withResolvers<void>();
  const upstream = await startScriptedUpstream((request) => [
    { until: released.promise },
    ...healthy(request),
  ]);
  const env = {
    ...upstreamEnv({ baseUrl: upstream.baseUrl, apiKey: 'key' }),
    ...readsOnce,
    ...withoutDeadline,
  };
  const product = await startProduct({ env });
  const arrived = async () => JSON.parse((await ask(`${product.url}/api/usage`)).text).data.refresh.viewers;
  const first = everybody(product.url);
  await expect.poll(arrived, { message: 'all wait for the first page' }).toBe(VIEWERS);
  released.resolve();
  const statuses = (await first).map(({ status }) => status);
  // A viewer who has waited for some seconds is told to try again.
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  await waitForCompleteInventory(product);
  const reloads = await everybody(product.url);
  expect(new Set(reloads.map(({ status }) => status))).toEqual(new Set([200]));
  expect(upstream.requests.map(({ target }) => target)).toEqual(['/v1/monitors?page=1&per_page=100']);
  await product.stop();
  await upstream.close();
});
