import 'server-only';
import { areUpdatedByChecks } from '../inventory/snapshot/settings.ts';
import type { InventoryMonitor, Snapshot } from '../inventory/snapshot/snapshot.ts';
import { inBatches } from './batches.ts';
import { changesOf, type ObservedChange, removalOf } from './detect-changes.ts';
import { type FleetCounts, type Gap, noMonitors } from './fleet.ts';
import { addMonitor, type OpenSlot } from './slot.ts';

/** The times of a crawl, epoch ms. */
export interface CrawlTimes {
  /** When it began. It shows states of this time or later. No crawl begins earlier than the previous one. */
  at: number;
  /** When it ended. It shows nothing that happened later. Each crawl ends later than the previous one. */
  until: number;
  /** When the last complete crawl began: it certainly found all monitors. Null: none did. */
  completeAt: number | null;
}

/** A monitor as one crawl showed it. `seenAt`: when that crawl began, epoch ms. */
export interface SeenMonitor {
  monitor: InventoryMonitor;
  seenAt: number;
}

/** The monitors as they were last seen, by UUID. */
export interface Observation extends CrawlTimes {
  /** Whether the crawl was complete, as far as known. It may have missed a row that moved; the next crawl finds that row. */
  isComplete: boolean;
  monitors: ReadonlyMap<string, SeenMonitor>;
}

/** Number of monitors processed before the event loop runs again. */
const BATCH_MONITORS = 250;

/**
 * Compares a crawl with the last one, and adds it to the open slot. Monitors that are only kept from an earlier crawl have no
 * changes. They count in the fleet with their last condition, as in the list: otherwise an incomplete crawl would look like a
 * recovery. A monitor is removed when the list does not contain it any more.
 *
 * @returns what is known afterwards, the changes in the order of their ends, and the counts of the fleet. `missed`: for each
 *   monitor that is read again, the time in which it was not read
 */
export async function compareCrawl(
  snapshot: Snapshot,
  before: Observation | null,
  { at, until }: Pick<CrawlTimes, 'at' | 'until'>,
  openSlot: OpenSlot,
): Promise<{
  known: Observation;
  changes: ObservedChange[];
  counts: FleetCounts;
  missed: ReadonlyMap<string, Gap>;
}> {
  const monitors = new Map<string, SeenMonitor>();
  const counts = { ...noMonitors };
  const changes: ObservedChange[] = [];
  const missed = new Map<string, Gap>();
  const updatedByChecks = areUpdatedByChecks(snapshot);
  const times = { readAt: until, clockAhead: snapshot.clockAhead ?? 0 };
  for await (const batch of inBatches(snapshot.monitors, BATCH_MONITORS)) {
    for (const monitor of batch) {
      const { monitor_uuid: uuid } = monitor;
      counts[monitor.condition] += 1;
      if (monitor.maintenance_mode) counts.maintenance += 1;
      const missing = snapshot.missingMonitors.get(uuid);
      monitors.set(uuid, { monitor, seenAt: missing?.seenAt ?? at });
      if (missing !== undefined) continue;
      const from = before && lastSeen(before, uuid);
      if (from !== null) missed.set(uuid, { from, to: at });
      if (before !== null) changes.push(...changesOf(monitor, before, { at, until, updatedByChecks }));
      addMonitor(openSlot, monitor, times);
    }
  }
  for await (const batch of inBatches(before?.monitors ?? [], BATCH_MONITORS)) {
    for (const [uuid, seen] of batch) if (!monitors.has(uuid)) changes.push(removalOf(seen, { at, until }));
  }
  changes.sort((a, b) => a.to - b.to);
  const isComplete = snapshot.missing === null;
  // A complete crawl that misses a monitor for the first time may have missed others, too. The next complete crawl finds those.
  // If monitors come and go all the time, every crawl misses one for the first time.
  let completeAt = before?.completeAt ?? null;
  if (isComplete && snapshot.missingMonitors.size === 0) completeAt = at;
  else if (isComplete && before?.isComplete) completeAt = before.at;
  return { known: { at, until, completeAt, isComplete, monitors }, changes, counts, missed };
}

/** When a monitor was last read, if the last crawl did not read it. 0: never, although it may have existed. Null: the last crawl read it. */
function lastSeen({ at, completeAt, monitors }: Observation, uuid: string): number | null {
  const seen = monitors.get(uuid);
  if (seen === undefined) return completeAt === null ? 0 : null;
  return seen.seenAt < at ? seen.seenAt : null;
}

/**
 * Returns what is known after a stored snapshot. If crawls were not recorded for a while, the snapshot is newer than the last
 * recorded crawl. Then nothing is known of the time between them.
 *
 * @param recorded the last recorded crawl; null: none
 */
export function observationOf(
  snapshot: Snapshot,
  recorded: (CrawlTimes & { snapshot: number }) | null,
): Observation {
  const { beganAt = snapshot.asOf, readUntil = snapshot.asOf, missing, missingMonitors } = snapshot;
  const isComplete = missing === null && missingMonitors.size === 0;
  const own = {
    at: beganAt,
    until: Math.max(readUntil, recorded?.until ?? 0),
    completeAt: isComplete ? beganAt : null,
  };
  const { at, until, completeAt } = recorded?.snapshot === snapshot.id ? recorded : own;
  const seen = snapshot.monitors.map((monitor): [string, SeenMonitor] => {
    const { monitor_uuid: uuid } = monitor;
    return [uuid, { monitor, seenAt: missingMonitors.get(uuid)?.seenAt ?? at }];
  });
  return { at, until, completeAt, isComplete: false, monitors: new Map(seen) };
}
