import 'server-only';
import { randomBytes, randomInt } from 'node:crypto';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { DAY_MS } from '@/lib/contract/history-days';
import { createLog } from '../log.ts';
import { onShutdown } from '../shutdown-steps.ts';
import { type Access, createAccess } from './access/create-access.ts';
import { createScriptReads, type ScriptReads } from './access/script-reads.ts';
import { type ApiAccess, createApiAccess } from './api-access.ts';
import { type Clock, createSystemClock } from './clock.ts';
import { countRequests, countTokens, measureAdmissions, measureRequests } from './count-requests.ts';
import { type Config, readConfig } from './env.ts';
import { createGateway } from './gateway.ts';
import { demoPast } from './history/demo-past.ts';
import { type History, noHistory } from './history/history.ts';
import { openHistory } from './history/open-history.ts';
import { parseCrawlRecord, storedCrawlRecord } from './inventory/crawl-record.ts';
import { createCrawl } from './inventory/crawl-upstream.ts';
import { createInventory } from './inventory/inventory.ts';
import { publishInventory } from './inventory/publish-inventory.ts';
import { createRefresher, type Refresher } from './inventory/refresher.ts';
import type { Snapshot } from './inventory/snapshot.ts';
import { parseStoredSnapshot, storedSnapshot } from './inventory/stored-snapshot.ts';
import { createViewers } from './inventory/viewers.ts';
import { logEvents, logProblem } from './log-events.ts';
import { openUpstream } from './open-upstream.ts';
import { createLocalBudget, timedBudget } from './quota/budget.ts';
import type { RequestEvent } from './quota/events.ts';
import { persistLedger, persistSharedHistory } from './quota/persistent-ledger.ts';
import { createQuotaLedger, type QuotaLedger } from './quota/quota-ledger.ts';
import { createRequestQueue } from './quota/request-queue.ts';
import { parseStoredState, type StoredState } from './quota/stored-state.ts';
import { type CountChanges, createCountChanges } from './services/count-changes.ts';
import { createExportChanges, type ExportChanges } from './services/export-changes.ts';
import { createExportMonitors, type ExportMonitors } from './services/export-monitors.ts';
import { createGetFleetHistory, type GetFleetHistory } from './services/get-fleet-history.ts';
import { createGetHealth, type GetHealth } from './services/get-health.ts';
import { createGetMonitor, type GetMonitor } from './services/get-monitor.ts';
import { createGetMonitorHistory, type GetMonitorHistory } from './services/get-monitor-history.ts';
import { createGetUsage, type GetUsage } from './services/get-usage.ts';
import { createKnownMonitor, type KnownMonitor } from './services/known-monitor.ts';
import { createListChanges, type ListChanges } from './services/list-changes.ts';
import { createListMonitors, type ListMonitors } from './services/list-monitors.ts';
import { createMetrics, type Metrics } from './services/metrics.ts';
import { detailFormat, persistDetails } from './services/persistent-details.ts';
import { createReadNow, type ReadNow } from './services/read-now.ts';
import { recognizeOrganization } from './services/recognize-organization.ts';
import { type Shared, shareNothing } from './shared/shared.ts';
import { whileReachable } from './shared/while-reachable.ts';
import { createStaleOnErrorCache } from './stale-on-error-cache.ts';
import { openStore } from './store/open-store.ts';
import { noOtherData, type OtherData } from './store/other-data.ts';
import { createPersistentState, type PersistentState } from './store/persistent-state.ts';
import { createUpstreamClient, type UpstreamClient } from './upstream/client.ts';
import type { WireDetail } from './upstream/schema.ts';

/** The services that routes and pages may use. */
export interface Container {
  /** Wall time of all replicas, monotonic time of this process. */
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  metricsToken: string | null;
  ledger: QuotaLedger;
  refresher: Refresher;
  demo: boolean;
  access: Access;
  scriptReads: ScriptReads;
  listMonitors: ListMonitors;
  exportMonitors: ExportMonitors;
  getMonitor: GetMonitor;
  readNow: ReadNow;
  knownMonitor: KnownMonitor;
  listChanges: ListChanges;
  countChanges: CountChanges;
  exportChanges: ExportChanges;
  getMonitorHistory: GetMonitorHistory;
  getFleetHistory: GetFleetHistory;
  getUsage: GetUsage;
  getHealth: GetHealth;
}

/** Maximum age of a detail that is reused without a request. */
const DETAIL_REUSE_MS = 60_000;

/** The past of demo data that the list knows, milliseconds: more would delay the start. */
const SHOWN_PAST_MS = 2 * 3_600_000;

/** Maximum time that a start waits for Redis, milliseconds. Afterwards it goes on without, until Redis can be reached. */
const REDIS_WAIT_MS = 5_000;

/**
 * The composition root: the only place that constructs the services. In demo mode it starts the reference API first.
 */
async function createContainer(config: Config): Promise<Container> {
  const log = createLog(config.logLevel);
  const upstream = await openUpstream(config);
  const opened = await openState(config, upstream, log);
  const { shared, clock, local, persistentState } = opened;
  const demo = config.demo;
  const history = await openObserved(config, upstream, { shared, clock, log });
  const { monitorsAt } = upstream;
  await history.start(monitorsAt && (() => demoPast(monitorsAt, clock.now(), DAY_MS)));
  const registry = new Registry();
  measureRequests(registry);
  const [logEvent, countEvent, countToken] = [logEvents(log), countRequests(registry), countTokens(registry)];
  const { inventory, ...services } = await assemble({
    ...opened,
    history,
    demoSnapshot: (monitorsAt && [...demoPast(monitorsAt, clock.now(), SHOWN_PAST_MS)].at(-1)) ?? null,
    client: createUpstreamClient({ ...upstream, clock: local }),
    apiAccess: createApiAccess({ ...upstream, clock: local }),
    random: Math.random,
    randomId,
    minS: config.refreshMinS,
    demo,
    log,
    report: (event) => {
      logEvent(event);
      countEvent(event);
    },
    reportBug: (error) => log.error({ err: error }, 'the crawl failed'),
    recordAdmission: measureAdmissions(registry),
  });
  onShutdown('background', async () => {
    services.refresher.stop();
    // What the leader has observed is saved before another one leads.
    if (shared.state) await history.stopRecording();
    await shared.state?.stop();
  });
  onShutdown('storage', async () => {
    await history.stop();
    await persistentState.close();
    shared.state?.close();
  });
  services.refresher.start();
  void shared.state?.start();
  return {
    ...services,
    clock: local,
    log,
    metrics: createMetrics(registry, { ...services, clock, inventory, persistentState, history, shared }),
    metricsToken: config.metricsToken,
    demo,
    access: await createAccess(config.access, {
      clock: local,
      log,
      persistentState,
      shared,
      randomId,
      countToken,
    }),
    scriptReads: createScriptReads(local, shared.replicas.count),
  };
}

/** @returns 256 random bits as text */
function randomId(): string {
  return randomBytes(32).toString('base64url');
}

/** Four letters or digits: enough to tell some replicas apart. */
function replicaName(): string {
  return randomInt(36 ** 4)
    .toString(36)
    .padStart(4, '0');
}

/** Opens the state of this process in its data directory, or that of all replicas in Redis. */
async function openState(config: Config, upstream: { baseUrl: URL; apiKey: string }, log: Logger) {
  if (config.redis === null) {
    const own = createSystemClock(null);
    const { dataDirectory, upstream: owner } = config;
    const { otherData, ...opened } = openStore(dataDirectory, owner, { now: own.now(), log });
    const persistentState = createPersistentState({ ...opened, clock: own, log });
    const earlier = await persistentState.load('ledger', parseStoredState);
    const clock = createSystemClock(earlier);
    return { shared: shareNothing(replicaName()), clock, local: clock, earlier, persistentState, otherData };
  }
  // Imported dynamically, because a single process does not need it.
  const { shareByRedis } = await import('./shared/redis/share-by-redis.ts');
  const shared = shareByRedis({
    address: config.redis,
    owner: upstream,
    own: createSystemClock(null),
    name: replicaName(),
    random: Math.random,
    randomId,
    log,
  });
  const { clock, local, store, ready } = shared.state;
  await ready(REDIS_WAIT_MS);
  // The connection reports that Redis cannot be reached.
  const silent = { warn: () => {}, info: () => {} };
  const records = createPersistentState({ store, problem: null, setAside: false, clock: local, log: silent });
  return {
    ...{ shared, clock, local, earlier: null, otherData: noOtherData },
    persistentState: { ...records, currentProblem: () => null },
  };
}

/** Opens the observed history of this process in its data directory, or that of all replicas in Redis. */
async function openObserved(
  config: Config,
  upstream: { baseUrl: URL; apiKey: string },
  { shared, clock, log }: { shared: Shared; clock: Clock; log: Logger },
): Promise<History> {
  const { lease, state } = shared;
  if (state === null) {
    return openHistory({ ...config.history, directory: config.dataDirectory, owner: upstream, clock, log });
  }
  if (config.history.days === 0) return noHistory;
  const { openSharedHistory } = await import('./history/redis/open-shared-history.ts');
  return openSharedHistory({ ...config.history, channel: state.history, lease, clock, log });
}

/** The dependencies of the services that read and serve monitors. Tests pass their own clock and client. */
export interface Assembly {
  /** The same for all replicas: for the times of the shared state. */
  clock: Clock;
  /** The same wall time, with the monotonic time of this process. */
  local: Clock;
  shared: Shared;
  persistentState: PersistentState;
  otherData: OtherData;
  history: History;
  /** The ledger's state in the previous process; null: none. */
  earlier: StoredState | null;
  /** The last reading of the past of demo data, which is shown until the first crawl has ended; null: none. */
  demoSnapshot: Snapshot | null;
  client: UpstreamClient;
  apiAccess: ApiAccess;
  /** 0 (inclusive) to 1 (exclusive). */
  random: () => number;
  /** Returns a text that no other call, also of other processes, returns. */
  randomId: () => string;
  /** The minimum refresh interval that the operator configured, seconds. */
  minS: number;
  demo: boolean;
  log: Pick<Logger, 'info' | 'warn'>;
  report: (event: RequestEvent) => void;
  reportBug: (error: unknown) => void;
  /** Receives the duration of each admission by the shared budget, milliseconds. */
  recordAdmission: (tookMs: number) => void;
}

/**
 * Builds the services and restores the state that the previous process stored. Nothing is requested from upstream before
 * the refresher is started.
 */
export async function assemble(parts: Assembly) {
  const { clock, local, shared, persistentState, otherData, history, earlier, apiAccess } = parts;
  const { random, demo, report } = parts;
  const { lease, publications, link, state } = shared;
  const sharedHistory =
    state &&
    persistSharedHistory({
      ...{ persistentState, clock, log: parts.log },
      store: state.store,
      mayWrite: () => lease.term() !== null,
    });
  const ledgerPersistence = sharedHistory ?? (await persistLedger({ persistentState, clock, earlier }));
  const ownLedger = createQuotaLedger({ clock, random, ...ledgerPersistence });
  const restoreHistory = async () => {
    const withHistory = await sharedHistory?.restore();
    if (withHistory) ownLedger.replace(withHistory(ownLedger.current()));
  };
  await restoreHistory();
  const budget = state
    ? timedBudget(state.budget(ownLedger), parts.recordAdmission)
    : createLocalBudget(ownLedger);
  const ledger = state ? whileReachable(ownLedger, state) : ownLedger;
  const queue = createRequestQueue({ ledger, budget, clock, local, report });
  const gateway = createGateway({
    client: parts.client,
    queue,
    ledger,
    clock: local,
    random,
    recordAttempt: apiAccess.recordAttempt,
    report,
    async flushState() {
      // The shared budget has recorded the request with its admission.
      if (!state) await Promise.all(['crawl', 'ledger'].map(persistentState.flush));
    },
  });
  const inventory = createInventory(clock, {
    save(snapshot) {
      history.record(snapshot);
      if (!state) persistentState.save('snapshot', () => storedSnapshot(snapshot));
    },
    changed: publications.publish,
    problemChanged: logProblem(parts.log),
  });
  const lastSnapshot = state
    ? null
    : (parts.demoSnapshot ?? (await persistentState.load('snapshot', parseStoredSnapshot)));
  if (lastSnapshot) inventory.restore(lastSnapshot);
  if (lastSnapshot?.monitors.length) otherData.conclude();
  const isFirst = () => inventory.view().state === 'reading';
  const refresher = createRefresher({
    clock,
    lease,
    askLeader: link.askToRead,
    takeOver: publications.received,
    changed: publications.publish,
    ledger,
    viewers: createViewers(local, shared.replicas),
    minS: parts.minS,
    isFirst,
    crawl: createCrawl({
      gateway: recognizeOrganization({
        ...{ gateway, otherData, persistentState, history, inventory, clock },
        ledger: { ...ownLedger, save: ledgerPersistence.save },
      }),
      ledger,
      total: () => (isFirst() ? null : inventory.view().total),
      onProgress: inventory.progress,
      onProblem: inventory.recordFailure,
    }),
    publish: inventory.publish,
    scheduled: inventory.schedule,
    recordFailure: inventory.recordFailure,
    reportBug: parts.reportBug,
    earlier: state ? null : await persistentState.load('crawl', (record) => parseCrawlRecord(record, clock)),
    save(record) {
      if (!state) persistentState.save('crawl', () => storedCrawlRecord(record, clock));
    },
  });
  publishInventory({
    publications,
    inventory,
    refresher,
    apiAccess,
    lease,
    nameBody: parts.randomId,
    log: parts.log,
  });
  link.onAskedToRead(refresher.readForOthers);
  link.onRemoved(inventory.remove);
  const startOutage = () => inventory.startOutage({ code: 'shared_state_unreachable' });
  state?.onChange((isUp) => {
    if (!isUp) startOutage();
    else {
      inventory.endOutage();
      void restoreHistory();
    }
  });
  if (state && state.downSince() !== null) startOutage();
  const details = createStaleOnErrorCache<WireDetail>({
    clock: local,
    freshMs: DETAIL_REUSE_MS,
    max: 2000,
    ...(state ? { shared: state.readings(detailFormat) } : { persistence: persistDetails(persistentState) }),
  });
  const getMonitor = createGetMonitor({
    gateway,
    inventory: {
      ...inventory,
      remove(uuid) {
        inventory.remove(uuid);
        link.tellRemoved(uuid);
      },
    },
    details,
    clock: local,
    demo,
  });
  return {
    ledger,
    refresher,
    inventory,
    listMonitors: createListMonitors({ inventory, clock, demo }),
    exportMonitors: createExportMonitors({ inventory, clock }),
    getMonitor,
    readNow: createReadNow({
      refresher,
      inventory,
      details,
      getMonitor,
      ledger,
      clock: local,
      minS: parts.minS,
    }),
    knownMonitor: createKnownMonitor({ inventory, details, demo }),
    listChanges: createListChanges({ history, demo }),
    countChanges: createCountChanges({ history }),
    exportChanges: createExportChanges({ history, clock }),
    getMonitorHistory: createGetMonitorHistory({ history, inventory, clock, demo }),
    getFleetHistory: createGetFleetHistory({ history, clock, demo }),
    getUsage: createGetUsage({ ledger, refresher, apiAccess, persistentState, otherData, history, shared }),
    getHealth: createGetHealth({ gateway, inventory, lease }),
  };
}

/** Route handlers and instrumentation may be separate module graphs; through the symbol they share one container. */
const key = Symbol.for('sightline.container');

/** Returns the container of this process, which the first call creates. @throws ConfigError */
export function getContainer(): Promise<Container> {
  const holder: typeof globalThis & { [key]?: Promise<Container> } = globalThis;
  holder[key] ??= createContainer(readConfig());
  return holder[key];
}
