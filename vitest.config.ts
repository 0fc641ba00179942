import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: {
    alias: { '@': fileURLToPath(new URL('.', import.meta.url)) },
    // Tests of server code run as the server does: `server-only` is empty under this condition.
    conditions: ['react-server', 'module', 'node'],
  },
  ssr: { resolve: { conditions: ['react-server', 'module', 'node'] } },
  test: {
    include: ['{app,components,lib}/**/*.test.{ts,tsx}'],
    restoreMocks: true,
    // A hang is a failure, a machine with other work is not.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
