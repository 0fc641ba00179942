import { afterAll, beforeAll, expect } from 'vitest';
import {
  type Script,
  type ScriptedUpstream,
  type Step,
  startScriptedUpstream,
} from '../../lib/server/upstream/scripted-upstream.fixtures.ts';
import { readsOnRequest } from '../support/browser/poll-with-clock.ts';
import { ask, readList, requestRefresh, waitForCompleteInventory } from '../support/http/read.ts';
import { advanceHours, movableClock } from '../support/preloaded/movable-clock.ts';
import { removeDeadline } from '../support/preloaded/without-deadline.ts';
import { test } from '../support/products/http-test.ts';
import { type Product, startProduct, upstreamEnv } from '../support/products/product.ts';
import { healthy } from '../support/upstream/echoing-upstream.ts';

// One product for all tests. Each first lets it read the list once more.
let upstream: ScriptedUpstream;
let product: Product;

beforeAll(async () => {
  upstream = await startScriptedUpstream(healthy);
  const api = upstreamEnv({ baseUrl: upstream.baseUrl, apiKey: 'sk-faults-0123456789' });
  // Without a deadline a request that hangs never ends, and a caller who waits for it would never get a response.
  product = await startProduct({ env: removeDeadline({ ...api, ...readsOnRequest, ...movableClock }) });
  await waitForCompleteInventory(product);
});
afterAll(async () => {
  await product.stop();
  await upstream.close();
});

/** The list for a viewer who requests an interval of one second. */
async function listWithShortInterval() {
  const { status, text } = await requestRefresh(product);
  return { status, ...JSON.parse(text) };
}

/** Lets upstream respond in another way, an hour later: then a crawl is due, and the backoff of a fault is over. */
async function playLater(script: Script | Step[]): Promise<void> {
  upstream.play(script);
  await advanceHours(1, product);
}

/** Ends the fault of an earlier test. @returns the list */
async function readHealthyList() {
  await playLater(healthy);
  await expect.poll(async () => (await listWithShortInterval()).meta.degraded).toBeNull();
  const list = await readList(product);
  expect(list.data).toHaveLength(5);
  return list;
}

test('row 2: no caller waits for a request that hangs', async () => {
  const { data } = await readHealthyList();
  const released = Promise.withResolvers<void>();
  const before = upstream.requests.length;
  await playLater((request) => [{ until: released.promise }, ...healthy(request)]);
  await expect
    .poll(async () => {
      expect(await listWithShortInterval()).toMatchObject({ status: 200, data });
      return upstream.requests.length;
    })
    .toBeGreaterThan(before);
  expect(await listWithShortInterval()).toMatchObject({ status: 200, data, meta: { degraded: null } });
  released.resolve();
});

test('row 36: the startup code, pages and routes share one container', async () => {
  const { data } = await readHealthyList();
  // The startup code reads the list, and the page shows it.
  const page = await ask(`${product.url}/monitors`);
  expect(page.text).toContain(String(data[0]?.name));
  const { text } = await ask(`${product.url}/api/monitors/${data[0]?.monitor_uuid}`);
  expect(JSON.parse(text).meta).toMatchObject({ partial: false });
  await expect
    .poll(async () => {
      const { spent_here: spent } = JSON.parse((await ask(`${product.url}/api/usage`)).text).data;
      // A second container would have its own ledger, which counts only its own requests.
      return (
        spent.inventory + spent.list + spent.detail + spent.probe + spent.retry - upstream.requests.length
      );
    })
    .toBe(0);
});
