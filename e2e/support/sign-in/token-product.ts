import type { ReferenceApiOptions } from '../../../lib/reference-api/server.ts';
import { type RunningStack, type StackSetup, startStack } from '../products/stack.ts';
import { waitForCompleteInventoryAs, withPassword } from './password.ts';
import { createTokenFile, type TokenFile } from './token-file.ts';

/** A product with password sign-in and three tokens for scripts: `grafana`, `cron` and the unused `limited`. */
export interface TokenStack extends RunningStack {
  tokens: TokenFile;
}

/** Starts one that has read its monitors, by default 30; with `setup.before` it does not wait for them. */
export async function startWithTokens(
  options: ReferenceApiOptions = { monitors: 30 },
  { env, ...setup }: StackSetup = {},
): Promise<TokenStack> {
  const tokens = createTokenFile('grafana', 'cron', 'limited');
  const stack = await startStack(options, {
    ...setup,
    env: { ...withPassword, SIGHTLINE_LOG_LEVEL: 'info', ...tokens.env, ...env },
    waitForInventory: false,
  });
  if (setup.before === undefined) await waitForCompleteInventoryAs(stack.product, tokens.headers('cron'));
  return {
    ...stack,
    tokens,
    async stop() {
      await stack.stop();
      tokens.remove();
    },
  };
}
