import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { serverConditions, tags } from '../lib/testing/vitest-options.ts';
import { expectTimeoutMs, isDeep } from './support/runner/limits.ts';

/** Tests of the built product over HTTP: `npm run test:http`. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  resolve: { conditions: serverConditions },
  ssr: { resolve: { conditions: serverConditions } },
  test: {
    name: 'http',
    include: ['e2e/**/*.http.ts'],
    globalSetup: ['e2e/support/products/shared-products.ts', 'e2e/support/runner/postgres-for-all.ts'],
    setupFiles: ['lib/testing/property-seed.ts'],
    tags,
    isolate: false,
    // Each worker has products of its own besides the shared ones.
    maxWorkers: availableParallelism() + 1,
    testTimeout: isDeep ? 600_000 : 60_000,
    hookTimeout: isDeep ? 600_000 : 60_000,
    expect: { poll: { timeout: expectTimeoutMs } },
  },
});
