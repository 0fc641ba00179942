import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { expectTimeoutMs, isDeep } from './e2e/support/runner/limits.ts';
import { propertySeed } from './lib/testing/property-seed.ts';
import { serverConditions, tags } from './lib/testing/vitest-options.ts';

console.log(`Seed of generated input: ${propertySeed}`);

const browserTests = ['{components,lib/client}/**/*.test.{ts,tsx}'];

export default defineConfig({
  resolve: {
    alias: { '@': fileURLToPath(new URL('.', import.meta.url)) },
  },
  test: {
    projects: [
      {
        extends: true,
        // Tests of server code run as the server does: `server-only` is empty under this condition.
        resolve: { conditions: serverConditions },
        ssr: { resolve: { conditions: serverConditions } },
        test: {
          name: 'server',
          globalSetup: 'e2e/support/runner/postgres-for-all.ts',
          include: ['{app,lib,e2e}/**/*.test.{ts,tsx}'],
          exclude: browserTests,
        },
      },
      {
        // Without it: React has no hooks and no context there, which the browser's libraries need to be loaded.
        extends: true,
        test: { name: 'browser', include: browserTests },
      },
    ],
    // No module keeps state that a test sets, so that files can share what is loaded.
    isolate: false,
    // Tests with PostgreSQL wait more than they compute.
    maxWorkers: availableParallelism() + 2,
    tags,
    setupFiles: ['lib/testing/property-seed.ts'],
    restoreMocks: true,
    // A hang is a failure, a machine with other work is not.
    testTimeout: isDeep ? 300_000 : 60_000,
    hookTimeout: isDeep ? 300_000 : 60_000,
    expect: { poll: { timeout: expectTimeoutMs } },
  },
});
