import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

/** Set by lib/testing/browser/run.ts. Without it Playwright looks for a browser of its own. */
const executablePath = process.env.SIGHTLINE_CHROMIUM;

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // Many tests wait for seconds to pass, so that two workers fit on two cores.
  workers: Math.min(2, availableParallelism()),
  forbidOnly: true,
  // A test that passes only the second time is a failure to look into, not one to hide.
  retries: 0,
  reporter: 'list',
  use: {
    // Recording costs a third of the time: switch it on where it is wanted, with `--trace retain-on-failure`.
    trace: 'off',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        // Containers run as root, where Chromium's sandbox cannot start. The tests open our own pages only.
        '--no-sandbox',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-gpu',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  projects: [
    { name: 'chromium', testMatch: '**/*.e2e.ts' },
    { name: 'screenshots', testMatch: '**/*.screens.ts' },
  ],
});
