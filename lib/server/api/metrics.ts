import 'server-only';
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';
import { conditions } from '@/lib/contract/conditions';
import { version } from '../../text/version.ts';
import type { Clock } from '../clock.ts';
import type { Refresher } from '../inventory/crawl/refresher.ts';
import type { Inventory } from '../inventory/inventory.ts';
import type { QuotaLedger } from '../quota/quota-ledger.ts';
import type { Replicas } from '../replicas/replicas.ts';
import type { Storage } from '../storage/storage.ts';

/**
 * Returns the metrics in Prometheus' exposition format, and the content type. They contain counts only, no data of
 * single monitors.
 */
export type Metrics = () => Promise<{ body: string; contentType: string }>;

interface MetricsParts {
  clock: Clock;
  inventory: Pick<Inventory, 'view' | 'lagMs'>;
  ledger: Pick<QuotaLedger, 'usage'>;
  refresher: Pick<Refresher, 'state'>;
  storage: Pick<Storage, 'engine' | 'problem' | 'unreachableSince'>;
  replicas: Pick<Replicas, 'count' | 'lease'>;
}

/** Sums of other metrics of prom-client. They are gauges, whose names must not end like those of counters. */
const misnamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/** @param registry may already contain counters of other modules */
export function createMetrics(registry: Registry, parts: MetricsParts): Metrics {
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  gauges(registry, parts);
  return async () => ({ body: await registry.metrics(), contentType: registry.contentType });
}

/** Registers the gauges whose values are read at each scrape. One that `read` does not set is absent. */
function gauges(
  registry: Registry,
  { clock, inventory, ledger, refresher, storage, replicas }: MetricsParts,
): void {
  const gauge = (name: string, help: string, read: (gauge: Gauge) => void, labelNames: string[] = []) =>
    new Gauge({
      name: `sightline_${name}`,
      help,
      labelNames,
      registers: [registry],
      collect() {
        // reset() would set a gauge without labels to 0, which is not the same as absent.
        if (labelNames.length === 0) this.remove();
        else this.reset();
        read(this);
      },
    });
  gauge(
    'build_info',
    '1, with the versions of Sightline and Node as labels',
    (self) => self.set({ version, node: process.versions.node }, 1),
    ['version', 'node'],
  );
  gauge('snapshot_age_seconds', 'Age of the monitor list being served, in seconds', (self) => {
    const { index, asOf } = inventory.view();
    if (index !== null) self.set(Math.max(0, clock.now() - asOf) / 1000);
  });
  gauge('snapshot_complete', '1 when all monitors have been read', (self) =>
    self.set(inventory.view().state === 'complete' ? 1 : 0),
  );
  gauge('monitors_missing', 'Monitors known to be missing from the list', (self) =>
    self.set(inventory.view().missing?.count ?? 0),
  );
  gauge('degraded', '1 while the API cannot be read', (self) =>
    self.set(inventory.view().problem === null ? 0 : 1),
  );
  gauge(
    'problem',
    '1 while the API cannot be read, with the reason as label',
    (self) => {
      const { problem } = inventory.view();
      if (problem !== null) self.set({ code: problem.failure.code }, 1);
    },
    ['code'],
  );
  gauge(
    'monitors',
    'Monitors in the list, by condition',
    (self) => {
      const { index } = inventory.view();
      for (const condition of conditions) {
        self.set({ condition }, index?.counts.condition[condition] ?? 0);
      }
    },
    ['condition'],
  );
  gauge(
    'upstream_remaining',
    'Requests remaining, as last reported by the API',
    (self) => setWindows(self, ledger, 'remaining'),
    ['window'],
  );
  gauge(
    'upstream_limit',
    'Request limit, as last reported by the API',
    (self) => setWindows(self, ledger, 'limit'),
    ['window'],
  );
  gauge('viewers', 'Viewers active in the last two minutes', (self) => self.set(refresher.state().viewers));
  gauge('refresh_interval_seconds', 'Current refresh interval, in seconds', (self) =>
    self.set(refresher.state().actualS),
  );
  gauge('refresh_paused', '1 while all viewers have paused, so that the list is not refreshed', (self) =>
    self.set(refresher.state().paused ? 1 : 0),
  );
  gauge('leader', '1 while this process reads the monitor list', (self) =>
    self.set(replicas.lease.term() === null ? 0 : 1),
  );
  gauge('replicas', 'Running processes that share the quota', (self) => self.set(replicas.count()));
  // Absent with SQLite: one process leads there, whatever others of the same job do.
  gauge('storage_reachable', '1 while the PostgreSQL database can be reached', (self) => {
    if (storage.engine === 'postgresql') self.set(storage.unreachableSince() === null ? 1 : 0);
  });
  gauge(
    'snapshot_lag_seconds',
    'Time from publishing the current list to showing it here, in seconds',
    (self) => self.set(inventory.lagMs() / 1000),
  );
  gauge('store_failing', '1 while data cannot be saved', (self) =>
    self.set(storage.problem() === null ? 0 : 1),
  );
}

function setWindows(gauge: Gauge, ledger: MetricsParts['ledger'], field: 'limit' | 'remaining'): void {
  const { rate_limit: minute, daily, monthly } = ledger.usage();
  for (const [window, counter] of Object.entries({ minute, daily, monthly })) {
    const value = counter[field];
    if (value !== null) gauge.set({ window }, value);
  }
}
