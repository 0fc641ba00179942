import { defineConfig } from '@playwright/test';
import { launchArguments } from './support/runner/launch-arguments.ts';
import { workersFor } from './support/runner/workers.ts';

/** Set by run.ts. Without it Playwright starts its own browser. */
const executablePath = process.env.SIGHTLINE_CHROMIUM;

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // Each worker has products and a browser of its own.
  workers: workersFor(),
  forbidOnly: true,
  // A test that passes only the second time is a defect of the test or of the product.
  retries: 0,
  failOnFlakyTests: true,
  // No test asserts a duration. These limits only end tests that hang.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  reporter: [['list'], ['./support/runner/summary-reporter.ts']],
  use: {
    // Recording costs a third of the time: switch it on where it is wanted, with `--trace retain-on-failure`.
    trace: 'off',
    launchOptions: { ...(executablePath ? { executablePath } : {}), args: launchArguments },
  },
  projects: [
    { name: 'chromium', testMatch: '**/*.e2e.ts', grepInvert: /@nightly/ },
    // Tests that take minutes run one after the other: `npm run test:nightly`.
    {
      name: 'nightly',
      testMatch: ['**/*.nightly.ts', '**/*.e2e.ts'],
      // The nightly tests, tests that use more generated input at night, and slow tests of code that changes rarely.
      grep: /\.nightly\.ts|gate\.e2e\.ts|session\.e2e\.ts|@nightly/,
      workers: 1,
      timeout: 3_600_000,
    },
    { name: 'fonts', testMatch: '**/fonts.setup.ts' },
    { name: 'screenshots', testMatch: '**/*.screens.ts', dependencies: ['fonts'] },
  ],
});
