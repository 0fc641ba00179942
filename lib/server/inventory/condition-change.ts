import 'server-only';
import type { ListedMonitor } from '@/lib/contract/monitor';

type Changed = Pick<ListedMonitor, 'condition' | 'observed_since'>;
type ChangeTimes = Pick<ListedMonitor, 'changed_at' | 'changed_after'>;

const notObserved: ChangeTimes = { changed_at: null, changed_after: null };

/**
 * Returns between which times the present condition began, if its beginning was observed. While it does not change, they are
 * those of `before`.
 *
 * @param lastSeen when `before` was read, epoch ms; null: unknown
 */
export function conditionChange(
  { condition, observed_since }: Changed,
  before: (Changed & ChangeTimes & Pick<ListedMonitor, 'last_check_at'>) | undefined,
  lastSeen: number | null,
): ChangeTimes {
  if (before === undefined) return notObserved;
  if (before.condition === condition) {
    return { changed_at: before.changed_at, changed_after: before.changed_after };
  }
  if (lastSeen === null) return notObserved;
  const began = Date.parse(observed_since);
  // The result of the check arrived after the last reading: the condition began after the check before.
  const check = before.last_check_at === null ? began : Date.parse(before.last_check_at);
  const after = lastSeen <= began ? lastSeen : Math.min(check, began);
  return { changed_at: observed_since, changed_after: new Date(after).toISOString() };
}

/** So many changes within the hour, or more, are flapping. */
const FLAPPING_CHANGES = 4;
const HOUR_MS = 3_600_000;
/** Maximum number of remembered changes: more do not matter. */
const REMEMBERED = 8;
const none: readonly number[] = [];

/**
 * Returns the times of the changes in the hour before a reading, the oldest first.
 *
 * @param changedAt the time of one more change, ISO 8601; null: none
 * @param asOf the time of the reading, epoch ms
 */
export function recentChangesOf(
  earlier: readonly number[] | undefined,
  changedAt: string | null,
  asOf: number,
): readonly number[] {
  if (earlier === undefined && changedAt === null) return none;
  const all = [...(earlier ?? none), ...(changedAt === null ? [] : [Date.parse(changedAt)])];
  return all.filter((at) => at > asOf - HOUR_MS).slice(-REMEMBERED);
}

/** Whether a condition changes too often to be trusted. @param recent the changes of the last hour */
export function isFlapping(recent: readonly number[]): boolean {
  return recent.length >= FLAPPING_CHANGES;
}
