import { Registry } from 'prom-client';
import type { Clock } from './clock.ts';
import type { Inventory } from './inventory/inventory.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { createBench } from './quota/ledger-test-bench.fixtures.ts';
import type { Replicas } from './replicas/replicas.ts';
import type { Storage } from './storage/storage.ts';

/** Returns the metrics of a process that has no viewers and stores everything. */
export function metricsOf(parts: {
  clock: Clock;
  inventory: Inventory;
  replicas: Pick<Replicas, 'count' | 'lease'>;
  storage?: Pick<Storage, 'engine' | 'problem' | 'unreachableSince'>;
}): () => ReturnType<Metrics> {
  const refresh = {
    wantedS: null,
    actualS: 900,
    cost: 1,
    limitedBy: null,
    paused: false,
    viewers: 0,
    checkS: 15,
  };
  const metrics = createMetrics(new Registry(), {
    storage: { engine: 'sqlite', problem: () => null, unreachableSince: () => null },
    ...parts,
    ledger: createBench().ledger,
    refresher: { state: () => refresh },
    token: 'scraper',
  });
  return () => metrics('Bearer scraper');
}
