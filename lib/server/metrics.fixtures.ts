import { Registry } from 'prom-client';
import type { Clock } from './clock.ts';
import type { Inventory } from './inventory/inventory.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { createBench } from './quota/ledger-test-bench.fixtures.ts';
import type { Replicas } from './replicas/replicas.ts';
import type { Storage } from './storage/storage.ts';

/**
 * Returns the metrics of a process that has no viewers and stores everything.
 *
 * @param parts.token default: `scraper`
 * @returns takes the header of a request, by default the right one
 */
export function metricsOf(parts: {
  clock: Clock;
  inventory: Inventory;
  replicas: Pick<Replicas, 'count' | 'lease'>;
  storage?: Pick<Storage, 'engine' | 'problem' | 'unreachableSince'>;
  token?: string | null;
}): (authorization?: string | null) => ReturnType<Metrics> {
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
    token: 'scraper',
    ...parts,
    ledger: createBench().ledger,
    refresher: { state: () => refresh },
  });
  return (authorization = 'Bearer scraper') => metrics(authorization);
}
