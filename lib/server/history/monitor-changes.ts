import 'server-only';
import type { ChangeKind, Edits } from '../../contract/changes.ts';
import type { Condition } from '../../contract/conditions.ts';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';
import { conditionSteps } from './condition-steps.ts';
import { editsOf } from './edits-of.ts';
import type { Observation, ReadingTimes, SeenMonitor } from './observation.ts';

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

type Times = Pick<ReadingTimes, 'at' | 'until'>;

/** Returns the changes of one monitor that was read. Those of its condition are in the order in which they happened. */
export function changesOf(
  monitor: InventoryMonitor,
  previous: Observation,
  reading: Times,
): ObservedChange[] {
  const before = previous.monitors.get(monitor.monitor_uuid);
  if (before === undefined) {
    if (previous.completeAt === null) return [];
    return additions(monitor, { from: previous.completeAt, to: reading.until });
  }
  if (before.monitor === monitor) return [];
  return differences(before, monitor, { ...reading, previousUntil: previous.until });
}

/** Returns the change of a monitor that does not exist any more. */
export function removalOf({ monitor, seenAt }: SeenMonitor, { at, until }: Times): ObservedChange {
  return { kind: 'removed', from: Math.min(seenAt, at), to: until, monitor, condition: null, edits: null };
}

function additions(monitor: InventoryMonitor, interval: Interval): ObservedChange[] {
  const { condition } = monitor;
  const added = { kind: 'added', ...interval, monitor, condition, edits: null } as const;
  return condition === 'down' ? [added, { ...added, kind: 'down' }] : [added];
}

function differences(
  { monitor: before, seenAt }: SeenMonitor,
  after: InventoryMonitor,
  { at, until, previousUntil }: Times & { previousUntil: number },
): ObservedChange[] {
  const reading = { from: Math.min(seenAt, at), to: until };
  const changes: ObservedChange[] = [];
  const add = (kind: ChangeKind, interval: Interval, condition: Condition, edits: Edits | null = null) =>
    changes.push({ kind, ...interval, monitor: after, condition, edits });
  // Unknown counts as not in maintenance, as in the list.
  if ((before.maintenance_mode === true) !== (after.maintenance_mode === true)) {
    add(after.maintenance_mode ? 'maintenance_on' : 'maintenance_off', reading, before.condition);
  }
  const edits = editsOf(before, after);
  if (edits !== null) {
    add('edited', reading, after.condition === 'pending' ? 'pending' : before.condition, edits);
  }
  const ofCondition = conditionInterval(after, reading, previousUntil);
  for (const { kind, condition } of conditionSteps(before, after)) add(kind, ofCondition, condition);
  return changes;
}

/**
 * The times between which the list says that the condition began. A clock that was set meanwhile must not disturb the order of
 * the changes.
 */
function conditionInterval(
  { changed_after, changed_at }: InventoryMonitor,
  reading: Interval,
  previousUntil: number,
): Interval {
  if (changed_after === null || changed_at === null) return reading;
  const to = Math.min(Math.max(Date.parse(changed_at), previousUntil + 1), reading.to);
  return { from: Math.min(Date.parse(changed_after), to), to };
}
