import { movableClock } from '../preloaded/movable-clock.ts';
import { type RunningStack, type Stack, startStack, test } from '../products/fixtures.ts';
import { signedIn, waitForCompleteInventoryAs, withPassword } from './password.ts';

interface TestFixtures {
  /** The same for one test that changes the product's state. Its clock can be set forward. */
  isolatedPasswordStack: Stack;
}

interface WorkerFixtures {
  /** A product with password sign-in that has read its 30 monitors, for all tests of a worker. */
  passwordStack: Stack;
}

/** Playwright's `test` with products that have password sign-in. */
export const passwordTest = test.extend<TestFixtures, WorkerFixtures>({
  passwordStack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern.
    async ({}, use) => {
      const passwordStack = await startPasswordStack();
      await use(passwordStack);
      await passwordStack.stop();
    },
    { scope: 'worker' },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: as above.
  isolatedPasswordStack: async ({}, use) => {
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
