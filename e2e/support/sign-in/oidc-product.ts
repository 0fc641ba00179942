import { freePort } from '../../../lib/demo/free-port.ts';
import { movableClock } from '../preloaded/movable-clock.ts';
import { type Stack, startStack, test } from '../products/fixtures.ts';
import { type OpenIdProvider, startOpenIdProvider, withProvider } from './openid-provider.ts';

/** A product whose users sign in at an OpenID provider. */
export interface OidcStack extends Stack {
  provider: OpenIdProvider;
}

interface TestFixtures {
  /** Starts a product and a provider for one test, with further settings and a clock that can be set forward. */
  startOidcStack: (env?: Record<string, string>) => Promise<OidcStack>;
}

interface WorkerFixtures {
  /** A real OpenID provider and a product that uses it, for all tests of a worker. */
  oidcStack: OidcStack;
}

/** Playwright's `test` with products that use a real OpenID provider. */
export const oidcTest = test.extend<TestFixtures, WorkerFixtures>({
  oidcStack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern.
    async ({}, use) => {
      const oidcStack = await startOidcProduct({});
      await use(oidcStack);
      await oidcStack.stop();
    },
    { scope: 'worker' },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: as above.
  startOidcStack: async ({}, use) => {
    const all: (OidcStack & { stop(): Promise<void> })[] = [];
    await use(async (env = {}) => {
      const oidcStack = await startOidcProduct({ ...movableClock, ...env });
      all.push(oidcStack);
      return oidcStack;
    });
    await Promise.all(all.map((one) => one.stop()));
  },
});

async function startOidcProduct(env: Record<string, string>) {
  const productUrl = `http://127.0.0.1:${await freePort()}`;
  const provider = await startOpenIdProvider(productUrl);
  const settings = { ...withProvider(provider.issuer, productUrl), ...env };
  const stack = await startStack({ monitors: 30 }, { env: settings, waitForInventory: false });
  return {
    ...stack,
    provider,
    async stop() {
      await stack.stop();
      await provider.down();
    },
  };
}
