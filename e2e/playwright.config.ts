import { availableParallelism, totalmem } from 'node:os';
import { defineConfig } from '@playwright/test';
import { launchArguments } from './support/runner/chromium.ts';
import { expectTimeoutMs, isDeep } from './support/runner/limits.ts';

/** Memory of a worker with its browser and its own products, bytes. */
const WORKER_BYTES = 2 ** 30;
const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

/** Set by run.ts. Without it Playwright starts its own browser. */
const executablePath = process.env.SIGHTLINE_CHROMIUM;

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './support/products/shared-products.ts',
  workers: Math.max(1, Math.min(Math.round(1.5 * availableParallelism()), Math.floor(memory / WORKER_BYTES))),
  forbidOnly: true,
  // A test that passes only the second time is a defect of the test or of the product.
  retries: 0,
  failOnFlakyTests: true,
  // No test asserts a duration. These limits only end tests that hang.
  timeout: isDeep ? 600_000 : 90_000,
  expect: { timeout: expectTimeoutMs },
  reporter: 'list',
  use: {
    // Recording costs a third of the time: switch it on where it is wanted, with `--trace retain-on-failure`.
    trace: 'off',
    launchOptions: { ...(executablePath ? { executablePath } : {}), args: launchArguments },
  },
  projects: [
    // What `npm test` runs, and the rest.
    { name: 'core', testMatch: '**/*.e2e.ts', grep: /@core/ },
    { name: 'deep', testMatch: '**/*.e2e.ts', grepInvert: /@core|@nightly/ },
    // Tests that take minutes run one after the other: `npm run test:nightly`.
    {
      name: 'nightly',
      testMatch: ['**/*.nightly.ts', '**/*.e2e.ts'],
      grep: /\.nightly\.ts|@nightly/,
      workers: 1,
      timeout: 3_600_000,
    },
    { name: 'fonts', testMatch: '**/fonts.setup.ts' },
    { name: 'screenshots', testMatch: '**/*.screens.ts', dependencies: ['fonts'] },
  ],
});
