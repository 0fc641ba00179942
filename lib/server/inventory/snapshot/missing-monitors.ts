import 'server-only';

/** How many consecutive crawls did not find a monitor that was there before. */
export interface MissedCrawls {
  /** When the last one began that found it, epoch ms: it existed then or later. */
  seenAt: number;
  /** The complete crawls among them. */
  complete: number;
  /** All crawls that read every page. */
  any: number;
}

/** What a crawl proves about the monitors it did not find. `none`: pages failed, and the monitors may be on those. */
export type Evidence = 'complete' | 'weak' | 'none';

/** A complete crawl can miss a row that a deletion moved to a page already read; two consecutive ones do not. */
const COMPLETE_CRAWLS = 2;
/** An incomplete crawl of all pages proves little, but a monitor that ten of them did not find is no longer shown. */
const CRAWLS = 10;

/**
 * Counts one more crawl that did not find a monitor. A crawl that finds the monitor resets the count.
 *
 * @param before the count until now
 * @param evidence `complete` when the crawl read all monitors that upstream reported
 * @returns null when the monitor is considered deleted
 */
export function afterMissedCrawl(before: MissedCrawls, evidence: Evidence): MissedCrawls | null {
  const after = {
    seenAt: before.seenAt,
    complete: before.complete + (evidence === 'complete' ? 1 : 0),
    any: before.any + (evidence === 'none' ? 0 : 1),
  };
  return after.complete >= COMPLETE_CRAWLS || after.any >= CRAWLS ? null : after;
}

/** Monitors of the last snapshot that a crawl did not find: which are kept, and how many crawls missed each. */
export interface KeptMonitors<Monitor> {
  kept: Monitor[];
  missingMonitors: Map<string, MissedCrawls>;
}

/**
 * Applies `afterMissedCrawl` to each monitor of the last snapshot that was not `seen`; kept monitors are unchanged.
 *
 * @param previous.beganAt when the crawl of the last snapshot began, epoch ms
 */
export function keepMissing<Monitor extends { readonly monitor_uuid: string }>(
  previous: {
    monitors: readonly Monitor[];
    missingMonitors: ReadonlyMap<string, MissedCrawls>;
    beganAt: number;
  },
  seen: { has(uuid: string): boolean },
  evidence: Evidence,
): KeptMonitors<Monitor> {
  const kept: Monitor[] = [];
  const missingMonitors = new Map<string, MissedCrawls>();
  for (const monitor of previous.monitors) {
    const uuid = monitor.monitor_uuid;
    if (seen.has(uuid)) continue;
    const before = previous.missingMonitors.get(uuid) ?? { seenAt: previous.beganAt, complete: 0, any: 0 };
    const missed = afterMissedCrawl(before, evidence);
    if (!missed) continue;
    kept.push(monitor);
    missingMonitors.set(uuid, missed);
  }
  return { kept, missingMonitors };
}
