import 'server-only';
import type { Logger } from 'pino';
import { createChanges } from './api/changes.ts';
import { createCoverage } from './api/coverage.ts';
import { getHealth } from './api/get-health.ts';
import { readByLeader, serveDetails } from './api/leader-details.ts';
import { createMonitor } from './api/monitor.ts';
import { createMonitorList } from './api/monitor-list.ts';
import { createOutageFeed } from './api/outage-feed.ts';
import { createReadNow } from './api/read-now.ts';
import { createReport } from './api/report.ts';
import { createReview } from './api/review.ts';
import { createSlotHistory } from './api/slot-history.ts';
import { createStatus } from './api/status.ts';
import { getUsage } from './api/usage.ts';
import { createWall } from './api/wall.ts';
import { type Clock, createContinuedClock } from './clock.ts';
import type { History } from './history/history.ts';
import { createCrawl } from './inventory/crawl/crawl-upstream.ts';
import { createRefresher } from './inventory/crawl/refresher.ts';
import { createViewers } from './inventory/crawl/viewers.ts';
import { createInventory } from './inventory/inventory.ts';
import { createSettingsReader } from './inventory/settings-reader.ts';
import { publishInventory } from './inventory/snapshot/publish-inventory.ts';
import type { Snapshot } from './inventory/snapshot/snapshot.ts';
import { watchOwnFailures } from './own-failures.ts';
import { createLedgerRecord } from './quota/ledger-record.ts';
import { createQuotaLedger } from './quota/quota-ledger.ts';
import { createRequestQueue } from './quota/request-queue.ts';
import type { ResetTime } from './quota/reset-time.ts';
import type { RequestEvent } from './quota/upstream-request.ts';
import type { Replicas } from './replicas/replicas.ts';
import type { Ownership } from './storage/ownership.ts';
import { createStateRecords } from './storage/state-records.ts';
import type { Storage } from './storage/storage.ts';
import { createTakeOver } from './take-over.ts';
import type { ApiAccess } from './upstream/api-access.ts';
import type { UpstreamClient } from './upstream/client.ts';
import { createDetailCache, createStoredDetails } from './upstream/detail-cache.ts';
import { createGateway } from './upstream/gateway.ts';

/**
 * The parts that read and serve monitors, with the state that the previous process stored. Nothing is requested from upstream
 * before the refresher is started. Parts need each other. So some callbacks use a part that is defined later; they run only
 * after all parts are defined.
 *
 * @param parts.past returns the snapshots of a past that is recorded when nothing is stored, the oldest first
 * @param parts.random returns a number from 0 (inclusive) to 1 (exclusive)
 * @param parts.minS the minimum refresh interval that the operator configured, seconds
 * @param parts.quotaReset when the operator says that the quotas reset; null: unknown
 * @param parts.readSettings whether the settings of all monitors may be read
 * @param parts.rulesOff the rules of the review that the operator has switched off
 * @param parts.origin the URL at which people open Sightline, without a slash at its end
 * @param parts.recordAdmission receives the time to store an admission before its request is sent, milliseconds
 */
export async function assemble(parts: {
  clock: Clock;
  storage: Storage;
  replicas: Replicas;
  ownership: Ownership;
  history: History;
  past: (() => Iterable<Snapshot>) | undefined;
  client: UpstreamClient;
  apiAccess: ApiAccess;
  random: () => number;
  minS: number;
  quotaReset: ResetTime | null;
  readSettings: boolean;
  rulesOff: () => ReadonlySet<string>;
  origin: string;
  demo: boolean;
  log: Pick<Logger, 'info' | 'warn'>;
  report: (event: RequestEvent) => void;
  reportBug: (error: unknown) => void;
  recordAdmission: (tookMs: number) => void;
}) {
  const { storage, replicas, ownership, history, client, apiAccess } = parts;
  const { random, minS, rulesOff, origin, demo, log, report, reportBug, recordAdmission } = parts;
  const { lease, requests } = replicas;
  const { guarded } = ownership;
  // Continues the monotonic time of the previous process or leader, which the stored ledger uses.
  const clock = createContinuedClock(parts.clock);
  const ledger = createQuotaLedger({
    clock,
    random,
    resetTime: parts.quotaReset,
    save: () => records.save('ledger'),
    denial() {
      if (storage.unreachableSince() !== null) return { code: 'storage_unreachable' };
      return lease.maySend() ? null : { code: 'no_leader' };
    },
  });
  const records = createStateRecords({
    storage: guarded,
    log,
    records: {
      // The ledger is the first record, because the others need its clock.
      ledger: createLedgerRecord({ ledger, clock, storage: guarded }),
      access: apiAccess.record,
      crawl: {
        version: 1,
        save: () => refresher.lastCrawl(),
        load: (value) => refresher.adopt(value),
      },
    },
  });
  const gateway = createGateway({
    client,
    queue: createRequestQueue({ ledger, clock, report }),
    ledger,
    clock,
    random,
    recordAttempt(failure, sentAt) {
      apiAccess.recordAttempt(failure, sentAt);
      records.save('access');
    },
    report,
    beforeSending: () => takeOver.beforeSending(),
    readByLeader: readByLeader(lease, requests),
  });
  const inventory = createInventory(clock, {
    save: (snapshot) => published.recordWith(snapshot, (save) => history.record(snapshot, save)),
    changed: () => published.publish(),
    // Without this line, the log would not say why a product never becomes ready.
    problemChanged(code) {
      if (code === null) log.info('the list can be read again');
      else log.warn({ code }, 'the list cannot be read');
    },
  });
  const { baseUrl } = apiAccess;
  const published = publishInventory({ storage: guarded, inventory, lease, log, baseUrl });
  const takeOver = createTakeOver({
    clock,
    storage,
    ownership,
    lease,
    history,
    inventory,
    published,
    records,
    past: parts.past,
    recordAdmission,
  });
  const isFirst = () => inventory.shown().state === 'reading';
  const refresher = createRefresher({
    clock,
    lease,
    takeOver: takeOver.lead,
    ledger,
    viewers: createViewers(clock, replicas),
    minS,
    isFirst,
    crawl: createCrawl({
      gateway: { listPage: takeOver.proving(gateway.listPage) },
      onProgress: inventory.progress,
      onFailure(failure) {
        if (isFirst()) inventory.recordFailure(failure);
      },
    }),
    inventory,
    reportBug,
    save: () => records.save('crawl'),
  });
  const settingsReader = createSettingsReader({
    clock,
    lease,
    ledger,
    refresher,
    inventory,
    isOn: parts.readSettings,
    snapshot: () => (isFirst() ? null : inventory.current().snapshot),
    crawls: () => {
      const { reading, refreshAt } = inventory.shown();
      return { isCrawling: reading !== null, refreshAt };
    },
    read: gateway.settings,
    reportBug,
  });
  await takeOver.start();
  lease.onChange(() => {
    if (lease.term() === null) history.follow();
  });
  watchOwnFailures({ storage, lease, clock, show: inventory.setOutage });
  const details = createDetailCache({
    gateway: {
      async monitor(...request) {
        const reading = await gateway.monitor(...request);
        inventory.learn(reading);
        return reading;
      },
    },
    clock,
    stored: createStoredDetails(guarded),
  });
  serveDetails(requests, details, inventory);
  const review = createReview({ inventory, history, rulesOff, clock });
  const monitor = createMonitor({ inventory, details, clock });
  return {
    look: takeOver.look,
    /** Resolves when everything read and counted so far is stored, or storing has failed. */
    async stored() {
      await records.flush().catch(() => {});
      await published.published();
    },
    ledger,
    refresher,
    settingsReader,
    inventory,
    ...createMonitorList({ inventory, review, history, clock }),
    ...createCoverage({ inventory, clock }),
    getReview: review.getReview,
    ...monitor,
    readNow: createReadNow({
      refresher,
      inventory,
      details,
      ledger,
      lease,
      requests,
      published,
      clock,
      getMonitor: monitor.getMonitor,
      minS,
    }),
    ...createChanges({ history, clock }),
    ...createReport({ inventory, review, history, clock, demo }),
    ...createStatus({ inventory, review, refresher, clock }),
    ...createOutageFeed({ inventory, review, history, clock, origin: origin }),
    ...createWall({ inventory, review, history, refresher, clock, demo }),
    ...createSlotHistory({ history, inventory, clock }),
    getUsage: () => getUsage({ ledger, refresher, settingsReader, apiAccess, storage, replicas }),
    getHealth: () => getHealth({ gateway, inventory, lease }),
  };
}
