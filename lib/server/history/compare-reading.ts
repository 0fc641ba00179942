import 'server-only';
import type { Snapshot } from '../inventory/snapshot/snapshot.ts';
import { type FleetCounts, noMonitors } from './fleet.ts';
import type { RecordedReading } from './history-store.ts';
import { inTurns } from './in-turns.ts';
import { changesOf, type ObservedChange, removalOf } from './monitor-changes.ts';
import type { Observation, ReadingTimes, SeenMonitor } from './observation.ts';
import type { OpenSlot } from './open-slot.ts';

/** Number of monitors processed before the event loop runs again. */
const MONITORS_PER_TURN = 500;

/**
 * Returns what a reading shows, and adds it to the open slot. Monitors that are only kept from an earlier reading are not part of
 * it, but count in the fleet with their last condition, as in the list: otherwise an incomplete reading would show a recovery.
 * A monitor is removed when the list does not have it any more.
 *
 * @returns what is known afterwards, the changes in the order of their ends, and the counts of the fleet
 */
export async function compareReading(
  snapshot: Snapshot,
  before: Observation | null,
  { at, until }: Pick<ReadingTimes, 'at' | 'until'>,
  openSlot: Pick<OpenSlot, 'add'>,
): Promise<{ known: Observation; changes: ObservedChange[]; counts: FleetCounts }> {
  const monitors = new Map<string, SeenMonitor>();
  const counts = { ...noMonitors };
  const changes: ObservedChange[] = [];
  const times = { readAt: until, clockAhead: snapshot.clockAhead ?? 0 };
  for await (const some of inTurns(snapshot.monitors, MONITORS_PER_TURN)) {
    for (const monitor of some) {
      const { monitor_uuid: uuid } = monitor;
      counts[monitor.condition] += 1;
      if (monitor.maintenance_mode) counts.maintenance += 1;
      const missed = snapshot.missingMonitors.get(uuid);
      monitors.set(uuid, { monitor, seenAt: missed?.seenAt ?? at });
      if (missed !== undefined) continue;
      if (before !== null) changes.push(...changesOf(monitor, before, { at, until }));
      openSlot.add(monitor, times);
    }
  }
  for await (const some of inTurns(before?.monitors ?? [], MONITORS_PER_TURN)) {
    for (const [uuid, seen] of some) if (!monitors.has(uuid)) changes.push(removalOf(seen, { at, until }));
  }
  changes.sort((a, b) => a.to - b.to);
  const isComplete = snapshot.missing === null;
  return { known: { at, until, completeAt: completeAt(), isComplete, monitors }, changes, counts };

  /**
   * A complete reading that has not found a monitor for the first time may have missed others, too. But not the next one as well:
   * where monitors come and go all the time, every reading is such a one.
   */
  function completeAt(): number | null {
    if (isComplete && snapshot.missingMonitors.size === 0) return at;
    return isComplete && before?.isComplete ? before.at : (before?.completeAt ?? null);
  }
}

/**
 * Returns what is known after a stored snapshot. If it is not the last reading that was recorded, because none were for a while,
 * nothing is known of the time between.
 */
export function observationOf(snapshot: Snapshot, recorded: RecordedReading | null): Observation {
  const { beganAt = snapshot.asOf, readUntil = snapshot.asOf, missing, missingMonitors } = snapshot;
  const isComplete = missing === null && missingMonitors.size === 0;
  const { at, until, completeAt } =
    recorded?.snapshot === snapshot.id
      ? recorded
      : {
          at: beganAt,
          until: Math.max(readUntil, recorded?.until ?? 0),
          completeAt: isComplete ? beganAt : null,
        };
  const monitors = new Map<string, SeenMonitor>();
  for (const monitor of snapshot.monitors) {
    const uuid = monitor.monitor_uuid;
    monitors.set(uuid, { monitor, seenAt: missingMonitors.get(uuid)?.seenAt ?? at });
  }
  return { at, until, completeAt, isComplete: false, monitors };
}
