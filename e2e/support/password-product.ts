import { type RunningStack, type Stack, startStack, test } from './fixtures.ts';
import { movableClock } from './movable-clock.ts';
import { onePerWorker } from './one-per-worker.ts';
import { signedIn, waitForCompleteInventoryAs, withPassword } from './password.ts';

interface TestFixtures {
  /** A product with password sign-in that has read its 30 monitors, for all tests of a worker. */
  passwordStack: Stack;
  /** The same for one test, with a clock that can be set forward: for tests that change the product's state. */
  passwordAlone: Stack;
}

const onePasswordStack = onePerWorker(() => startPasswordStack());

/** `test` with products with password sign-in. */
export const passwordTest = test.extend<TestFixtures>({
  passwordStack: async ({ atWorkerEnd }, use) => use(await onePasswordStack(atWorkerEnd)),

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern.
  passwordAlone: async ({}, use) => {
    const passwordStack = await startPasswordStack(movableClock);
    await use(passwordStack);
    await passwordStack.stop();
  },
});

async function startPasswordStack(env: Record<string, string> = {}): Promise<RunningStack> {
  const passwordStack = await startStack(
    { monitors: 30 },
    { env: { ...withPassword, ...env }, waitForInventory: false },
  );
  await waitForCompleteInventoryAs(passwordStack.product, await signedIn(passwordStack.product));
  return passwordStack;
}
