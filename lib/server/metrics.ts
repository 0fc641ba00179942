import 'server-only';
import { Counter, collectDefaultMetrics, Gauge, Histogram, type Registry } from 'prom-client';
import { conditions } from '@/lib/contract/conditions';
import { onFinishedRequest } from '../process/finished-requests.ts';
import { version } from '../text/version.ts';
import { type TokenOutcome, tokenOutcomes } from './auth/api-tokens.ts';
import type { Clock } from './clock.ts';
import type { Refresher } from './inventory/crawl/refresher.ts';
import type { Inventory } from './inventory/inventory.ts';
import type { RequestEvent } from './quota/events.ts';
import type { QuotaLedger } from './quota/quota-ledger.ts';
import type { Replicas } from './replicas/replicas.ts';
import type { Storage } from './storage/storage.ts';

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

/** Returns a listener that counts the events of upstream requests for the metrics. */
export function countRequests(registry: Registry): (event: RequestEvent) => void {
  const requests = new Counter({
    name: 'sightline_upstream_requests_total',
    help: 'Completed requests to the Monitor Read API, by purpose and outcome',
    labelNames: ['purpose', 'outcome'],
    registers: [registry],
  });
  const breaker = new Gauge({
    name: 'sightline_upstream_breaker_open',
    help: '1 while API requests are suspended after consecutive failures',
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'sightline_upstream_request_duration_seconds',
    help: 'Duration of requests to the Monitor Read API, by purpose, in seconds',
    labelNames: ['purpose'],
    // Up to the deadline of a request.
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  return (event) => {
    if (event.kind === 'answered' || event.kind === 'failed') {
      const { purpose } = event;
      requests.inc({ purpose, outcome: event.kind === 'answered' ? 'answered' : event.code });
      durations.observe({ purpose }, event.tookMs / 1000);
    } else if (event.kind === 'backoff') breaker.set(event.backoff?.cause === 'breaker' ? 1 : 0);
  };
}

/** Methods that routes have. All others are counted as one, because clients choose their names. */
const methods = ['GET', 'HEAD', 'POST'];

/** Registers the histogram of the requests to Sightline itself. */
export function measureRequests(registry: Registry): void {
  const histogram = new Histogram({
    name: 'sightline_http_request_duration_seconds',
    help: 'Duration of requests to Sightline, by method, route and status, in seconds',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  onFinishedRequest(({ method, route, status, durationMs }) =>
    histogram.observe(
      { method: methods.includes(method) ? method : 'other', route, status },
      durationMs / 1000,
    ),
  );
}

/** Registers the counter of requests with a token. It has no label for the token: too many labels. @returns what counts one */
export function countTokens(registry: Registry): (outcome: TokenOutcome) => void {
  const requests = new Counter({
    name: 'sightline_token_requests_total',
    help: 'Requests with a token for scripts, by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  });
  // From 0, so that the first one is an increase.
  for (const outcome of tokenOutcomes) requests.inc({ outcome }, 0);
  return (outcome) => requests.inc({ outcome });
}

/** Registers the histogram of admissions. @returns a function that records one, milliseconds */
export function measureAdmissions(registry: Registry): (tookMs: number) => void {
  const histogram = new Histogram({
    name: 'sightline_admission_seconds',
    help: 'Time to store the admission of an API request before it is sent, in seconds',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
    registers: [registry],
  });
  return (tookMs) => histogram.observe(tookMs / 1000);
}
