import 'server-only';
import { createHash, timingSafeEqual } from 'node:crypto';
import { Counter, collectDefaultMetrics, Gauge, Histogram, type Registry } from 'prom-client';
import { conditions } from '@/lib/contract/conditions';
import { onFinishedRequest } from '../process/shared.ts';
import { version } from '../text/version.ts';
import { type TokenOutcome, tokenOutcomes } from './auth/token-file.ts';
import type { Clock } from './clock.ts';
import { FailureError } from './errors.ts';
import type { Refresher } from './inventory/crawl/refresher.ts';
import type { Inventory } from './inventory/inventory.ts';
import type { QuotaLedger } from './quota/quota-ledger.ts';
import type { RequestEvent } from './quota/upstream-request.ts';
import type { Replicas } from './replicas/replicas.ts';
import type { Storage } from './storage/storage.ts';

/**
 * Returns the metrics in Prometheus' exposition format. They contain counts only, no data of single monitors.
 *
 * @param authorization the header of the request
 * @throws FailureError `not_found` without the configured token, so that the endpoint is hidden
 */
export type Metrics = (authorization: string | null) => Promise<{ body: string; contentType: string }>;

/** Metrics of prom-client that are sums of others. They are gauges, but their names end like those of counters. */
const misnamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/**
 * Registers the gauges, whose values are read at each scrape. A value that is null or not set is absent.
 * @param registry contains the metrics of `measure`, too
 */
export function createMetrics(
  registry: Registry,
  parts: {
    clock: Clock;
    inventory: Pick<Inventory, 'shown' | 'lagMs'>;
    ledger: Pick<QuotaLedger, 'usage'>;
    refresher: Pick<Refresher, 'state'>;
    storage: Pick<Storage, 'engine' | 'problem' | 'unreachableSince'>;
    replicas: Pick<Replicas, 'count' | 'lease'>;
    /** The token of the scrapers; null: nobody may read the metrics. */
    token: string | null;
  },
): Metrics {
  const { clock, inventory, ledger, storage, replicas, token } = parts;
  const { shown } = inventory;
  const refresh = parts.refresher.state;
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  const labelled = (name: string, help: string, labelNames: string[], read: (gauge: Gauge) => void) =>
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
  const gauge = (name: string, help: string, read: () => number | boolean | null) =>
    labelled(name, help, [], (self) => {
      const value = read();
      if (value !== null) self.set(Number(value));
    });
  const windows = (name: string, help: string, field: 'limit' | 'remaining') =>
    labelled(name, help, ['window'], (self) => {
      const { rate_limit: minute, daily, monthly } = ledger.usage();
      for (const [window, { [field]: value }] of Object.entries({ minute, daily, monthly })) {
        if (value !== null) self.set({ window }, value);
      }
    });

  labelled(
    'build_info',
    '1, with the versions of Sightline and Node as labels',
    ['version', 'node'],
    (self) => self.set({ version, node: process.versions.node }, 1),
  );
  gauge('snapshot_age_seconds', 'Age of the monitor list being served, in seconds', () => {
    const { index, asOf } = shown();
    return index && Math.max(0, clock.now() - asOf) / 1000;
  });
  gauge('snapshot_complete', '1 when all monitors have been read', () => shown().state === 'complete');
  gauge('monitors_missing', 'Monitors known to be missing from the list', () => shown().missing?.count ?? 0);
  gauge('degraded', '1 while the API cannot be read', () => shown().problem !== null);
  labelled('problem', '1 while the API cannot be read, with the reason as label', ['code'], (self) => {
    const { problem } = shown();
    if (problem !== null) self.set({ code: problem.failure.code }, 1);
  });
  labelled('monitors', 'Monitors in the list, by condition', ['condition'], (self) => {
    const { index } = shown();
    for (const condition of conditions) self.set({ condition }, index?.counts.condition[condition] ?? 0);
  });
  windows('upstream_remaining', 'Requests remaining, as last reported by the API', 'remaining');
  windows('upstream_limit', 'Request limit, as last reported by the API', 'limit');
  gauge('viewers', 'Viewers active in the last two minutes', () => refresh().viewers);
  gauge('refresh_interval_seconds', 'Current refresh interval, in seconds', () => refresh().actualS);
  gauge(
    'refresh_paused',
    '1 while all viewers have paused, so that the list is not refreshed',
    () => refresh().paused,
  );
  gauge('leader', '1 while this process reads the monitor list', () => replicas.lease.term() !== null);
  gauge('replicas', 'Running processes that share the quota', replicas.count);
  // Absent with SQLite, where each process has its own file.
  gauge('storage_reachable', '1 while the PostgreSQL database can be reached', () =>
    storage.engine === 'postgresql' ? storage.unreachableSince() === null : null,
  );
  gauge(
    'snapshot_lag_seconds',
    'Time from publishing the current list to showing it here, in seconds',
    () => inventory.lagMs() / 1000,
  );
  gauge('store_failing', '1 while data cannot be saved', () => storage.problem() !== null);
  return async (authorization) => {
    const isAllowed = token !== null && isEqual(authorization ?? '', `Bearer ${token}`);
    if (!isAllowed) throw new FailureError({ code: 'not_found' });
    return { body: await registry.metrics(), contentType: registry.contentType };
  };
}

/** Methods that routes have. All others are counted as one, because clients choose their names. */
const methods = ['GET', 'HEAD', 'POST'];

/** Registers the counters and durations. @returns the functions that receive what is measured */
export function measure(registry: Registry) {
  const registers = [registry];
  const outcomes = new Counter({
    name: 'sightline_upstream_requests_total',
    help: 'Completed requests to the Monitor Read API, by purpose and outcome',
    labelNames: ['purpose', 'outcome'],
    registers,
  });
  const breaker = new Gauge({
    name: 'sightline_upstream_breaker_open',
    help: '1 while API requests are suspended after consecutive failures',
    registers,
  });
  const upstreamDurations = new Histogram({
    name: 'sightline_upstream_request_duration_seconds',
    help: 'Duration of requests to the Monitor Read API, by purpose, in seconds',
    labelNames: ['purpose'],
    // Up to the deadline of a request.
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  const durations = new Histogram({
    name: 'sightline_http_request_duration_seconds',
    help: 'Duration of requests to Sightline, by method, route and status, in seconds',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  // The token is not a label, because there can be too many tokens.
  const tokens = new Counter({
    name: 'sightline_token_requests_total',
    help: 'Requests with a token for scripts, by outcome',
    labelNames: ['outcome'],
    registers,
  });
  const admissions = new Histogram({
    name: 'sightline_admission_seconds',
    help: 'Time to store the admission of an API request before it is sent, in seconds',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
    registers,
  });
  // Starts at 0, so that the first request is an increase.
  for (const outcome of tokenOutcomes) tokens.inc({ outcome }, 0);
  onFinishedRequest(({ method, route, status, durationMs }) =>
    durations.observe(
      { method: methods.includes(method) ? method : 'other', route, status },
      durationMs / 1000,
    ),
  );
  return {
    upstreamEvent(event: RequestEvent): void {
      if (event.kind === 'answered' || event.kind === 'failed') {
        const { purpose } = event;
        outcomes.inc({ purpose, outcome: event.kind === 'answered' ? 'answered' : event.code });
        upstreamDurations.observe({ purpose }, event.tookMs / 1000);
      } else if (event.kind === 'backoff') breaker.set(event.backoff?.cause === 'breaker' ? 1 : 0);
    },
    tokenOutcome: (outcome: TokenOutcome): void => tokens.inc({ outcome }),
    /** @param tookMs the time to store one admission, milliseconds */
    admission: (tookMs: number): void => admissions.observe(tookMs / 1000),
  };
}

/** Compares the hashes, which have equal lengths, in constant time, so that the duration reveals nothing. */
function isEqual(a: string, b: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}
