import { freePort } from '../../../lib/demo/free-port.ts';
import { type RunningStack, startStack } from '../products/stack.ts';
import { type OpenIdProvider, startOpenIdProvider, withProvider } from './openid-provider.ts';

/** A product whose users sign in at a real OpenID provider. */
export interface OidcStack extends RunningStack {
  provider: OpenIdProvider;
}

/** @param env further settings of the product */
export async function startOidcProduct(env: Record<string, string>): Promise<OidcStack> {
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
