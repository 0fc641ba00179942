import 'server-only';
import type { ListedMonitor } from '@/lib/contract/monitor';

type Changed = Pick<ListedMonitor, 'condition' | 'observed_since'>;
type ChangeTimes = Pick<ListedMonitor, 'changed_at' | 'changed_after'>;

const notObserved: ChangeTimes = { changed_at: null, changed_after: null };

/**
 * Returns the two times between which the present condition began; nulls if its beginning was not observed. While the
 * condition does not change, they stay the same. The observed history has the same times.
 *
 * `changed_after`: the last crawl that showed the old condition, or the check before it if the new check ran before that
 * crawl. `changed_at`: the check or the crawl that showed the new condition. It is always later than the last crawl, so
 * that a search for changes after that crawl finds it.
 *
 * @param times.lastSeen when the last crawl that showed `before` began, epoch ms
 * @param times.lastUntil when the last crawl ended, epoch ms
 * @param times.clockAhead how far our clock is ahead of upstream's, ms
 */
export function conditionChange(
  { condition, observed_since }: Changed,
  before: (Changed & ChangeTimes & Pick<ListedMonitor, 'last_check_at' | 'interval'>) | undefined,
  { lastSeen, lastUntil, clockAhead }: { lastSeen: number; lastUntil: number; clockAhead: number },
): ChangeTimes {
  if (before === undefined) return notObserved;
  if (before.condition === condition) {
    return { changed_at: before.changed_at, changed_after: before.changed_after };
  }
  const began = Date.parse(observed_since);
  const check = before.last_check_at === null ? began : Date.parse(before.last_check_at) + clockAhead;
  // The clocks may differ by a little, so the check before is also assumed to be at least one interval earlier.
  const after = lastSeen <= began ? lastSeen : Math.min(check, began - (before.interval ?? 0) * 1000);
  return {
    changed_at: new Date(Math.max(began, lastUntil + 1)).toISOString(),
    changed_after: new Date(after).toISOString(),
  };
}

/** So many changes within the hour, or more, are flapping. */
const FLAPPING_CHANGES = 4;
const HOUR_MS = 3_600_000;
/** Maximum number of remembered changes: more do not matter. */
const REMEMBERED = 8;
const none: readonly number[] = [];

/**
 * Returns the times of the changes in the hour before a crawl, the oldest first.
 *
 * @param changedAt the time of one more change, ISO 8601; null: none
 * @param asOf the time of the crawl, epoch ms
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
