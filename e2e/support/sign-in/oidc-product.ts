import { freePort } from '../../../lib/demo/free-port.ts';
import { type RunningStack, startStack } from '../products/stack.ts';
import { type OpenIdProvider, startOpenIdProvider, withProvider } from './openid-provider.ts';

/** A product whose users sign in at a real OpenID provider. */
export interface OidcStack extends RunningStack {
  provider: OpenIdProvider;
}

export async function startOidcProduct(): Promise<OidcStack> {
  const productUrl = `http://127.0.0.1:${await freePort()}`;
  const provider = await startOpenIdProvider(productUrl);
  const env = withProvider(provider.issuer, productUrl);
  const stack = await startStack({ monitors: 30 }, { env, waitForInventory: false });
  return {
    ...stack,
    provider,
    async stop() {
      await stack.stop();
      await provider.close();
    },
  };
}
