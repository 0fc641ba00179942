import { test as base } from 'vitest';
import type { ReferenceApiOptions } from '../../../lib/reference-api/server.ts';
import { startReplicas } from '../replicas/replicas.ts';
import { isMissing, postgresProgram } from '../runner/system-program.ts';
import { startWithTokens, type TokenStack } from '../sign-in/token-product.ts';
import { sharedDemo, sharedStack } from './shared-products.ts';
import { readsOnce, remembering, type Stack, type StackSetup, startStack } from './stack.ts';

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
    const stacks = remembering(startStack);
    onCleanup(stacks.stop);
    onTestFailed(() => {
      for (const { product } of stacks.all) console.error(product.logs());
    });
    return (options?: ReferenceApiOptions, setup?: StackSetup): Promise<Stack> =>
      stacks.start(options, setup);
  })
  .extend('startTokenStack', ({}, { onCleanup }) => {
    const stacks = remembering(startWithTokens);
    onCleanup(stacks.stop);
    return stacks.start;
  })
  .extend('replicaSet', ({ onTestFailed, skip }, { onCleanup }) => {
    skip(isMissing(postgresProgram), 'needs PostgreSQL');
    const sets = remembering(startReplicas);
    onCleanup(sets.stop);
    onTestFailed(() => {
      for (const replica of sets.all.flatMap(({ replicas }) => replicas)) console.error(replica.logs());
    });
    return sets.start;
  });
