import { expect } from '@playwright/test';
import type { ReferenceApiOptions } from '../../../lib/reference-api/server.ts';
import { ask } from '../http/read.ts';
import { type RunningStack, type StackSetup, startStack, test } from '../products/fixtures.ts';
import { withPassword } from './password.ts';
import { createTokenFile, type TokenFile } from './token-file.ts';

/** A product with password sign-in and tokens for scripts: `grafana`, `cron`, and `limited`, which nothing has used. */
interface ScriptedStack extends RunningStack {
  tokens: TokenFile;
}

interface TestFixtures {
  /** Starts one for one test. */
  scriptedAlone: (options?: ReferenceApiOptions, setup?: StackSetup) => Promise<ScriptedStack>;
}

interface WorkerFixtures {
  /** One that has read its 30 monitors, for all tests of a worker. */
  scripted: ScriptedStack;
}

/** `test` with products that scripts may use. */
export const scriptedTest = test.extend<TestFixtures, WorkerFixtures>({
  scripted: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern.
    async ({}, use) => {
      const scripted = await startScripted();
      await use(scripted);
      await scripted.stop();
    },
    { scope: 'worker' },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: as above.
  scriptedAlone: async ({}, use) => {
    const all: ScriptedStack[] = [];
    await use(async (options, setup) => {
      const one = await startScripted(options, setup);
      all.push(one);
      return one;
    });
    await Promise.all(all.map((one) => one.stop()));
  },
});

async function startScripted(
  options: ReferenceApiOptions = { monitors: 30 },
  { env, ...setup }: StackSetup = {},
): Promise<ScriptedStack> {
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
