import 'server-only';
import type { EditedField, Edits } from '../../contract/changes.ts';
import type { ChangeKind, Condition } from '../../contract/conditions.ts';
import { settingNames } from '../../contract/monitor.ts';
import { areSettingsKnown, areUpdatedByChecks } from '../inventory/snapshot/monitor-settings.ts';
import type { InventoryMonitor, Snapshot } from '../inventory/snapshot/snapshot.ts';
import { inBatches } from './batches.ts';
import { type CrawlCounts, type Gap, noMonitors } from './fleet.ts';
import { addMonitor, type OpenSlot } from './slots.ts';

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
interface SeenMonitor {
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
 * @param times.clockError the result of `clockErrorOf`, ms
 * @returns what is known afterwards, the changes in the order of their ends, and the counts of the fleet. `missed`: for each
 *   monitor that is read again, the time in which it was not read
 */
export async function compareCrawl(
  snapshot: Snapshot,
  before: Observation | null,
  { at, until, clockError }: Pick<CrawlTimes, 'at' | 'until'> & { clockError: number },
  openSlot: OpenSlot,
): Promise<{
  known: Observation;
  changes: ObservedChange[];
  counts: CrawlCounts;
  missed: ReadonlyMap<string, Gap>;
}> {
  const monitors = new Map<string, SeenMonitor>();
  const counts = { ...noMonitors };
  const changes: ObservedChange[] = [];
  const missed = new Map<string, Gap>();
  const times = { readAt: until, clockAhead: snapshot.clockAhead - clockError };
  const crawl = { at, until, clockError, updatedByChecks: areUpdatedByChecks(snapshot) };
  for await (const batch of inBatches(snapshot.monitors, BATCH_MONITORS)) {
    for (const monitor of batch) {
      const { monitor_uuid: uuid } = monitor;
      counts[monitor.condition] += 1;
      if (monitor.maintenance_mode) counts.maintenance += 1;
      const kept = snapshot.keptMonitors.get(uuid);
      monitors.set(uuid, { monitor, seenAt: kept?.seenAt ?? at });
      if (kept !== undefined) continue;
      const from = before && lastSeen(before, uuid);
      if (from !== null) missed.set(uuid, { from, to: at });
      if (before !== null) changes.push(...changesOf(monitor, before, crawl));
      addMonitor(openSlot, monitor, times);
    }
  }
  for await (const batch of inBatches(before?.monitors ?? [], BATCH_MONITORS)) {
    for (const [uuid, { monitor, seenAt }] of batch) {
      if (monitors.has(uuid)) continue;
      const interval = { from: Math.min(seenAt, at), to: until };
      changes.push({ kind: 'removed', ...interval, monitor, edits: null, before: monitor.condition });
    }
  }
  changes.sort((a, b) => a.to - b.to);
  const isComplete = snapshot.missing === null;
  // A complete crawl that misses a monitor for the first time may have missed others, too. The next complete crawl finds those.
  // If monitors come and go all the time, every crawl misses one for the first time.
  let completeAt = before?.completeAt ?? null;
  if (isComplete && snapshot.keptMonitors.size === 0) completeAt = at;
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
  const { beganAt = snapshot.asOf, readUntil = snapshot.asOf, missing, keptMonitors } = snapshot;
  const isComplete = missing === null && keptMonitors.size === 0;
  const own = {
    at: beganAt,
    until: Math.max(readUntil, recorded?.until ?? 0),
    completeAt: isComplete ? beganAt : null,
  };
  const { at, until, completeAt } = recorded?.snapshot === snapshot.id ? recorded : own;
  const seen = snapshot.monitors.map((monitor): [string, SeenMonitor] => {
    const { monitor_uuid: uuid } = monitor;
    return [uuid, { monitor, seenAt: keptMonitors.get(uuid)?.seenAt ?? at }];
  });
  return { at, until, completeAt, isComplete: false, monitors: new Map(seen) };
}

/** A difference between two crawls of a monitor. It happened after `from` and by `to`, epoch ms. */
export interface ObservedChange {
  kind: ChangeKind;
  from: number;
  to: number;
  /** The monitor after the change; a removed monitor as it was last seen. */
  monitor: InventoryMonitor;
  /** Only for `edited`. */
  edits: Edits | null;
  /** The condition that the change ended; absent: none. */
  before?: Condition | undefined;
}

type Interval = Pick<ObservedChange, 'from' | 'to'>;
/** `updatedByChecks`: whether `updated_at` moves with the checks. `clockError` is the result of `clockErrorOf`. */
type Times = Pick<CrawlTimes, 'at' | 'until'> & { updatedByChecks: boolean; clockError: number };

/** Returns the changes of one monitor that was read. Those of its condition are in the order in which they happened. */
export function changesOf(monitor: InventoryMonitor, previous: Observation, crawl: Times): ObservedChange[] {
  const seen = previous.monitors.get(monitor.monitor_uuid);
  const change = (kind: ChangeKind, { from, to }: Interval): ObservedChange => ({
    kind,
    from,
    to,
    monitor,
    edits: null,
  });
  if (seen === undefined) {
    if (previous.completeAt === null) return [];
    const added = change('added', { from: Math.min(previous.completeAt, crawl.at), to: crawl.until });
    return monitor.condition === 'down' ? [added, { ...added, kind: 'down' }] : [added];
  }
  const before = seen.monitor;
  if (before === monitor) return [];
  const interval = { from: Math.min(seen.seenAt, crawl.at), to: crawl.until };
  const changes: ObservedChange[] = [];
  // Unknown counts as not in maintenance, as in the list.
  if ((before.maintenance_mode === true) !== (monitor.maintenance_mode === true)) {
    changes.push(change(monitor.maintenance_mode ? 'maintenance_on' : 'maintenance_off', interval));
  }
  const settings = editedSettings(before, monitor);
  const edits = editsOf(before, monitor, settings, crawl.updatedByChecks);
  if (edits !== null) {
    // Settings are perhaps read only after the crawl that showed the modification.
    const modifiedAt = Object.keys(settings).length > 0 ? monitor.updated_at : null;
    const from = modifiedAt === null ? interval.from : Math.min(interval.from, Date.parse(modifiedAt) - 1);
    const ended = edits[DELETED_CHECKS] && before.condition;
    changes.push({ ...change('edited', { from, to: interval.to }), edits, before: ended });
  }
  const ofCondition = conditionInterval(monitor, interval, previous.until, crawl.clockError);
  const steps = conditionSteps(before, monitor);
  // With two steps at once, nobody knows how long the condition between them lasted.
  return [...changes, ...steps.map((kind) => ({ ...change(kind, ofCondition), before: before.condition }))];
}

/**
 * Returns the interval in which the condition began according to the list. The order of the changes stays the same when a clock
 * was set meanwhile.
 */
function conditionInterval(
  { changed_after, changed_at }: InventoryMonitor,
  crawl: Interval,
  previousUntil: number,
  clockError: number,
): Interval {
  if (changed_after === null || changed_at === null) return crawl;
  const to = Math.min(Math.max(Date.parse(changed_at) - clockError, previousUntil + 1), crawl.to);
  return { from: Math.min(Date.parse(changed_after) - clockError, to), to };
}

const stepsToUp: Record<Exclude<Condition, 'up'>, ChangeKind> = {
  down: 'recovered',
  overdue: 'reporting_again',
  unknown: 'reporting_again',
  pending: 'first_check',
  inactive: 'activated',
};

/**
 * Returns the changes that lead from one condition to another, in order. No change leads to `pending`: deleted checks are an edit
 * of the monitor.
 */
function conditionSteps(
  { condition: before }: Pick<InventoryMonitor, 'condition'>,
  { condition: after, last_status }: Pick<InventoryMonitor, 'condition' | 'last_status'>,
): ChangeKind[] {
  if (before === after) return [];
  const activation: ChangeKind[] = before === 'inactive' ? ['activated'] : [];
  switch (after) {
    case 'inactive':
      return ['deactivated'];
    case 'pending':
      return activation;
    case 'down':
      return [...activation, 'down'];
    case 'unknown':
      return [...activation, 'status_unknown'];
    case 'overdue':
      // The overdue monitor's last check was up: it recovered, and was not checked again.
      return before === 'down' && last_status === 'up'
        ? ['recovered', 'overdue']
        : [...activation, 'overdue'];
    case 'up':
      return before === 'up' ? [] : [stepsToUp[before]];
  }
}

/** The settings in the list whose changes are edits. */
const listed = ['name', 'type', 'target', 'port', 'interval', 'regions'] as const;

/** The name of the edit that deletes the checks. It ends the condition. */
export const DELETED_CHECKS = 'checks' satisfies EditedField;

/** Returns the edits of settings that the list of the API omits. Both values must be known. */
function editedSettings(before: InventoryMonitor, after: InventoryMonitor): Edits {
  const edited = settingNames.filter(
    (name) => before[name] !== undefined && after[name] !== undefined && !isSame(before[name], after[name]),
  );
  return Object.fromEntries(edited.map((name) => [name, { before: before[name], after: after[name] }]));
}

/**
 * Returns the edited settings of a monitor between two crawls; null: none, as far as both crawls show. The result is empty when
 * only `updated_at` has changed, and its settings are not known. Otherwise the edit is found when they are read again.
 *
 * @param settings the edits of settings that the list of the API omits
 */
function editsOf(
  before: InventoryMonitor,
  after: InventoryMonitor,
  settings: Edits,
  updatedByChecks: boolean,
): Edits | null {
  const edits = { ...settings };
  const areKnown = (name: string) =>
    !before.unknown_fields.includes(name) && !after.unknown_fields.includes(name);
  for (const name of listed) {
    if (!areKnown(name) || isSame(before[name], after[name])) continue;
    edits[name] = { before: before[name], after: after[name] };
  }
  if (after.condition === 'pending' && before.condition !== 'pending' && before.condition !== 'inactive') {
    edits[DELETED_CHECKS] = { before: before.last_status, after: after.last_status };
  }
  if (Object.keys(edits).length > 0) return edits;
  const isExplained =
    before.updated_at === after.updated_at ||
    areSettingsKnown(before) ||
    updatedByChecks ||
    !areKnown('updated_at') ||
    before.is_active !== after.is_active ||
    before.maintenance_mode !== after.maintenance_mode;
  return isExplained ? null : {};
}

/** Compares lists without regard to the order of their elements. */
function isSame(a: unknown, b: unknown): boolean {
  const text = (value: unknown) => JSON.stringify(Array.isArray(value) ? value.toSorted() : value);
  return text(a) === text(b);
}
