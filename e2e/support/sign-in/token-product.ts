import { expect } from '@playwright/test';
import type { ReferenceApiOptions } from '../../../lib/reference-api/server.ts';
import { ask } from '../http/read.ts';
import { type RunningStack, type StackSetup, startStack, test } from '../products/fixtures.ts';
import { withPassword } from './password.ts';
import { createTokenFile, type TokenFile } from './token-file.ts';

/** A product with password sign-in and three tokens for scripts: `grafana`, `cron` and the unused `limited`. */
interface TokenStack extends RunningStack {
  tokens: TokenFile;
}

interface TestFixtures {
  /** Starts one for a single test. */
  startTokenStack: (options?: ReferenceApiOptions, setup?: StackSetup) => Promise<TokenStack>;
}

interface WorkerFixtures {
  /** One that has read its 30 monitors, for all tests of a worker. */
  tokenStack: TokenStack;
}

/** Playwright's `test` with products that have tokens for scripts. */
export const tokenTest = test.extend<TestFixtures, WorkerFixtures>({
  tokenStack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern.
    async ({}, use) => {
      const tokenStack = await startWithTokens();
      await use(tokenStack);
      await tokenStack.stop();
    },
    { scope: 'worker' },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: as above.
  startTokenStack: async ({}, use) => {
    const all: TokenStack[] = [];
    await use(async (options, setup) => {
      const one = await startWithTokens(options, setup);
      all.push(one);
      return one;
    });
    await Promise.all(all.map((one) => one.stop()));
  },
});

async function startWithTokens(
  options: ReferenceApiOptions = { monitors: 30 },
  { env, ...setup }: StackSetup = {},
): Promise<TokenStack> {
  const tokens = createTokenFile('grafana', 'cron', 'limited');
  const stack = await startStack(options, {
    ...setup,
    env: { ...withPassword, SIGHTLINE_LOG_LEVEL: 'info', ...tokens.env, ...env },
    waitForInventory: false,
  });
  if (setup.before === undefined) {
    await expect
      .poll(
        async () =>
          (await ask(`${stack.product.url}/api/monitors`, { headers: tokens.headers('cron') })).text,
        {
          intervals: [20, 50, 100],
        },
      )
      .toContain('"state":"complete"');
  }
  return {
    ...stack,
    tokens,
    async stop() {
      await stack.stop();
      tokens.remove();
    },
  };
}
