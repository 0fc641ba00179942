import 'server-only';
import type { Clock } from '../clock.ts';
import type { Failure } from '../errors.ts';
import { type Problem, problemAfter } from '../problem.ts';
import type { InventoryMonitor } from './compact-row.ts';
import type { CrawlProgress, CrawlResult } from './crawler.ts';
import { buildIndex, type InventoryIndex } from './inventory-index.ts';
import { missingOf } from './missing.ts';
import type { Evidence } from './missing-monitors.ts';
import { buildSnapshot, type Missing, type Snapshot, withoutMonitors } from './snapshot.ts';

/** What is known of the monitors now. Instants are epoch milliseconds. */
export interface InventoryView {
  /** `reading`: no crawl has come to its end yet; `incomplete`: some monitors are known to be missing. */
  state: 'complete' | 'reading' | 'incomplete';
  /** What has been read; null before the first page has. */
  index: InventoryIndex | null;
  /** What is known to be missing, and in place of how many older readings are shown; null unless `incomplete`. */
  missing: (Missing & { kept: number }) | null;
  /** Changes whenever an answer made from this view would: equal versions, equal answers. */
  version: string;
  /** How many monitors have been read, of how many there are. */
  read: number;
  total: number;
  asOf: number;
  /** When the next reading is due. */
  refreshAt: number;
  /** Why there is no newer reading, and since when; null while reading goes well. */
  problem: Problem | null;
}

/** Holds the snapshot that everybody is served from. Whole snapshots replace each other; nothing is changed in place. */
export interface Inventory {
  view(): InventoryView;
  /** The monitor as the list shows it. @param uuid in lower case */
  monitor(uuid: string): InventoryMonitor | undefined;
  /** Shows what an earlier process read last, with its age, until a crawl comes through. */
  restore(snapshot: Snapshot): void;
  /**
   * A crawl has ended. The first that could not read a page leaves a snapshot of all pages as it is, since the next may
   * come through. From the second in a row on, one that came to the list's end is shown, with the monitors of the pages
   * that failed as they were read before: what fails for ever must not keep the rest from being renewed.
   * @param nextInMs when the next one is due
   */
  publish(result: CrawlResult, nextInMs: number): void;
  /** The first crawl has come so far; ignored once one has ended, and while it has read none of those there are. */
  progress(progress: CrawlProgress): void;
  /** A crawl could read nothing. */
  failed(failure: Failure): void;
  /** Upstream says that this monitor does not exist (any more). */
  gone(uuid: string): void;
  /** Resolves once the view is as it is waited for, or after so many milliseconds. */
  until(isReady: (view: InventoryView) => boolean, milliseconds: number): Promise<void>;
}

/** How many monitors a reading has brought. Those kept from readings before are counted only while it lacks nothing. */
function readOf(snapshot: Snapshot | null): number {
  if (snapshot === null) return 0;
  return snapshot.monitors.length - (snapshot.missing === null ? 0 : snapshot.missingMonitors.size);
}

function missingIn(snapshot: Snapshot | null): InventoryView['missing'] {
  const missing = snapshot?.missing;
  return missing ? { ...missing, kept: Math.min(missing.count, snapshot.missingMonitors.size) } : null;
}

/** What a crawl proves of a monitor that it did not meet: that of a page which it could not read, nothing. */
function evidenceOf({ complete, coverage }: CrawlResult): Evidence {
  if (complete) return 'complete';
  return coverage === 'whole' ? 'weak' : 'none';
}

/** A partial index is made anew only when so much more has been read: indexing after each page would cost its square. */
const GROWTH = 1.25;

/** @param keep is told each whole snapshot, to keep it for the next process */
export function createInventory(clock: Clock, keep: (snapshot: Snapshot) => void = () => {}): Inventory {
  let state: InventoryView['state'] = 'reading';
  let snapshot: Snapshot | null = null;
  let index: InventoryIndex | null = null;
  let total = 0;
  let refreshAt = clock.now();
  let problem: InventoryView['problem'] = null;
  let changes = 0;
  /** Made when first asked for: most snapshots are replaced before anybody opens a monitor. */
  let byUuid: Map<string, InventoryMonitor> | null = null;
  const waiting = new Set<{ isReady: (view: InventoryView) => boolean; go: () => void }>();
  /** Crawls in a row that could not read every page. */
  let lacking = 0;
  /** 404s since the last snapshot: a crawl under way may have seen these monitors before. */
  let goneMeanwhile = new Set<string>();

  function view(): InventoryView {
    return {
      state,
      index,
      missing: missingIn(snapshot),
      // Not the snapshot's id: what was shown of a crawl while it ran may have the same.
      version: String(changes),
      read: readOf(snapshot),
      total,
      asOf: snapshot?.asOf ?? clock.now(),
      refreshAt,
      problem,
    };
  }

  function wake(): void {
    const now = view();
    for (const one of waiting) {
      if (!one.isReady(now)) continue;
      waiting.delete(one);
      one.go();
    }
  }

  function show(next: Snapshot): void {
    changes += 1;
    index = buildIndex(next, index);
    // The order people land in is made ready here, not by the first of them.
    index.sorter.ordering('attention');
    snapshot = next;
    byUuid = null;
  }

  /** A crawl has ended: what it brought is all there is, or known to lack some. */
  function settle({ missing, ...of }: Snapshot): void {
    state = missing === null ? 'complete' : 'incomplete';
    total = readOf({ missing, ...of }) + (missing?.count ?? 0);
  }

  /** Whether what is shown is to stay in place of what this crawl has brought. */
  function hasBetter({ coverage, rows }: CrawlResult): boolean {
    if (state === 'reading' || coverage === 'whole') return false;
    const isOfAllPages = snapshot?.missing?.reason !== 'page_failed';
    if (coverage === 'gaps') return isOfAllPages && lacking < 2;
    return isOfAllPages || rows.length < readOf(snapshot);
  }

  function monitorOf(uuid: string): InventoryMonitor | undefined {
    byUuid ??= new Map(snapshot?.monitors.map((monitor) => [monitor.monitor_uuid.toLowerCase(), monitor]));
    return byUuid.get(uuid);
  }

  function failed(failure: Failure): void {
    const isNew = JSON.stringify(problem?.failure) !== JSON.stringify(failure);
    problem = problemAfter(problem, failure, clock.now());
    if (isNew) changes += 1;
    wake();
  }

  return {
    view,
    monitor: monitorOf,
    failed,
    restore(kept) {
      show(kept);
      settle(kept);
      wake();
    },
    publish(result, nextInMs) {
      const { rows, asOf, coverage, failure } = result;
      refreshAt = clock.now() + nextInMs;
      lacking = coverage === 'whole' ? 0 : lacking + 1;
      if (failure !== null && hasBetter(result)) {
        failed(failure);
        return;
      }
      const previous = state === 'reading' ? null : snapshot;
      const missing = missingOf(result);
      const evidence = evidenceOf(result);
      const next = buildSnapshot({ rows, previous, asOf, evidence, missing, gone: goneMeanwhile });
      show(next);
      keep(next);
      settle(next);
      goneMeanwhile = new Set();
      problem = failure && problemAfter(problem, failure, clock.now());
      wake();
    },
    progress({ read, rows, total: ofTotal, asOf }) {
      if (state !== 'reading' || (read === 0 && ofTotal > 0)) return;
      total = ofTotal;
      changes += 1;
      const shown = snapshot?.monitors.length ?? 0;
      if (index !== null && read < shown * GROWTH) return;
      show(buildSnapshot({ rows: rows(), previous: null, asOf, evidence: 'none', missing: null }));
      wake();
    },
    gone(uuid) {
      goneMeanwhile.add(uuid);
      // Everybody who asked for it tells of the one answer.
      if (snapshot === null || monitorOf(uuid) === undefined) return;
      const before = readOf(snapshot);
      show(withoutMonitors(snapshot, new Set([uuid])));
      // One that is only kept was not counted as read: what upstream says is missing stands until the next reading.
      total -= before - readOf(snapshot);
    },
    until(isReady, milliseconds) {
      if (isReady(view())) return Promise.resolve();
      return new Promise((resolve) => {
        const one = {
          isReady,
          go() {
            cancel();
            resolve();
          },
        };
        const cancel = clock.after(milliseconds, () => {
          waiting.delete(one);
          resolve();
        });
        waiting.add(one);
      });
    },
  };
}
