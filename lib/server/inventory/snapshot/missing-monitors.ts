import 'server-only';
import type { ListedMonitor } from '@/lib/contract/monitor';

/** A monitor that was there before, and that the last crawls did not find. */
export interface MissedCrawls {
  /** When the last crawl began that found it, epoch ms: it existed then or later. */
  seenAt: number;
  /** Number of complete crawls since. */
  complete: number;
}

/** Whether a crawl proves that monitors which it did not find were not listed. */
export type Evidence = 'complete' | 'none';

/** A complete crawl can miss a row that a deletion moved to a page already read; two consecutive ones do not. */
const COMPLETE_CRAWLS = 2;

/**
 * Returns the monitors of the last snapshot that a crawl did not find and that are not considered deleted, unchanged.
 *
 * @param seen the UUIDs that the crawl found
 */
export function keepMissing(
  previous: {
    monitors: readonly Readonly<ListedMonitor>[];
    keptMonitors: ReadonlyMap<string, MissedCrawls>;
    /** When its crawl began, epoch ms. */
    beganAt: number;
  },
  seen: { has(uuid: string): boolean },
  evidence: Evidence,
): { kept: Readonly<ListedMonitor>[]; keptMonitors: Map<string, MissedCrawls> } {
  const kept: Readonly<ListedMonitor>[] = [];
  const keptMonitors = new Map<string, MissedCrawls>();
  for (const monitor of previous.monitors) {
    const uuid = monitor.monitor_uuid;
    if (seen.has(uuid)) continue;
    const { seenAt, complete: before } = previous.keptMonitors.get(uuid) ?? {
      seenAt: previous.beganAt,
      complete: 0,
    };
    const complete = before + (evidence === 'complete' ? 1 : 0);
    if (complete >= COMPLETE_CRAWLS) continue;
    kept.push(monitor);
    keptMonitors.set(uuid, { seenAt, complete });
  }
  return { kept, keptMonitors };
}
