import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { launchArguments } from './support/launch-arguments.ts';

/** Set by lib/testing/browser/run.ts. Without it Playwright looks for a browser of its own. */
const executablePath = process.env.SIGHTLINE_CHROMIUM;

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // Many tests wait for seconds to pass, so that two workers fit on two cores.
  workers: Math.min(2, availableParallelism()),
  forbidOnly: true,
  // No test is about how long something takes: these only end what hangs, on a busy machine too.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // A shared machine may stand still in the middle of a test. What passes only the second time is reported as flaky:
  // it is to be looked into, and `--retries 0` shows it as the failure it is.
  retries: process.env.CI ? 1 : 0,
  reporter: 'list',
  use: {
    // Recording costs a third of the time: switch it on where it is wanted, with `--trace retain-on-failure`.
    trace: 'off',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: launchArguments,
    },
  },
  projects: [
    { name: 'chromium', testMatch: '**/*.e2e.ts' },
    { name: 'screenshots', testMatch: '**/*.screens.ts' },
  ],
});
