import { type RunningStack, START_MS, type Stack, startStack, test } from './fixtures.ts';
import { movableClock } from './hour-later.ts';
import { signedIn, untilReadAs, withPassword } from './password.ts';

interface TestFixtures {
  /** The same for one test, whose clock can be put forward: for tests that change what others would see. */
  lockedAlone: Stack;
}

interface WorkerFixtures {
  /** A product that asks for a password and has read its 30 monitors, for all tests of a worker. */
  locked: Stack;
}

/** `test` with products that ask for a password. */
export const lockedTest = test.extend<TestFixtures, WorkerFixtures>({
  locked: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern.
    async ({}, use) => {
      const locked = await startLocked();
      await use(locked);
      await locked.stop();
    },
    { scope: 'worker', timeout: START_MS },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: as above.
  lockedAlone: async ({}, use) => {
    const locked = await startLocked(movableClock);
    await use(locked);
    await locked.stop();
  },
});

async function startLocked(env: Record<string, string> = {}): Promise<RunningStack> {
  const locked = await startStack(
    { monitors: 30, alive: false },
    { env: { ...withPassword, ...env }, untilRead: false },
  );
  await untilReadAs(locked.product, await signedIn(locked.product));
  return locked;
}
