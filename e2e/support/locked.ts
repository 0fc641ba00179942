import { type Stack, test } from './fixtures.ts';
import { movableClock } from './hour-later.ts';
import { signedIn, untilReadAs, withPassword } from './password.ts';

/** `test` with a product that asks for a password, has read its 30 monitors and whose clock can be put forward. */
export const lockedTest = test.extend<{ locked: Stack }>({
  locked: async ({ stack }, use) => {
    const locked = await stack(
      { monitors: 30, alive: false },
      { env: { ...withPassword, ...movableClock }, untilRead: false },
    );
    await untilReadAs(locked.product, await signedIn(locked.product));
    await use(locked);
  },
});
