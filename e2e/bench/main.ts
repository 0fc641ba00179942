/**
 * Runs all benchmarks (`npm run bench`) or one of them (`npm run bench -- NAME`) and prints plain tables. They are not
 * tests; compare ratios, not rates.
 */
import { benchBrowser } from './browser-bench.ts';
import { benchReplicas } from './replicas-bench.ts';
import { benchServer } from './server-bench.ts';

const benches: Record<string, () => Promise<unknown>> = {
  // The module runs when it is imported.
  query: () => import('./query-bench.ts'),
  server: benchServer,
  replicas: benchReplicas,
  history: () => import('./history-bench.ts'),
  browser: benchBrowser,
};

const chosen = process.argv[2];
if (chosen !== undefined && !Object.hasOwn(benches, chosen)) {
  console.error(`There is no benchmark ${chosen}; there are ${Object.keys(benches).join(', ')}.`);
  process.exit(2);
}
for (const [name, bench] of Object.entries(benches)) {
  if (chosen === undefined || chosen === name) await bench();
}
