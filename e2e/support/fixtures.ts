import { test as base } from '@playwright/test';
import {
  type ReferenceApiOptions,
  type RunningReferenceApi,
  startReferenceApi,
} from '../../lib/reference-api/server.ts';
import { type Product, startProduct } from './product.ts';

/** A reference API and a product that reads it. */
interface Stack {
  referenceApi: RunningReferenceApi;
  product: Product;
}

interface TestFixtures {
  /** Starts a stack for this test alone; both parts are stopped after it. */
  stack: (options?: ReferenceApiOptions) => Promise<Stack>;
}

interface WorkerFixtures {
  /** One product in demo mode for all tests of a worker. Tests read it and change nothing. */
  demo: Product;
}

/** Time to load the built product on a busy machine, milliseconds. Only a product that hangs ever meets it. */
const START_MS = 60_000;

/** Playwright's `test` with the product in it. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern.
    async ({}, use) => {
      const product = await startProduct({ env: { SIGHTLINE_DEMO: '1' } });
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: START_MS },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern.
  stack: async ({}, use, testInfo) => {
    const stacks: Stack[] = [];
    const apis: RunningReferenceApi[] = [];
    await use(async (options) => {
      const api = await startReferenceApi(options);
      apis.push(api);
      const env = { MONITOR_API_BASE_URL: api.baseUrl, MONITOR_API_KEY: api.apiKey };
      const stack = { referenceApi: api, product: await startProduct({ env }) };
      stacks.push(stack);
      return stack;
    });
    if (testInfo.status !== testInfo.expectedStatus) {
      for (const { product } of stacks) await testInfo.attach('product log', { body: product.logs() });
    }
    await Promise.all(stacks.map(({ product }) => product.stop()));
    await Promise.all(apis.map((api) => api.close()));
  },
});
