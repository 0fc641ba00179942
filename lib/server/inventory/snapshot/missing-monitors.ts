import 'server-only';
import type { CrawlResult } from '../crawl/crawler.ts';
import type { InventoryMonitor, Missing, Snapshot } from './snapshot.ts';

/** A monitor that was there before, and that the last crawls did not find. */
export interface MissedCrawls {
  /** When the last crawl began that found it, epoch ms: it existed then or later. */
  seenAt: number;
  /** Number of complete crawls since. */
  complete: number;
}

/** Whether a crawl proves that monitors which it did not find were not listed. */
export type Evidence = 'complete' | 'none';

/**
 * Returns how many monitors a crawl is known to miss, and why; null for none. The count is the difference between the
 * reported total and the rows read, at least the number of malformed rows, and at least 1 if the crawl is not proven
 * complete.
 */
export function missingOf({ rows, total, dropped, complete, coverage }: CrawlResult): Missing | null {
  const count = Math.max(total - rows.length, dropped, complete ? 0 : 1);
  if (count <= 0) return null;
  if (coverage !== 'all_pages') return { count, reason: 'page_failed' };
  return { count, reason: dropped > 0 ? 'malformed_rows' : 'moved_rows' };
}

/** A complete crawl can miss a row that a deletion moved to a page already read; two consecutive ones do not. */
const COMPLETE_CRAWLS = 2;

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
    const { seenAt, complete: before } = previous.missingMonitors.get(uuid) ?? {
      seenAt: previous.beganAt,
      complete: 0,
    };
    const complete = before + (evidence === 'complete' ? 1 : 0);
    if (complete >= COMPLETE_CRAWLS) continue;
    kept.push(monitor);
    missingMonitors.set(uuid, { seenAt, complete });
  }
  return { kept, missingMonitors };
}
