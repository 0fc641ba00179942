import { test as base } from 'vitest';
import type { ReferenceApiOptions } from '../../../lib/reference-api/server.ts';
import { type ReplicaSet, type ReplicaSetup, startReplicas } from '../replicas/replicas.ts';
import { isMissing, postgresProgram } from '../runner/system-program.ts';
import { startWithTokens, type TokenStack } from '../sign-in/token-product.ts';
import { sharedDemo, sharedStack } from './shared-products.ts';
import { type RunningStack, readsOnce, type Stack, type StackSetup, startStack } from './stack.ts';

/**
 * Vitest's `test` for tests that open no page. `demo`, `staticStack` and `passwordStack` are shared by the whole run,
 * `quiet` and `tokenStack` by the tests of a worker; tests only read them. The other fixtures start what one test
 * changes, and stop it after the test.
 */
export const test = base
  .extend('demo', { scope: 'worker' }, () => sharedDemo())
  .extend('staticStack', { scope: 'worker' }, () => sharedStack('static'))
  .extend('passwordStack', { scope: 'worker' }, () => sharedStack('password'))
  // Its product reads the list only once, so that tests can count its other requests.
  .extend('quiet', { scope: 'worker' }, async ({}, { onCleanup }): Promise<Stack> => {
    const quiet = await startStack({}, { env: readsOnce });
    onCleanup(quiet.stop);
    return quiet;
  })
  .extend('tokenStack', { scope: 'worker' }, async ({}, { onCleanup }): Promise<TokenStack> => {
    const tokenStack = await startWithTokens();
    onCleanup(tokenStack.stop);
    return tokenStack;
  })
  .extend('stack', ({ onTestFailed }, { onCleanup }) => {
    const all = stopAfterTest<RunningStack>(onCleanup);
    onTestFailed(() => {
      for (const { product } of all) console.error(product.logs());
    });
    return async (options?: ReferenceApiOptions, setup?: StackSetup): Promise<Stack> =>
      keep(all, await startStack(options, setup));
  })
  .extend('startTokenStack', ({}, { onCleanup }) => {
    const all = stopAfterTest<TokenStack>(onCleanup);
    return async (options?: ReferenceApiOptions, setup?: StackSetup) =>
      keep(all, await startWithTokens(options, setup));
  })
  .extend('replicaSet', ({ onTestFailed, skip }, { onCleanup }) => {
    skip(isMissing(postgresProgram), 'needs PostgreSQL');
    const all = stopAfterTest<ReplicaSet>(onCleanup);
    onTestFailed(() => {
      for (const replica of all.flatMap(({ replicas }) => replicas)) console.error(replica.logs());
    });
    return async (setup?: ReplicaSetup) => keep(all, await startReplicas(setup));
  });

/** Returns an empty list. What a test adds to it is stopped after the test. */
function stopAfterTest<T extends { stop(): Promise<unknown> }>(
  onCleanup: (stop: () => Promise<void>) => void,
): T[] {
  const all: T[] = [];
  onCleanup(async () => {
    await Promise.all(all.map((one) => one.stop()));
  });
  return all;
}

function keep<T>(all: T[], one: T): T {
  all.push(one);
  return one;
}

/**
 * Details of one test in a series. Some run only at night, because others of the series test nearly the same by day.
 */
export function nightlyIf(isNightly: boolean): { tags: 'nightly'[] } {
  return { tags: isNightly ? ['nightly'] : [] };
}
