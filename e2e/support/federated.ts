import { type Stack, test } from './fixtures.ts';
import { movableClock } from './hour-later.ts';
import { freePort } from './loopback.ts';
import { type OpenIdProvider, startOpenIdProvider, withProvider } from './openid-provider.ts';

/** A product whose people sign in at a provider. */
export interface Federated extends Stack {
  provider: OpenIdProvider;
}

/** `test` that starts a real OpenID provider, and a product that sends people there. */
export const federatedTest = test.extend<{ federated: (env?: Record<string, string>) => Promise<Federated> }>(
  {
    federated: async ({ stack }, use) => {
      const providers: OpenIdProvider[] = [];
      await use(async (env = {}) => {
        const productUrl = `http://127.0.0.1:${await freePort()}`;
        const provider = await startOpenIdProvider(productUrl);
        providers.push(provider);
        const settings = { ...withProvider(provider.issuer, productUrl), ...movableClock, ...env };
        const started = await stack({ monitors: 30, alive: false }, { env: settings, untilRead: false });
        return { ...started, provider };
      });
      await Promise.all(providers.map((provider) => provider.down()));
    },
  },
);
