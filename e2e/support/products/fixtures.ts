import { test as base } from '@playwright/test';
import type { ReferenceApiOptions } from '../../../lib/reference-api/server.ts';
import { type ReplicaSet, type ReplicaSetup, startReplicas } from '../replicas/replicas.ts';
import { isMissing, postgresProgram } from '../runner/system-program.ts';
import { type OidcStack, startOidcProduct } from '../sign-in/oidc-product.ts';
import { startWithTokens, type TokenStack } from '../sign-in/token-product.ts';
import { type SharedProduct, type SharedStack, sharedDemo, sharedStack } from './shared-products.ts';
import { readsOnce, remembering, type Stack, type StackSetup, startStack } from './stack.ts';

interface TestFixtures {
  /** Starts a stack for this test alone; both parts are stopped after it. */
  stack: (options?: ReferenceApiOptions, setup?: StackSetup) => Promise<Stack>;
  /** Starts a product with sign-in and tokens for scripts for one test. */
  startTokenStack: (options?: ReferenceApiOptions, setup?: StackSetup) => Promise<TokenStack>;
  /** Starts replicas with a database for one test. */
  replicaSet: (setup?: ReplicaSetup) => Promise<ReplicaSet>;
}

interface WorkerFixtures {
  /** A product in demo mode for all tests of a run. Tests read it and change nothing. */
  demo: SharedProduct;
  /** A stack for all tests of a run, with monitors that never change and limits that are never reached. */
  staticStack: SharedStack;
  /** The same with password sign-in. */
  passwordStack: SharedStack;
  /** One stack of a worker whose product reads the list only once, so that tests can count its other requests. */
  quiet: Stack;
  /** A real OpenID provider and a product that uses it, for all tests of a worker. */
  oidcStack: OidcStack;
}

/**
 * Playwright's `test` with the product as fixtures. All browser tests use this one: tests with other worker fixtures
 * would need other workers.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  demo: [async ({}, use) => use(await sharedDemo()), { scope: 'worker' }],

  staticStack: [async ({}, use) => use(await sharedStack('static')), { scope: 'worker' }],

  passwordStack: [async ({}, use) => use(await sharedStack('password')), { scope: 'worker' }],

  quiet: [async ({}, use) => stopAfter(use, await startStack({}, { env: readsOnce })), { scope: 'worker' }],

  oidcStack: [async ({}, use) => stopAfter(use, await startOidcProduct()), { scope: 'worker' }],

  // An intercepted request may still be in flight when its test has ended. Its handler would then fail on the closed
  // page, and the test with it.
  page: async ({ page }, use) => {
    await use(page);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },

  stack: async ({}, use, testInfo) => {
    const stacks = remembering(startStack);
    await use(stacks.start);
    await stacks.stop();
    if (testInfo.status === testInfo.expectedStatus) return;
    for (const { product } of stacks.all) await testInfo.attach('product log', { body: product.logs() });
  },

  startTokenStack: async ({}, use) => {
    const stacks = remembering(startWithTokens);
    await use(stacks.start);
    await stacks.stop();
  },

  replicaSet: async ({}, use, testInfo) => {
    testInfo.skip(isMissing(postgresProgram), 'needs PostgreSQL');
    const sets = remembering(startReplicas);
    await use(sets.start);
    await sets.stop();
    if (testInfo.status === testInfo.expectedStatus) return;
    for (const replica of sets.all.flatMap(({ replicas }) => replicas)) {
      await testInfo.attach('replica log', { body: replica.logs() });
    }
  },
});

async function stopAfter<T extends { stop(): Promise<unknown> }>(
  use: (one: T) => Promise<void>,
  one: T,
): Promise<void> {
  await use(one);
  await one.stop();
}
