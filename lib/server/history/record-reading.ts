import 'server-only';
import { setImmediate } from 'node:timers/promises';
import type { InventoryMonitor } from '../inventory/compact-row.ts';
import type { Snapshot } from '../inventory/snapshot.ts';
import type { FleetCounts } from './fleet.ts';
import type { HistoryStore } from './history-store.ts';
import { inTurns } from './in-turns.ts';
import { changesOf, type ObservedChange, removalOf } from './monitor-changes.ts';
import type { Observation, SeenMonitor } from './observation.ts';
import type { OpenSlot } from './open-slot.ts';

/** Number of monitors processed before the event loop runs again. */
const MONITORS_PER_TURN = 500;
/** Number of monitors stored in one transaction. */
const MONITORS_PER_BATCH = 100;

/** A monitor whose known state has changed, and its changes, which end at the same time. */
interface MonitorUpdate {
  monitor: InventoryMonitor;
  changes: ObservedChange[];
}

/**
 * Stores what a reading shows, in the order of the ends of its changes, and adds it to the open slot. Monitors that are only
 * kept from an earlier reading are not part of it, but count in the fleet with their last condition, as in the list: otherwise
 * an incomplete reading would show a recovery.
 *
 * @returns what is known afterwards, and the counts of the fleet
 */
export async function recordReading(
  { store, openSlot }: { store: HistoryStore; openSlot: OpenSlot },
  before: Observation | null,
  snapshot: Snapshot,
  { at, until }: { at: number; until: number },
): Promise<{ known: Observation; counts: FleetCounts }> {
  const isComplete = snapshot.missing === null;
  const monitors = new Map<string, SeenMonitor>();
  const counts: FleetCounts = {
    condition: { down: 0, overdue: 0, unknown: 0, pending: 0, up: 0, inactive: 0 },
    maintenance: 0,
  };
  const updates: MonitorUpdate[] = [];
  for await (const some of inTurns(snapshot.monitors, MONITORS_PER_TURN)) {
    for (const monitor of some) {
      const { monitor_uuid: uuid } = monitor;
      counts.condition[monitor.condition] += 1;
      if (monitor.maintenance_mode) counts.maintenance += 1;
      if (snapshot.missingMonitors.has(uuid)) continue;
      const old = before?.monitors.get(uuid);
      const changes = before === null ? [] : changesOf(monitor, before, { at, until });
      const wasMissing = before !== null && old !== undefined && old.seenAt < before.at;
      if (changes.length > 0 || old === undefined || wasMissing) updates.push({ monitor, changes });
      monitors.set(uuid, { monitor, seenAt: at });
      openSlot.add(monitor, until);
    }
  }
  await storeUpdates(store, updates);
  if (before !== null) await recordMissing(before);
  return {
    known: { at, until, completeAt: completeAt(), isComplete, monitors },
    counts,
  };

  /**
   * A complete reading that has not found a monitor for the first time may have missed others, too. But not the next one as well:
   * where monitors come and go all the time, every reading is such a one.
   */
  function completeAt(): number | null {
    if (isComplete && snapshot.missingMonitors.size === 0) return at;
    return isComplete && before?.isComplete ? before.at : (before?.completeAt ?? null);
  }

  /** Stores which monitors are gone, or have not been read this time. */
  async function recordMissing(previous: Observation): Promise<void> {
    const gone: SeenMonitor[] = [];
    const missing: SeenMonitor[] = [];
    for await (const some of inTurns(previous.monitors, MONITORS_PER_TURN)) {
      for (const [uuid, seen] of some) {
        if (monitors.has(uuid)) continue;
        // Each monitor by itself: where monitors come and go all the time, there is always one that is not certain yet.
        const isGone = isComplete && !snapshot.missingMonitors.has(uuid);
        (isGone ? gone : missing).push(seen);
      }
    }
    for await (const some of inTurns(gone, MONITORS_PER_BATCH)) {
      const changes = some.map((seen) => removalOf(seen, { at, until }));
      const removed = changes.map(({ monitor }) => monitor.monitor_uuid);
      await store.append({ changes, known: [], removed });
      for (const uuid of removed) openSlot.forget(uuid);
    }
    for await (const some of inTurns(missing, MONITORS_PER_BATCH)) {
      for (const seen of some) monitors.set(seen.monitor.monitor_uuid, seen);
      const missed = some.filter(({ seenAt }) => seenAt === previous.at);
      if (missed.length > 0) await store.append({ changes: [], known: missed, removed: [] });
    }
  }
}

async function storeUpdates(store: HistoryStore, updates: readonly MonitorUpdate[]): Promise<void> {
  for await (const some of inTurns(await inOrder(updates), MONITORS_PER_BATCH)) {
    const changes = some.flatMap((one) => one.changes);
    await store.append({
      changes,
      known: some.map(({ monitor }) => ({ monitor, seenAt: null })),
      removed: [],
    });
  }
}

const endOf = ({ changes }: MonitorUpdate) => changes[0]?.to ?? 0;

/** Sorts by the ends of the changes, second by second, so that many hold the event loop only for a short time. */
async function inOrder(updates: readonly MonitorUpdate[]): Promise<MonitorUpdate[]> {
  const seconds = new Map<number, MonitorUpdate[]>();
  for await (const some of inTurns(updates, MONITORS_PER_TURN)) {
    for (const one of some) {
      const second = Math.floor(endOf(one) / 1000);
      const others = seconds.get(second);
      if (others) others.push(one);
      else seconds.set(second, [one]);
    }
  }
  const sorted: MonitorUpdate[] = [];
  for (const second of [...seconds.keys()].sort((a, b) => a - b)) {
    for (const one of (seconds.get(second) ?? []).sort((a, b) => endOf(a) - endOf(b))) sorted.push(one);
    await setImmediate();
  }
  return sorted;
}
