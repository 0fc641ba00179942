import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

/** Set by lib/testing/browser/run.ts. Without it Playwright looks for a browser of its own. */
const executablePath = process.env.SIGHTLINE_CHROMIUM;

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // A browser and a server each want a core.
  workers: availableParallelism() > 2 ? 2 : 1,
  forbidOnly: true,
  // A test that passes only the second time is a failure to look into, not one to hide.
  retries: 0,
  reporter: 'list',
  use: {
    trace: 'retain-on-failure',
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
