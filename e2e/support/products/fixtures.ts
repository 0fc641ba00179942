import { test as base } from '@playwright/test';
import type { ReferenceApiOptions, RunningReferenceApi } from '../../../lib/reference-api/server.ts';
import { waitForCompleteInventory } from '../http/read.ts';
import { removeDeadline } from '../preloaded/without-deadline.ts';
import { startStaticReferenceApi, stoppedClock } from '../upstream/static-reference-api.ts';
import { type Product, startProduct, upstreamEnv } from './product.ts';

/** A reference API and a Sightline server that reads it. */
export interface Stack {
  referenceApi: RunningReferenceApi;
  product: Product;
}

/** A stack that its caller must stop. */
export interface RunningStack extends Stack {
  stop(): Promise<void>;
}

export interface StackSetup {
  /** Called with the API before the product starts and reads it. */
  before?: (api: RunningReferenceApi) => unknown;
  /** Further settings of the product. */
  env?: Record<string, string>;
  /**
   * Whether to wait until the product has read all monitors. The default is true without a `before`, and false with
   * one: it usually delays upstream, makes it fail or spends its limits, so the product cannot read all monitors.
   */
  waitForInventory?: boolean;
}

interface TestFixtures {
  /** Starts a stack for this test alone; both parts are stopped after it. */
  stack: (options?: ReferenceApiOptions, setup?: StackSetup) => Promise<Stack>;
}

interface WorkerFixtures {
  /** One product in demo mode for all tests of a worker. Tests read it and change nothing. */
  demo: Product;
  /** One stack for all tests of a worker, with monitors that never change and limits that are never reached. */
  staticStack: Stack;
  /** One stack whose product reads the list only once, so that tests can count its other requests. */
  quiet: Stack;
}

/** Limits that no test reaches. */
export const plenty = { minute: 100_000, daily: 1_000_000, monthly: 10_000_000 };

/** Setting of a product that reads the list once, for tests that count requests or compare two responses. */
export const readsOnce = { SIGHTLINE_REFRESH_MIN_SECONDS: '3600' };

/** 248 monitors that never change. */
const STATIC_STACK: ReferenceApiOptions = { monitors: 248, clock: stoppedClock(), limits: plenty };

/** Starts a reference API and a Sightline server that reads it. */
export async function startStack(
  options: ReferenceApiOptions = {},
  setup: StackSetup = {},
): Promise<RunningStack> {
  const referenceApi = await startStaticReferenceApi(options);
  await setup.before?.(referenceApi);
  const env = { ...upstreamEnv(referenceApi), ...setup.env };
  const product = await startProduct({ env: setup.before === undefined ? removeDeadline(env) : env });
  if (setup.waitForInventory ?? setup.before === undefined) await waitForCompleteInventory(product);
  return {
    referenceApi,
    product,
    async stop() {
      await product.stop();
      await referenceApi.close();
    },
  };
}

/** Playwright's `test` with the product as fixtures. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright derives a fixture's dependencies from the destructuring pattern of its first parameter.
    async ({}, use) => {
      const product = await startProduct({ env: { SIGHTLINE_DEMO: '1' } });
      await waitForCompleteInventory(product);
      await use(product);
      await product.stop();
    },
    { scope: 'worker' },
  ],

  staticStack: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      const staticStack = await startStack(STATIC_STACK);
      await use(staticStack);
      await staticStack.stop();
    },
    { scope: 'worker' },
  ],

  quiet: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      const quiet = await startStack({}, { env: readsOnce });
      await use(quiet);
      await quiet.stop();
    },
    { scope: 'worker' },
  ],

  // An intercepted request may still be in flight when its test has ended. Its handler would then fail on the closed
  // page, and the test with it.
  page: async ({ page }, use) => {
    await use(page);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },

  // biome-ignore lint/correctness/noEmptyPattern: as above.
  stack: async ({}, use, testInfo) => {
    const stacks: RunningStack[] = [];
    await use(async (options, setup) => {
      const stack = await startStack(options, setup);
      stacks.push(stack);
      return stack;
    });
    if (testInfo.status !== testInfo.expectedStatus) {
      for (const { product } of stacks) await testInfo.attach('product log', { body: product.logs() });
    }
    await Promise.all(stacks.map((stack) => stack.stop()));
  },
});
