import { test as base } from '@playwright/test';
import {
  type ReferenceApiOptions,
  type RunningReferenceApi,
  startReferenceApi,
} from '../../lib/reference-api/server.ts';
import { type Product, readsFrom, startProduct } from './product.ts';
import { untilRead } from './read.ts';

/** A reference API and a product that reads it. */
export interface Stack {
  referenceApi: RunningReferenceApi;
  product: Product;
}

interface Setup {
  /** What happens to the API before the product starts and reads it. */
  before?: (api: RunningReferenceApi) => unknown;
  /** Further settings of the product. */
  env?: Record<string, string>;
  /** Whether to go on only when the product has read all monitors. So it is unless there is a `before`. */
  untilRead?: boolean;
}

interface TestFixtures {
  /** Starts a stack for this test alone; both parts are stopped after it. */
  stack: (options?: ReferenceApiOptions, setup?: Setup) => Promise<Stack>;
}

interface WorkerFixtures {
  /** One product in demo mode for all tests of a worker. Tests read it and change nothing. */
  demo: Product;
  /** One stack for all tests of a worker, with monitors that never change and limits that nobody reaches. */
  still: Stack;
}

const startedAt = Date.now();

/** 248 monitors that stay what they are at the start; the API's clock stands still, so that none becomes overdue. */
const STILL: ReferenceApiOptions = {
  monitors: 248,
  alive: false,
  clock: () => startedAt,
  limits: { minute: 100_000, daily: 1_000_000, monthly: 10_000_000 },
};

/** Time to load the built product on a busy machine, milliseconds. Only a product that hangs ever meets it. */
const START_MS = 60_000;

/** Playwright's `test` with the product in it. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern.
    async ({}, use) => {
      const product = await startProduct({ env: { SIGHTLINE_DEMO: '1' } });
      await untilRead(product);
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: START_MS },
  ],

  still: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      const referenceApi = await startReferenceApi(STILL);
      const product = await startProduct({ env: readsFrom(referenceApi) });
      await untilRead(product);
      await use({ referenceApi, product });
      await product.stop();
      await referenceApi.close();
    },
    { scope: 'worker', timeout: START_MS },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern.
  stack: async ({}, use, testInfo) => {
    const stacks: Stack[] = [];
    const apis: RunningReferenceApi[] = [];
    await use(async (options, setup = {}) => {
      const api = await startReferenceApi(options);
      apis.push(api);
      await setup.before?.(api);
      const product = await startProduct({ env: { ...readsFrom(api), ...setup.env } });
      const stack = { referenceApi: api, product };
      stacks.push(stack);
      if (setup.untilRead ?? setup.before === undefined) await untilRead(product);
      return stack;
    });
    if (testInfo.status !== testInfo.expectedStatus) {
      for (const { product } of stacks) await testInfo.attach('product log', { body: product.logs() });
    }
    await Promise.all(stacks.map(({ product }) => product.stop()));
    await Promise.all(apis.map((api) => api.close()));
  },
});
