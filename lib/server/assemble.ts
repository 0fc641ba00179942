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
import { type Clock, createContinuedClock, sleep } from './clock.ts';
import type { UpstreamFailure } from './errors.ts';
import type { History } from './history/history.ts';
import { uuidOf } from './inventory/crawl/crawl-evidence.ts';
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
import { StorageError, storageFailure, toStorageFailure } from './storage/storage-error.ts';
import type { ApiAccess } from './upstream/api-access.ts';
import type { UpstreamClient } from './upstream/client.ts';
import { createDetailCache } from './upstream/detail-cache.ts';
import { createGateway, type Gateway } from './upstream/gateway.ts';
import { createStoredDetails } from './upstream/stored-details.ts';

/** How often a new leader tries to read the stored state of the last leader. */
const TAKE_OVER_RETRY_MS = 1_000;

/**
 * Builds the services that read and serve monitors, and restores the state that the previous process stored. Nothing is
 * requested from upstream before the refresher is started. Services need each other. So some callbacks use a service that is
 * defined later; they run only after all services are defined.
 *
 * @param parts.demoPast returns the snapshots of the past of demo data, the oldest first; null: there are none
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
  demoPast: (() => Iterable<Snapshot>) | null;
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
  const { storage, replicas, ownership, history, apiAccess, random, demo, report, log } = parts;
  const { lease, requests } = replicas;
  const { isProven } = ownership;
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
    ...{ storage, isProven, log },
    records: {
      // The ledger is the first record, because the others need its clock.
      ledger: createLedgerRecord({ ledger, clock, storage, isProven }),
      access: apiAccess.record,
      crawl: {
        version: 1,
        save: () => refresher.lastCrawl(),
        load(value) {
          // With another key the list is read at once.
          if (isProven()) refresher.adopt(value);
        },
      },
    },
  });

  /** See `createGateway`. */
  async function beforeSending(): Promise<UpstreamFailure | null> {
    const startedAt = clock.monotonic();
    try {
      // Without proof nothing is stored. The term is checked, because another replica may lead by now.
      await (isProven() ? records.flush() : storage.asLeader(async () => {}));
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      // A process without replicas counts in its memory.
      if (error.problem === 'not_leader') return { code: 'no_leader' };
      if (storage.engine === 'postgresql') return storageFailure(error.problem, storage.engine);
    }
    parts.recordAdmission(clock.monotonic() - startedAt);
    return lease.maySend() ? null : { code: 'no_leader' };
  }

  const gateway = createGateway({
    client: parts.client,
    queue: createRequestQueue({ ledger, clock, report }),
    ledger,
    clock,
    random,
    recordAttempt(failure, sentAt) {
      apiAccess.recordAttempt(failure, sentAt);
      records.save('access');
    },
    report,
    beforeSending,
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
  const published = publishInventory({
    ...{ storage, inventory, lease, isProven, log },
    baseUrl: apiAccess.baseUrl,
  });

  /** Restores the stored list and state. @throws StorageError */
  async function restore(): Promise<{ isIncompatible: boolean }> {
    const [list, state] = [await published.look(), await records.load()];
    return { isIncompatible: list.isIncompatible || state.isIncompatible };
  }

  /** Starts to record the history, beginning with the changes since the shown list. */
  async function beginToRecord(): Promise<void> {
    if (!isProven()) return;
    const shown = inventory.current().snapshot;
    const last = await history.lead(shown, parts.demoPast ?? undefined);
    if (last !== null && last !== shown) inventory.restore(last);
  }

  /** See `RefresherParts`. */
  async function takeOver(): Promise<void> {
    for (const term = lease.term(); lease.term() === term; ) {
      try {
        const { isIncompatible } = await restore();
        // This replica leads only because no replica of the other version has led for a while.
        if (isIncompatible) replaceIncompatible();
        return await beginToRecord();
      } catch (error) {
        if (!(error instanceof StorageError)) throw error;
        await sleep(clock, TAKE_OVER_RETRY_MS);
      }
    }
  }

  /** Reads a page of the list. Before the page is used, it shows whether the stored data is of this organization. */
  async function listPage(...request: Parameters<Gateway['listPage']>): ReturnType<Gateway['listPage']> {
    const page = await gateway.listPage(...request);
    try {
      if (await ownership.prove(page.value.monitors.map(uuidOf))) {
        await restore();
        await beginToRecord();
      }
      return page;
    } catch (error) {
      throw toStorageFailure(error, storage.engine);
    }
  }

  function replaceIncompatible(): void {
    records.replaceIncompatible();
    published.replaceIncompatible();
  }

  const refresher = createRefresher({
    clock,
    lease,
    takeOver,
    ledger,
    viewers: createViewers(clock, replicas),
    minS: parts.minS,
    isFirst: () => inventory.view().state === 'reading',
    crawl: createCrawl({
      gateway: { listPage },
      onProgress: inventory.progress,
      onFailure(failure) {
        if (inventory.view().state === 'reading') inventory.recordFailure(failure);
      },
    }),
    inventory,
    reportBug: parts.reportBug,
    save: () => records.save('crawl'),
  });
  const settingsReader = createSettingsReader({
    ...{ clock, lease, ledger, refresher, inventory },
    isOn: parts.readSettings,
    snapshot: () => (inventory.view().state === 'reading' ? null : inventory.current().snapshot),
    crawls: () => {
      const { reading, refreshAt } = inventory.view();
      return { isCrawling: reading !== null, refreshAt };
    },
    read: gateway.settings,
    reportBug: parts.reportBug,
  });
  if (storage.engine === 'sqlite') {
    await restore().catch(() => {});
    // With one process, no other process can need what another version stored.
    replaceIncompatible();
    await beginToRecord();
  }

  /** See `Replicas.start`. */
  async function look(): Promise<{ isIncompatible: boolean }> {
    if (lease.term() !== null) return published.look();
    if (!isProven()) await ownership.examine();
    const restored = await restore();
    await history.reload();
    return restored;
  }

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
    stored: createStoredDetails(storage, isProven),
  });
  const monitor = createMonitor({ inventory, details, clock, demo });
  serveDetails(requests, details, inventory);
  const review = createReview({ inventory, history, rulesOff: parts.rulesOff, clock });
  return {
    look,
    /** Resolves when everything read and counted so far is stored, or storing has failed. */
    async stored() {
      await records.flush().catch(() => {});
      await published.published();
    },
    ...{ ledger, refresher, settingsReader, inventory },
    ...createMonitorList({ inventory, review, history, clock, demo }),
    ...createCoverage({ inventory, clock }),
    getReview: review.getReview,
    ...monitor,
    readNow: createReadNow({
      ...{ refresher, inventory, details, ledger, lease, requests, published, clock },
      getMonitor: monitor.getMonitor,
      minS: parts.minS,
    }),
    ...createChanges({ history, clock, demo }),
    ...createReport({ inventory, review, history, clock, demo }),
    ...createStatus({ inventory, review, refresher, clock }),
    ...createOutageFeed({ inventory, review, history, clock, origin: parts.origin }),
    ...createWall({ inventory, review, history, refresher, clock, demo }),
    ...createSlotHistory({ history, inventory, clock, demo }),
    getUsage: () => getUsage({ ledger, refresher, settingsReader, apiAccess, storage, isProven, replicas }),
    getHealth: () => getHealth({ gateway, inventory, lease }),
  };
}
