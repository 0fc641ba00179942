import 'server-only';
import type { ChangeKind, Edits } from '../../contract/changes.ts';
import type { Condition } from '../../contract/conditions.ts';
import type { InventoryMonitor } from '../inventory/compact-row.ts';
import { conditionSteps } from './condition-steps.ts';
import { editsOf } from './edits-of.ts';
import type { Observation, SeenMonitor } from './observation.ts';

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

/** The times of a reading, see `Observation`. */
type ReadingTimes = Pick<Observation, 'at' | 'until'>;

/**
 * Returns the changes of one monitor that was read, in the order in which they happened. Their intervals end at the same time.
 */
export function changesOf(
  monitor: InventoryMonitor,
  previous: Observation,
  reading: ReadingTimes,
): ObservedChange[] {
  const before = previous.monitors.get(monitor.monitor_uuid);
  if (before === undefined) {
    if (previous.completeAt === null) return [];
    return additions(monitor, { from: previous.completeAt, to: reading.until });
  }
  if (before.monitor === monitor) return [];
  return endingTogether(differences(before, monitor, { ...reading, previousUntil: previous.until }));
}

/** Returns the change of a monitor that a complete reading does not contain any more. */
export function removalOf({ monitor, seenAt }: SeenMonitor, { at, until }: ReadingTimes): ObservedChange {
  return { kind: 'removed', from: Math.min(seenAt, at), to: until, monitor, condition: null, edits: null };
}

function additions(monitor: InventoryMonitor, interval: Interval): ObservedChange[] {
  const { condition } = monitor;
  const added = { kind: 'added', ...interval, monitor, condition, edits: null } as const;
  return condition === 'down' ? [added, { ...added, kind: 'down' }] : [added];
}

/**
 * Several changes of a monitor that one reading shows are stored one after the other, and the ends of all changes are in the
 * order in which they are stored: so each of them ends with the last.
 */
function endingTogether(changes: ObservedChange[]): ObservedChange[] {
  if (changes.length < 2) return changes;
  const to = Math.max(...changes.map((change) => change.to));
  return changes.map((change) => ({ ...change, to }));
}

function differences(
  { monitor: before, seenAt }: SeenMonitor,
  after: InventoryMonitor,
  { at, until, previousUntil }: ReadingTimes & { previousUntil: number },
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
  for (const { kind, condition, isByCheck } of conditionSteps(before, after)) {
    const interval = isByCheck ? checkInterval(before, after, { ...reading, previousUntil }) : reading;
    add(kind, interval, condition);
  }
  return changes;
}

/**
 * When the check ran that changed the condition: after the last reading that showed the old one. If its result arrived only
 * after that reading, after the check before. The interval always ends after the last reading of any monitor, so that what is
 * newer than that reading ends later than it.
 */
function checkInterval(
  before: InventoryMonitor,
  after: InventoryMonitor,
  { from, to, previousUntil }: Interval & { previousUntil: number },
): Interval {
  const check = Math.min(Date.parse(after.observed_since), to);
  // Upstream's clock may differ by minutes, so the previous check is also assumed to be at least one interval earlier.
  const earlier = before.last_check_at === null ? check : Date.parse(before.last_check_at);
  return {
    from: check >= from ? from : Math.min(earlier, check - (before.interval ?? 0) * 1000),
    to: Math.min(to, Math.max(check, previousUntil + 1)),
  };
}
