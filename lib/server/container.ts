import 'server-only';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { createLog } from '../log.ts';
import { onShutdown } from '../shutdown-steps.ts';
import { type Access, createAccess } from './access/create-access.ts';
import { type ApiAccess, createApiAccess } from './api-access.ts';
import { type Clock, createSystemClock } from './clock.ts';
import { countRequests } from './count-requests.ts';
import { type Config, readConfig } from './env.ts';
import { createGateway } from './gateway.ts';
import { parseCrawlRecord, storedCrawlRecord } from './inventory/crawl-record.ts';
import { createCrawl } from './inventory/crawl-upstream.ts';
import { createInventory } from './inventory/inventory.ts';
import { createRefresher, type Refresher } from './inventory/refresher.ts';
import { parseStoredSnapshot, storedSnapshot } from './inventory/stored-snapshot.ts';
import { createViewers } from './inventory/viewers.ts';
import { logEvents } from './log-events.ts';
import type { RequestEvent } from './quota/events.ts';
import { persistLedger } from './quota/persistent-ledger.ts';
import { createQuotaLedger, type QuotaLedger } from './quota/quota-ledger.ts';
import { createLocalBudget } from './quota/budget.ts';
import { createRequestQueue } from './quota/request-queue.ts';
import { parseStoredState, type StoredState } from './quota/stored-state.ts';
import { createExportMonitors, type ExportMonitors } from './services/export-monitors.ts';
import { createGetHealth, type GetHealth } from './services/get-health.ts';
import { createGetMonitor, type GetMonitor } from './services/get-monitor.ts';
import { createGetUsage, type GetUsage } from './services/get-usage.ts';
import { createKnownMonitor, type KnownMonitor } from './services/known-monitor.ts';
import { createListMonitors, type ListMonitors } from './services/list-monitors.ts';
import { createMetrics, type Metrics } from './services/metrics.ts';
import { persistDetails } from './services/persistent-details.ts';
import { createReadNow, type ReadNow } from './services/read-now.ts';
import { createStaleOnErrorCache } from './stale-on-error-cache.ts';
import { openStore } from './store/open-store.ts';
import { createPersistentState, type PersistentState } from './store/persistent-state.ts';
import { createUpstreamClient, type UpstreamClient } from './upstream/client.ts';
import type { WireDetail } from './upstream/schema.ts';

/** The services that routes and pages may use. */
export interface Container {
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  metricsToken: string | null;
  ledger: QuotaLedger;
  refresher: Refresher;
  demo: boolean;
  access: Access;
  listMonitors: ListMonitors;
  exportMonitors: ExportMonitors;
  getMonitor: GetMonitor;
  readNow: ReadNow;
  knownMonitor: KnownMonitor;
  getUsage: GetUsage;
  getHealth: GetHealth;
}

/** Maximum age of a detail that is reused without a request. */
const DETAIL_REUSE_MS = 60_000;

/**
 * The composition root: the only place that constructs the services. In demo mode it starts the reference API first.
 */
async function createContainer(config: Config): Promise<Container> {
  const log = createLog(config.logLevel);
  const opened = openStore(config.dataDirectory, config.upstream);
  const persistentState = createPersistentState({ ...opened, clock: createSystemClock(null), log });
  const earlier = await persistentState.load('ledger', parseStoredState);
  const clock = createSystemClock(earlier);
  const upstream = config.upstream ?? (await startDemoUpstream());
  const demo = config.upstream === null;
  const registry = new Registry();
  const [logEvent, countEvent] = [logEvents(log), countRequests(registry)];
  const { inventory, ...services } = await assemble({
    clock,
    persistentState,
    earlier,
    client: createUpstreamClient({ ...upstream, clock }),
    apiAccess: createApiAccess({ ...upstream, clock }),
    random: Math.random,
    minS: config.refreshMinS,
    demo,
    report: (event) => {
      logEvent(event);
      countEvent(event);
    },
    reportBug: (error) => log.error({ err: error }, 'the crawl failed'),
  });
  onShutdown('background', services.refresher.stop);
  onShutdown('storage', persistentState.close);
  services.refresher.start();
  return {
    ...services,
    clock,
    log,
    metrics: createMetrics(registry, { ...services, clock, inventory, persistentState }),
    metricsToken: config.metricsToken,
    demo,
    access: await createAccess(config.access, { clock, log, persistentState }),
  };
}

/** The dependencies of the services that read and serve monitors. Tests pass their own clock and client. */
export interface Assembly {
  clock: Clock;
  persistentState: PersistentState;
  /** The ledger's state in the previous process; null: none. */
  earlier: StoredState | null;
  client: UpstreamClient;
  apiAccess: ApiAccess;
  /** 0 (inclusive) to 1 (exclusive). */
  random: () => number;
  /** The minimum refresh interval that the operator configured, seconds. */
  minS: number;
  demo: boolean;
  report: (event: RequestEvent) => void;
  reportBug: (error: unknown) => void;
}

/**
 * Builds the services and restores the state that the previous process stored. Nothing is requested from upstream before
 * the refresher is started.
 */
export async function assemble(parts: Assembly) {
  const { clock, persistentState, earlier, client, apiAccess, random, demo, report } = parts;
  const ledgerPersistence = await persistLedger({ persistentState, clock, earlier });
  const ledger = createQuotaLedger({ clock, random, ...ledgerPersistence });
  const queue = createRequestQueue({ ledger, budget: createLocalBudget(ledger, clock.monotonic), clock, report });
  const gateway = createGateway({
    client,
    queue,
    ledger,
    clock,
    random,
    recordAttempt: apiAccess.recordAttempt,
    report,
    async flushState() {
      await Promise.all(['crawl', 'ledger'].map(persistentState.flush));
    },
  });
  const inventory = createInventory(clock, (snapshot) =>
    persistentState.save('snapshot', () => storedSnapshot(snapshot)),
  );
  const lastSnapshot = await persistentState.load('snapshot', parseStoredSnapshot);
  if (lastSnapshot) inventory.restore(lastSnapshot);
  const isFirst = () => inventory.view().state === 'reading';
  const refresher = createRefresher({
    clock,
    ledger,
    viewers: createViewers(clock),
    minS: parts.minS,
    isFirst,
    crawl: createCrawl({
      gateway,
      ledger,
      total: () => (isFirst() ? null : inventory.view().total),
      onProgress: inventory.progress,
      onProblem: inventory.recordFailure,
    }),
    publish: inventory.publish,
    scheduled: inventory.schedule,
    recordFailure: inventory.recordFailure,
    reportBug: parts.reportBug,
    earlier: await persistentState.load('crawl', (record) => parseCrawlRecord(record, clock)),
    save: (record) => persistentState.save('crawl', () => storedCrawlRecord(record, clock)),
  });
  const details = createStaleOnErrorCache<WireDetail>({
    clock,
    freshMs: DETAIL_REUSE_MS,
    max: 2000,
    persistence: persistDetails(persistentState),
  });
  const getMonitor = createGetMonitor({ gateway, inventory, details, clock, demo });
  return {
    ledger,
    refresher,
    inventory,
    listMonitors: createListMonitors({ inventory, clock, demo }),
    exportMonitors: createExportMonitors({ inventory, clock }),
    getMonitor,
    readNow: createReadNow({ refresher, inventory, details, getMonitor, ledger, clock, minS: parts.minS }),
    knownMonitor: createKnownMonitor({ inventory, details, demo }),
    getUsage: createGetUsage({ ledger, refresher, apiAccess, persistentState }),
    getHealth: createGetHealth({ gateway, inventory }),
  };
}

async function startDemoUpstream(): Promise<{ baseUrl: URL; apiKey: string }> {
  // Imported dynamically, because only demo mode needs it.
  const { startReferenceApi } = await import('@/lib/reference-api/server');
  const api = await startReferenceApi({});
  return { baseUrl: new URL(api.baseUrl), apiKey: api.apiKey };
}

/** Route handlers and instrumentation may be separate module graphs; through the symbol they share one container. */
const key = Symbol.for('sightline.container');

/** Returns the container of this process, which the first call creates. @throws ConfigError */
export function getContainer(): Promise<Container> {
  const holder: typeof globalThis & { [key]?: Promise<Container> } = globalThis;
  holder[key] ??= createContainer(readConfig());
  return holder[key];
}
