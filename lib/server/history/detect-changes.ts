import 'server-only';
import type { ChangeKind } from '../../contract/change-kinds.ts';
import type { EditedField, Edits } from '../../contract/changes.ts';
import type { Condition } from '../../contract/conditions.ts';
import { settingNames } from '../inventory/snapshot/settings.ts';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';
import type { CrawlTimes, Observation, SeenMonitor } from './compare-crawl.ts';

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
  /** Whether its edits belong to a change that is already recorded: the settings were read only after it. */
  completes?: boolean;
}

type Interval = Pick<ObservedChange, 'from' | 'to'>;
/** `updatedByChecks`: whether `updated_at` moves with the checks. */
type Times = Pick<CrawlTimes, 'at' | 'until'> & { updatedByChecks: boolean };

/** Returns the changes of one monitor that was read. Those of its condition are in the order in which they happened. */
export function changesOf(monitor: InventoryMonitor, previous: Observation, crawl: Times): ObservedChange[] {
  const seen = previous.monitors.get(monitor.monitor_uuid);
  const change = (kind: ChangeKind, interval: Interval, edits: Edits | null = null) => ({
    ...{ kind, monitor, edits },
    ...interval,
  });
  if (seen === undefined) {
    if (previous.completeAt === null) return [];
    const added = change('added', { from: previous.completeAt, to: crawl.until });
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
  const isModified = before.updated_at !== monitor.updated_at;
  const edits = editsOf(before, monitor, isModified ? settings : {}, crawl.updatedByChecks);
  if (edits !== null) {
    const ended = edits[DELETED_CHECKS] && before.condition;
    changes.push({ ...change('edited', interval, edits), before: ended });
  }
  // The settings were read after the crawl that showed the modification.
  if (!isModified && monitor.updated_at !== null && Object.keys(settings).length > 0) {
    const from = Math.min(interval.from, Date.parse(monitor.updated_at) - 1);
    changes.push({ ...change('edited', { ...interval, from }, settings), completes: true });
  }
  const ofCondition = conditionInterval(monitor, interval, previous.until);
  const steps = conditionSteps(before, monitor);
  // With two steps at once, nobody knows how long the condition between them lasted.
  return [...changes, ...steps.map((kind) => ({ ...change(kind, ofCondition), before: before.condition }))];
}

/** Returns the change of a monitor that does not exist any more. */
export function removalOf(
  { monitor, seenAt }: SeenMonitor,
  { at, until }: Pick<Times, 'at' | 'until'>,
): ObservedChange {
  const before = monitor.condition;
  return { kind: 'removed', from: Math.min(seenAt, at), to: until, monitor, edits: null, before };
}

/**
 * Returns the interval in which the condition began according to the list. The order of the changes stays the same when a clock
 * was set meanwhile.
 */
function conditionInterval(
  { changed_after, changed_at }: InventoryMonitor,
  crawl: Interval,
  previousUntil: number,
): Interval {
  if (changed_after === null || changed_at === null) return crawl;
  const to = Math.min(Math.max(Date.parse(changed_at), previousUntil + 1), crawl.to);
  return { from: Math.min(Date.parse(changed_after), to), to };
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
 * only `updated_at` has changed: then the edited setting is not known yet.
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
