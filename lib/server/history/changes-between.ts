import 'server-only';
import type { ChangeKind, Edits } from '../../contract/changes.ts';
import type { Condition } from '../../contract/conditions.ts';
import type { InventoryMonitor } from '../inventory/compact-row.ts';
import { conditionChanges } from './condition-changes.ts';
import { editsOf } from './edits-of.ts';
import type { ListReading, Observation, SeenMonitor } from './observation.ts';

/** A difference between two readings of a monitor. It happened after `from` and by `to`, epoch ms. */
export interface ObservedChange {
  kind: ChangeKind;
  from: number;
  to: number;
  /** The monitor afterwards; a removed one as it was last seen. */
  monitor: InventoryMonitor;
  /** The condition after this change; null: removed. */
  condition: Condition | null;
  /** Of `edited` only. */
  edits: Edits | null;
}

/** An interval in which something happened, epoch ms. */
interface Interval {
  from: number;
  to: number;
}

/**
 * Returns what has changed since the last reading, per monitor in the order in which it happened. The first reading shows no
 * changes. A monitor that is missing from an incomplete reading counts as unchanged.
 */
export function changesBetween(previous: Observation | null, reading: ListReading): ObservedChange[] {
  if (previous === null) return [];
  const changes: ObservedChange[] = [];
  for (const monitor of reading.monitors.values()) changes.push(...changesOf(monitor, previous, reading.at));
  changes.push(...removals(previous, reading));
  return changes;
}

/** Returns the changes of one monitor that was read. @param at the time of the reading, epoch ms */
export function changesOf(
  monitor: InventoryMonitor,
  { at: previousAt, knowsAll, monitors }: Observation,
  at: number,
): ObservedChange[] {
  const before = monitors.get(monitor.monitor_uuid);
  if (before === undefined) return knowsAll ? additions(monitor, { from: previousAt, to: at }) : [];
  if (before.monitor === monitor) return [];
  return differences(before, monitor, { at, previousAt });
}

/** Returns the monitors that a complete reading does not contain any more. */
export function removals(previous: Observation, { at, isComplete, monitors }: ListReading): ObservedChange[] {
  if (!isComplete) return [];
  const changes: ObservedChange[] = [];
  for (const [uuid, { monitor, seenAt }] of previous.monitors) {
    if (monitors.has(uuid)) continue;
    changes.push({
      kind: 'removed',
      from: Math.min(seenAt, at),
      to: at,
      monitor,
      condition: null,
      edits: null,
    });
  }
  return changes;
}

function additions(monitor: InventoryMonitor, interval: Interval): ObservedChange[] {
  const { condition } = monitor;
  const added = { kind: 'added', ...interval, monitor, condition, edits: null } as const;
  return condition === 'down' ? [added, { ...added, kind: 'down' }] : [added];
}

function differences(
  { monitor: before, seenAt }: SeenMonitor,
  after: InventoryMonitor,
  { at, previousAt }: { at: number; previousAt: number },
): ObservedChange[] {
  const reading = { from: Math.min(seenAt, at), to: at };
  const changes: ObservedChange[] = [];
  const add = (kind: ChangeKind, interval: Interval, condition: Condition, edits: Edits | null = null) =>
    changes.push({ kind, ...interval, monitor: after, condition, edits });
  if (before.maintenance_mode !== after.maintenance_mode) {
    add(after.maintenance_mode ? 'maintenance_on' : 'maintenance_off', reading, before.condition);
  }
  const edits = editsOf(before, after);
  if (edits !== null) {
    add('edited', reading, after.condition === 'pending' ? 'pending' : before.condition, edits);
  }
  for (const { kind, condition, isByCheck } of conditionChanges(before, after)) {
    const interval = isByCheck ? checkInterval(before, after, { ...reading, previousAt }) : reading;
    add(kind, interval, condition);
  }
  return changes;
}

/**
 * When the check ran that changed the condition: after the last reading that showed the old one. If its result arrived only
 * after that reading, after the check before. The interval never ends before the last reading of any monitor, so that the
 * ends of all changes are in the order of the readings.
 */
function checkInterval(
  before: InventoryMonitor,
  after: InventoryMonitor,
  { from, to, previousAt }: Interval & { previousAt: number },
): Interval {
  const check = Math.min(Date.parse(after.observed_since), to);
  const earlier = before.last_check_at === null ? check : Date.parse(before.last_check_at);
  return {
    from: check >= from ? from : Math.min(earlier, check),
    to: Math.min(to, Math.max(check, previousAt)),
  };
}
