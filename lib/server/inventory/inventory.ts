import 'server-only';
import type { Clock } from '../clock.ts';
import type { Failure, Problem } from '../errors.ts';
import { evidenceOf, missingOf } from './crawl/crawl-outcome.ts';
import type { CrawlProgress, CrawlResult } from './crawl/crawler.ts';
import { buildIndex, type InventoryIndex } from './query/inventory-index.ts';
import { createShownProblem } from './shown-problem.ts';
import type { InventoryMonitor } from './snapshot/snapshot.ts';
import { buildSnapshot, type Missing, type Snapshot, withoutMonitor } from './snapshot/snapshot.ts';
import { createWaiters } from './waiters.ts';

/** A crawl that has ended, also one that read nothing. Times are epoch ms. */
interface EndedCrawl {
  startedAt: number;
  endedAt: number;
  /** Number of upstream requests that it took. */
  requests: number;
}

/** The current state of the inventory. Times are epoch ms. */
export interface InventoryView {
  /** `reading`: the first crawl has not ended; `incomplete`: some monitors are known to be missing. */
  state: 'complete' | 'reading' | 'incomplete';
  /** The index of the monitors read; null before the first page was read. */
  index: InventoryIndex | null;
  /** The missing monitors, and for how many of them (`kept`) an older reading is shown; null unless `incomplete`. */
  missing: (Missing & { kept: number }) | null;
  /** Changes whenever the response to any query may change. */
  version: string;
  /** Number of monitors read. */
  read: number;
  /** Number of monitors that exist, as far as known. */
  total: number;
  asOf: number;
  /** When the next crawl is due. */
  refreshAt: number;
  /** Why there is no newer data; null when the last crawl succeeded. */
  problem: Problem | null;
  /** Null while none has ended in this process, or in the one that reads for all. */
  lastCrawl: EndedCrawl | null;
  /** Whether this process is crawling. */
  isCrawling: boolean;
}

/** What another process needs to show the same. */
interface InventoryState
  extends Pick<InventoryView, 'state' | 'total' | 'refreshAt' | 'problem' | 'lastCrawl'> {
  /** When the snapshot became the present one, epoch ms. */
  snapshotAt: number;
  /** Null while nothing was read. */
  snapshot: Snapshot | null;
}

/** Holds the snapshot from which all requests are served. Snapshots are immutable and replaced as a whole. */
export interface Inventory {
  view(): InventoryView;
  /** Returns a listed monitor. @param uuid in lower case */
  monitor(uuid: string): InventoryMonitor | undefined;
  /** Shows the last snapshot of the previous process until the first crawl has ended. */
  restore(snapshot: Snapshot): void;
  /**
   * Applies the result of a crawl. The first crawl with failed pages does not replace a snapshot of all pages, because
   * the next one may succeed. From the second consecutive one on, a crawl that reached the end of the list is shown,
   * with the last readings of the monitors on failed pages, so that a permanently failing page does not prevent updates.
   */
  publish(result: CrawlResult): void;
  /** Sets when the next crawl may start. @param inMs milliseconds from now */
  schedule(inMs: number): void;
  /** Shows the progress of the first crawl. Ignored after a crawl has ended, and while no existing monitor was read. */
  progress(progress: CrawlProgress): void;
  /** Records the failure of a crawl that read nothing. */
  recordFailure(failure: Failure): void;
  crawlStarted(): void;
  /** Called in the same turn as `publish` or `recordFailure`. @param crawl null: it was aborted */
  crawlEnded(crawl: Omit<EndedCrawl, 'endedAt'> | null): void;
  /** Shows this failure until `endOutage`, whatever is read meanwhile. */
  startOutage(failure: Failure): void;
  endOutage(): void;
  /** Removes a monitor that upstream has just said not to exist (404), until a later reading of the list finds it. */
  remove(uuid: string): void;
  /** The present state. */
  current(): InventoryState;
  /** Shows what another replica has read, unless that has read less in its first crawl. */
  adopt(state: InventoryState): void;
  /**
   * Time from publishing the present snapshot in another replica to showing it here, milliseconds; 0 for an own one, and
   * for the first of another replica, which may have been published long before this process began.
   */
  lagMs(): number;
  /** Resolves when `isReady` holds for the view, or after the timeout. */
  waitUntil(isReady: (view: InventoryView) => boolean, milliseconds: number): Promise<void>;
}

/**
 * Number of monitors that the last crawl read. Monitors kept from earlier crawls count only if the crawl missed none.
 */
function readOf(snapshot: Snapshot | null): number {
  if (snapshot === null) return 0;
  return snapshot.monitors.length - (snapshot.missing === null ? 0 : snapshot.missingMonitors.size);
}

function missingIn(snapshot: Snapshot | null): InventoryView['missing'] {
  const missing = snapshot?.missing;
  return missing ? { ...missing, kept: Math.min(missing.count, snapshot.missingMonitors.size) } : null;
}

/** A smaller change of the time of the next crawl is not reported, milliseconds. */
const MIN_CHANGE_MS = 1000;
/** Growth of the first crawl's rows after which they are indexed again. Indexing after each page would be quadratic. */
const MIN_GROWTH = 1.25;

/**
 * @param listeners.save receives the snapshot after each crawl, to store it for the next process
 * @param listeners.changed called after each change of the view
 * @param listeners.problemChanged receives the code of the problem, once for each change; null: it has ended
 */
export function createInventory(
  clock: Clock,
  listeners: {
    save?: (snapshot: Snapshot) => void;
    changed?: () => void;
    problemChanged?: (code: Failure['code'] | null) => void;
  } = {},
): Inventory {
  const { save = () => {}, changed = () => {}, problemChanged = () => {} } = listeners;
  let state: InventoryView['state'] = 'reading';
  let snapshot: Snapshot | null = null;
  /** The snapshot before monitors were removed from it. A monitor that the next crawl finds again continues its past. */
  let unreduced: Snapshot | null = null;
  let index: InventoryIndex | null = null;
  let total = 0;
  let refreshAt = clock.now();
  const problem = createShownProblem(clock, problemChanged);
  let lastCrawl: EndedCrawl | null = null;
  let isCrawling = false;
  let changes = 0;
  let snapshotAt = 0;
  let lagMs = 0;
  let hasAdopted = false;
  /** Built lazily, because most snapshots are replaced before a user opens a monitor. */
  let byUuid: Map<string, InventoryMonitor> | null = null;
  const { notify, waitUntil } = createWaiters(clock, view);
  /** Number of consecutive crawls with failed pages. */
  let incompleteCrawls = 0;
  /** Monitors removed since the last crawl ended, and when, epoch ms. The current crawl may have read them before. */
  let removed = new Map<string, number>();

  function view(): InventoryView {
    return {
      state,
      index,
      missing: missingIn(snapshot),
      // Not the id of the snapshot, because the progress of a crawl may have the same id as its result.
      version: String(changes),
      read: readOf(snapshot),
      total,
      asOf: snapshot?.asOf ?? clock.now(),
      refreshAt,
      problem: problem.shown(),
      lastCrawl,
      isCrawling,
    };
  }

  function countChange(): void {
    changes += 1;
    changed();
  }

  function replaceSnapshot(next: Snapshot): void {
    countChange();
    index = buildIndex(next);
    // The default order is computed here, so that the first request does not have to.
    index.ordering('attention');
    snapshot = next;
    unreduced = next;
    snapshotAt = clock.now();
    lagMs = 0;
    byUuid = null;
  }

  /** Sets state and total after a crawl has ended. */
  function finishCrawl({ missing, ...of }: Snapshot): void {
    state = missing === null ? 'complete' : 'incomplete';
    total = readOf({ missing, ...of }) + (missing?.count ?? 0);
  }

  /** Whether the current snapshot is kept instead of this result. */
  function keepsCurrent({ coverage, rows }: CrawlResult): boolean {
    if (state === 'reading' || coverage === 'all_pages') return false;
    const coversAllPages = snapshot?.missing?.reason !== 'page_failed';
    if (coverage === 'gaps') return coversAllPages && incompleteCrawls < 2;
    return coversAllPages || rows.length < readOf(snapshot);
  }

  function monitorOf(uuid: string): InventoryMonitor | undefined {
    byUuid ??= new Map(snapshot?.monitors.map((monitor) => [monitor.monitor_uuid.toLowerCase(), monitor]));
    return byUuid.get(uuid);
  }

  function countIf(isChange: boolean): void {
    if (isChange) countChange();
    notify();
  }

  function recordFailure(failure: Failure): void {
    countIf(problem.crawlFailed(failure));
  }

  return {
    view,
    monitor: monitorOf,
    recordFailure,
    restore(stored) {
      replaceSnapshot(stored);
      finishCrawl(stored);
      notify();
    },
    schedule(inMs) {
      const at = clock.now() + inMs;
      // Responses contain it and are cached by version: small differences do not matter.
      if (Math.abs(at - refreshAt) < MIN_CHANGE_MS) return;
      refreshAt = at;
      countChange();
    },
    current: () => ({ snapshot, state, total, refreshAt, problem: problem.ofCrawl(), lastCrawl, snapshotAt }),
    lagMs: () => lagMs,
    adopt(next) {
      if (next.state === 'reading' && state !== 'reading') return;
      if (next.snapshot !== null && next.snapshot !== snapshot) {
        replaceSnapshot(next.snapshot);
        removed = new Map();
        if (hasAdopted) lagMs = Math.max(0, clock.now() - next.snapshotAt);
        hasAdopted = true;
      }
      ({ state, total, refreshAt, lastCrawl } = next);
      problem.setCrawlProblem(next.problem);
      changes += 1;
      notify();
    },
    publish(result) {
      const { rows, beganAt, asOf, coverage, failure } = result;
      incompleteCrawls = coverage === 'all_pages' ? 0 : incompleteCrawls + 1;
      if (failure !== null && keepsCurrent(result)) {
        recordFailure(failure);
        return;
      }
      const previous = state === 'reading' ? null : unreduced;
      const [evidence, missing] = [evidenceOf(result), missingOf(result)];
      const next = buildSnapshot({ rows, previous, beganAt, asOf, evidence, missing, removed });
      replaceSnapshot(next);
      save(next);
      finishCrawl(next);
      removed = new Map();
      problem.crawlEnded(failure);
      notify();
    },
    progress({ read, rows, total: newTotal, asOf }) {
      if (state !== 'reading' || (read === 0 && newTotal > 0)) return;
      total = newTotal;
      countChange();
      const shownCount = snapshot?.monitors.length ?? 0;
      if (index !== null && read < shownCount * MIN_GROWTH) return;
      replaceSnapshot(
        buildSnapshot({ rows: rows(), previous: null, asOf, evidence: 'none', missing: null, removed }),
      );
      notify();
    },
    crawlStarted() {
      isCrawling = true;
    },
    crawlEnded(crawl) {
      isCrawling = false;
      if (crawl !== null) lastCrawl = { ...crawl, endedAt: clock.now() };
      countIf(crawl !== null);
    },
    startOutage: (failure) => countIf(problem.startOutage(failure)),
    endOutage: () => countIf(problem.endOutage()),
    remove(uuid) {
      removed.set(uuid, clock.now());
      // All requests that shared one 404 report it.
      if (snapshot === null || monitorOf(uuid) === undefined) return;
      const before = readOf(snapshot);
      const before404 = unreduced;
      replaceSnapshot(withoutMonitor(snapshot, uuid));
      unreduced = before404 && { ...before404, id: snapshot.id };
      // A kept monitor was not counted as read, so that the number of missing monitors does not change.
      total -= before - readOf(snapshot);
    },
    waitUntil,
  };
}
