import 'server-only';
import type { CrawlResult } from '../crawl/crawler.ts';
import type { InventoryMonitor, Missing, Snapshot } from './snapshot.ts';

/** How many consecutive crawls did not find a monitor that was there before. */
export interface MissedCrawls {
  /** When the last crawl began that found it, epoch ms: it existed then or later. */
  seenAt: number;
  /** The complete crawls among them. */
  complete: number;
  /** All crawls that read every page. */
  any: number;
}

/** What a crawl proves about the monitors it did not find. `none`: pages failed, and the monitors may be on those. */
export type Evidence = 'complete' | 'weak' | 'none';

export function evidenceOf({ complete, coverage }: CrawlResult): Evidence {
  if (complete) return 'complete';
  return coverage === 'all_pages' ? 'weak' : 'none';
}

/**
 * Returns how many monitors a crawl is known to miss, and why; null for none. The count is the difference between the
 * reported total and the rows read, at least the number of malformed rows, and at least 1 if the crawl is not proven
 * complete.
 */
export function missingOf({ rows, total, dropped, complete, coverage }: CrawlResult): Missing | null {
  const count = Math.max((total ?? 0) - rows.length, dropped, complete ? 0 : 1);
  if (count <= 0) return null;
  if (coverage !== 'all_pages') return { count, reason: 'page_failed' };
  return { count, reason: dropped > 0 ? 'malformed_rows' : 'moved_rows' };
}

/** A complete crawl can miss a row that a deletion moved to a page already read; two consecutive ones do not. */
const COMPLETE_CRAWLS = 2;
/** An incomplete crawl of all pages proves little, but a monitor that ten of them did not find is no longer shown. */
const CRAWLS = 10;

/**
 * Returns the monitors of the last snapshot that a crawl did not find and that are not considered deleted, unchanged.
 *
 * @param seen the UUIDs that the crawl found
 */
export function keepMissing(
  previous: Pick<Snapshot, 'monitors' | 'missingMonitors' | 'beganAt'>,
  seen: { has(uuid: string): boolean },
  evidence: Evidence,
): { kept: InventoryMonitor[]; missingMonitors: Map<string, MissedCrawls> } {
  const kept: InventoryMonitor[] = [];
  const missingMonitors = new Map<string, MissedCrawls>();
  for (const monitor of previous.monitors) {
    const uuid = monitor.monitor_uuid;
    if (seen.has(uuid)) continue;
    const before = previous.missingMonitors.get(uuid) ?? { seenAt: previous.beganAt, complete: 0, any: 0 };
    const complete = before.complete + (evidence === 'complete' ? 1 : 0);
    const any = before.any + (evidence === 'none' ? 0 : 1);
    if (complete >= COMPLETE_CRAWLS || any >= CRAWLS) continue;
    kept.push(monitor);
    missingMonitors.set(uuid, { seenAt: before.seenAt, complete, any });
  }
  return { kept, missingMonitors };
}
