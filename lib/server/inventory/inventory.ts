import 'server-only';
import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../clock.ts';
import { type Failure, isOwnFailure, type Problem, problemAfter } from '../errors.ts';
import type { Reading } from '../upstream/gateway.ts';
import type { WireDetail } from '../upstream/schema.ts';
import { type CrawlProgress, type CrawlResult, missingOf } from './crawl/crawler.ts';
import { buildIndex, type InventoryIndex } from './query/inventory-index.ts';
import { type ReadSettings, settingsRead } from './snapshot/monitor-settings.ts';
import { buildSnapshot, type Missing, type Snapshot, withoutMonitor } from './snapshot/snapshot.ts';

/** What all replicas show alike. Times are epoch ms. */
interface SharedInventory {
  /** `reading`: the first crawl has not ended; `incomplete`: some monitors are known to be missing. */
  state: 'complete' | 'reading' | 'incomplete';
  /** Number of monitors that exist, as far as known. */
  total: number;
  /** When the next crawl is due. */
  refreshAt: number;
  /** Why there is no newer data; null when the last crawl succeeded. */
  problem: Problem | null;
  /** The running crawl, of whichever replica leads. */
  reading: { startedAt: number } | null;
  /** The last crawl that ended, and its number of requests; null before the first. */
  lastCrawl: { startedAt: number; endedAt: number; requests: number } | null;
  /** When the snapshot was published. */
  snapshotAt: number;
  /** Null before the first page was read. */
  snapshot: Snapshot | null;
}

/** What this process shows now. Times are epoch ms. */
export interface ShownInventory extends Omit<SharedInventory, 'snapshot' | 'snapshotAt'> {
  /** The index of the snapshot; null before the first page was read. */
  index: InventoryIndex | null;
  /** The missing monitors, and for how many of them (`kept`) older data is shown; null unless `incomplete`. */
  missing: (Missing & { kept: number }) | null;
  /** Changes whenever the response to any query may change. */
  version: string;
  /** Number of monitors that the last crawl read. */
  read: number;
  asOf: number;
}

/** Monitors kept from earlier crawls were read by the last one only if it missed none: then they are not deleted yet. */
function readOf({ monitors, missing, keptMonitors }: Snapshot): number {
  return monitors.length - (missing === null ? 0 : keptMonitors.size);
}

function afterCrawl(snapshot: Snapshot): Pick<SharedInventory, 'state' | 'total'> {
  const { missing } = snapshot;
  return {
    state: missing === null ? 'complete' : 'incomplete',
    total: readOf(snapshot) + (missing?.count ?? 0),
  };
}

/** A smaller change of the time of the next crawl is not reported, milliseconds. */
const MIN_CHANGE_MS = 1000;
/** Growth of the first crawl's rows after which they are indexed again. Indexing after each page would be quadratic. */
const MIN_GROWTH = 1.25;

export type Inventory = ReturnType<typeof createInventory>;

/**
 * Holds the snapshot from which all requests are served. Snapshots are immutable and replaced as a whole.
 *
 * @param listeners.save receives the snapshot after each crawl, before `changed`
 * @param listeners.changed called after each change that other replicas should show, too
 * @param listeners.problemChanged receives the code of the shown problem, once for each change; null: it has ended
 */
export function createInventory(
  clock: Clock,
  listeners: {
    save?: (snapshot: Snapshot) => void;
    changed?: () => void;
    problemChanged?: (code: Failure['code'] | null) => void;
  } = {},
) {
  const { save = () => {}, changed = () => {}, problemChanged = () => {} } = listeners;
  let current: SharedInventory = {
    state: 'reading',
    total: 0,
    refreshAt: clock.now(),
    problem: null,
    reading: null,
    lastCrawl: null,
    snapshotAt: 0,
    snapshot: null,
  };
  let index: InventoryIndex | null = null;
  /** The outage that is shown instead of the problem of the last crawl. */
  let outage: Problem | null = null;
  let shownCode: Failure['code'] | null = null;
  let changes = 0;
  let lagMs = 0;
  const waiters = new Set<{ isReady: (shown: ShownInventory) => boolean; end: () => void }>();
  /** Number of consecutive crawls with failed pages. */
  let incompleteCrawls = 0;
  /** The snapshot with which the next crawl is compared: the current one, with the monitors that were removed from it. */
  let previous: Snapshot | null = null;
  /** Monitors removed since the last crawl ended, and when, epoch ms. The current crawl may have read them before. */
  let removed = new Map<string, number>();
  /** Settings that the next crawl will show, by UUID in lower case. */
  const readSettings = new Map<string, ReadSettings>();

  function shown(): ShownInventory {
    const { snapshot, snapshotAt: _, ...rest } = current;
    const missing = snapshot?.missing;
    return {
      ...rest,
      problem: outage ?? current.problem,
      index,
      missing: missing ? { ...missing, kept: Math.min(missing.count, snapshot.keptMonitors.size) } : null,
      // Not the id of the snapshot, because the progress of a crawl may have the same id as its result.
      version: String(changes),
      read: snapshot === null ? 0 : readOf(snapshot),
      asOf: snapshot?.asOf ?? clock.now(),
    };
  }

  function notify(): void {
    const now = shown();
    const code = now.problem?.failure.code ?? null;
    if (code !== shownCode) problemChanged(code);
    shownCode = code;
    for (const waiter of waiters) if (waiter.isReady(now)) waiter.end();
  }

  function update(next: Partial<SharedInventory>): void {
    current = { ...current, ...next };
    changes += 1;
    changed();
    notify();
  }

  /** Prepares a snapshot for queries. */
  function use(snapshot: Snapshot): void {
    index = buildIndex(snapshot);
    // The default order is computed here, so that the first request does not have to.
    index.ordering('attention', 'asc');
    previous = snapshot;
  }

  function replaceSnapshot(snapshot: Snapshot, next: Partial<SharedInventory>): void {
    use(snapshot);
    lagMs = 0;
    update({ ...next, snapshot, snapshotAt: clock.now() });
  }

  /** Returns a listed monitor. @param uuid in lower case */
  const monitor = (uuid: string) => index?.byUuid.get(uuid);

  /** Whether the current snapshot is kept instead of this result. */
  function keepsCurrent({ extent, rows }: CrawlResult): boolean {
    const { state, snapshot } = current;
    if (state === 'reading' || snapshot === null || extent === 'all_pages') return false;
    const coversAllPages = snapshot.missing?.reason !== 'page_failed';
    if (extent === 'gaps') return coversAllPages && incompleteCrawls < 2;
    return coversAllPages || rows.length < readOf(snapshot);
  }

  /** Records the failure of a crawl that read nothing. */
  function recordFailure(failure: Failure): void {
    const problem = isOwnFailure(failure)
      ? current.problem
      : problemAfter(current.problem, failure, clock.now());
    if (!isDeepStrictEqual(problem, current.problem)) update({ problem });
  }

  return {
    shown,
    monitor,
    recordFailure,
    /** The state to publish to other replicas. */
    current: () => current,
    /** Shows the last snapshot of the previous process until the first crawl has ended. */
    restore: (stored: Snapshot) => replaceSnapshot(stored, afterCrawl(stored)),
    /** Shows what another replica has read, unless that has read less in its first crawl. */
    adopt(next: SharedInventory): void {
      if (next.state === 'reading' && current.state !== 'reading') return;
      const { snapshot } = current;
      if (next.snapshot !== null && next.snapshot !== snapshot) {
        use(next.snapshot);
        removed = new Map();
        readSettings.clear();
        // The first list may have been published long before this process started.
        lagMs = snapshot === null ? 0 : Math.max(0, clock.now() - next.snapshotAt);
      }
      const problem = next.problem && isOwnFailure(next.problem.failure) ? null : next.problem;
      current = { ...next, problem, snapshot: next.snapshot ?? snapshot };
      changes += 1;
      notify();
    },
    /** Time from publishing the present snapshot in another replica to showing it here, milliseconds; 0 if this replica read it. */
    lagMs: () => lagMs,
    /** Sets when the next crawl may start. @param inMs milliseconds from now */
    schedule(inMs: number): void {
      const refreshAt = clock.now() + inMs;
      // Responses contain this time and are cached by version. A new version for a small difference would waste the cache.
      if (Math.abs(refreshAt - current.refreshAt) >= MIN_CHANGE_MS) update({ refreshAt });
    },
    /**
     * Applies the result of a crawl. The first crawl with failed pages does not replace a snapshot of all pages, because
     * the next one may succeed. From the second consecutive one on, a crawl that reached the end of the list is shown, with
     * the last data of the monitors on failed pages, so that a permanently failing page does not prevent updates.
     */
    publish(result: CrawlResult): void {
      const { extent, failure } = result;
      incompleteCrawls = extent === 'all_pages' ? 0 : incompleteCrawls + 1;
      if (failure !== null && keepsCurrent(result)) {
        recordFailure(failure);
        return;
      }
      const next = buildSnapshot({
        rows: result.rows,
        beganAt: result.beganAt,
        asOf: result.asOf,
        evidence: result.complete ? 'complete' : 'none',
        missing: missingOf(result),
        removed,
        readSettings,
        previous: current.state === 'reading' ? null : previous,
      });
      removed = new Map();
      // A detail that was read during the crawl may show a version that the list did not have yet.
      for (const [uuid, { readAt }] of readSettings) if (readAt < result.beganAt) readSettings.delete(uuid);
      save(next);
      const isShown = failure !== null && !isOwnFailure(failure);
      const problem = isShown ? problemAfter(current.problem, failure, clock.now()) : null;
      replaceSnapshot(next, { ...afterCrawl(next), problem });
    },
    /** Shows the progress of the first crawl. Ignored after a crawl has ended, and while no existing monitor was read. */
    progress({ read, rows, total, asOf }: CrawlProgress): void {
      const { state, snapshot } = current;
      if (state !== 'reading' || (read === 0 && total > 0)) return;
      if (snapshot !== null && read < snapshot.monitors.length * MIN_GROWTH) {
        update({ total });
        return;
      }
      const next = buildSnapshot({
        rows: rows(),
        previous: null,
        asOf,
        evidence: 'none',
        missing: null,
        removed,
      });
      replaceSnapshot(next, { total });
    },
    /** Receives each detail that was read. The next crawl shows its settings in the list. */
    learn(reading: Reading<WireDetail>): void {
      readSettings.set(reading.value.monitor_uuid.toLowerCase(), settingsRead(reading));
    },
    /** @param startedAt epoch ms */
    crawlStarted: (startedAt: number) => update({ reading: { startedAt } }),
    /** Called in the same turn as `publish` or `recordFailure`. @param crawl null: it was aborted, or there is none */
    crawlEnded(crawl: { startedAt: number; requests: number } | null): void {
      if (crawl !== null) update({ reading: null, lastCrawl: { ...crawl, endedAt: clock.now() } });
      else if (current.reading !== null) update({ reading: null });
    },
    /** Shows this failure of our own storage or leadership until it ends, also after crawls. @param failure null: it has ended */
    setOutage(failure: Failure | null): void {
      if (isDeepStrictEqual(failure, outage?.failure ?? null)) return;
      outage = failure && problemAfter(outage, failure, clock.now());
      update({});
    },
    /** Removes a monitor that upstream has just said not to exist (404), until a later crawl finds it. */
    remove(uuid: string): void {
      removed.set(uuid, clock.now());
      const { snapshot, state } = current;
      // All requests that shared one 404 report it.
      if (snapshot === null || monitor(uuid) === undefined) return;
      const next = withoutMonitor(snapshot, uuid);
      const before404 = previous;
      replaceSnapshot(next, state === 'reading' ? {} : afterCrawl(next));
      // A monitor that the next crawl finds again keeps its past.
      previous = before404 && { ...before404, id: next.id };
    },
    /** Resolves when `isReady` holds for what is shown, or after the timeout. */
    waitUntil(isReady: (shown: ShownInventory) => boolean, milliseconds: number): Promise<void> {
      if (isReady(shown())) return Promise.resolve();
      return new Promise((resolve) => {
        const end = () => {
          cancelTimeout();
          waiters.delete(waiter);
          resolve();
        };
        const waiter = { isReady, end };
        const cancelTimeout = clock.after(milliseconds, end);
        waiters.add(waiter);
      });
    },
  };
}
