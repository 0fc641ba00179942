import 'server-only';
import type { Condition, ListedMonitor, ListFields } from '@/lib/contract/monitor';
import { isCheckOverdue } from '../../../contract/overdue.ts';

/**
 * Returns the condition of a monitor at the time of its reading. The first rule that matches applies. It does not depend
 * on the current time, so that the monitors of an old snapshot do not become overdue. A monitor is up only if upstream says
 * so. One whose `is_active` is unknown counts as active.
 *
 * @param upstreamNow time of the reading by upstream's clock, epoch ms
 */
export function conditionOf(
  monitor: Pick<ListFields, 'is_active' | 'last_status' | 'last_check_at' | 'interval' | 'unknown_fields'>,
  upstreamNow: number,
): Condition {
  const { is_active, last_status, last_check_at, interval } = monitor;
  const isOddStatus = last_status !== null && last_status !== 'up';
  if (is_active === false) return 'inactive';
  if (last_status === 'down') return 'down';
  if (last_check_at === null) return isOddStatus || isCheckUnknown(monitor) ? 'unknown' : 'pending';
  if (isCheckOverdue(upstreamNow - Date.parse(last_check_at), interval)) return 'overdue';
  return last_status === 'up' ? 'up' : 'unknown';
}

/** Whether it is not known when the last check ran, nor whether there was one. */
export function isCheckUnknown({ unknown_fields }: Pick<ListFields, 'unknown_fields'>): boolean {
  return unknown_fields.includes('last_check_at');
}

/** One reading of a monitor, with its time by our clock (`asOf`) and by upstream's (`upstreamNow`), epoch ms. */
export interface MonitorReading {
  monitor: ListFields;
  asOf: number;
  upstreamNow: number;
}

/** The state of a monitor before a reading. */
type PreviousState = Pick<ListedMonitor, 'condition' | 'observed_since' | 'last_check_at' | 'unknown_fields'>;

/**
 * Returns since when a monitor is in its condition, as far as known, ISO 8601 UTC. The API reports it for two conditions:
 * `overdue` counts from the last check, `pending` from the creation. For the others, the value of `before` stays while the
 * condition does not change.
 *
 * @param condition the result of `conditionOf` for the reading
 */
export function observedSince(
  condition: Condition,
  reading: MonitorReading,
  before: PreviousState | undefined,
): string {
  const { last_check_at, created_at } = reading.monitor;
  const reported = condition === 'overdue' ? last_check_at : condition === 'pending' ? created_at : null;
  if (reported !== null) return new Date(reported).toISOString();
  if (before?.condition === condition) return before.observed_since;
  return new Date(firstSeen(condition, reading, before)).toISOString();
}

/**
 * Returns when a new condition was first observed, epoch ms by our clock: `down` and `up` with the check that reported them,
 * even if it was read later; other conditions, and changes without a new check, with the reading.
 */
export function firstSeen(
  condition: Condition,
  { monitor, asOf, upstreamNow }: MonitorReading,
  before: PreviousState | undefined,
): number {
  const { last_check_at: check } = monitor;
  if (check === null || (condition !== 'down' && condition !== 'up')) return asOf;
  // A check that was read before did not cause the change: the monitor was reactivated, for example.
  if (before && (check === before.last_check_at || isCheckUnknown(before))) return asOf;
  return Math.min(asOf, Date.parse(check) + clockOffset(asOf, upstreamNow));
}

/** Maximum measured offset of equal clocks. */
const CLOCK_TOLERANCE_MS = 2000;

/**
 * Returns how far our clock is ahead of upstream's, ms. Upstream's time (header `Date`) is truncated to whole seconds and delayed
 * by the network. An offset that this explains is treated as 0, so that `observed_since` equals the displayed time of
 * the check.
 */
export function clockOffset(asOf: number, upstreamNow: number): number {
  const ahead = asOf - upstreamNow;
  return ahead >= 0 && ahead <= CLOCK_TOLERANCE_MS ? 0 : ahead;
}

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
 * @param times.began the result of `firstSeen`
 * @param times.lastSeen when the last crawl that showed `before` began, epoch ms
 * @param times.lastUntil when the last crawl ended, epoch ms
 * @param times.clockAhead how far our clock is ahead of upstream's, ms
 */
export function conditionChange(
  condition: Condition,
  before: (ChangeTimes & Pick<ListedMonitor, 'condition' | 'last_check_at' | 'interval'>) | undefined,
  times: { began: number; lastSeen: number; lastUntil: number; clockAhead: number },
): ChangeTimes {
  const { began, lastSeen, lastUntil, clockAhead } = times;
  if (before === undefined) return notObserved;
  if (before.condition === condition) {
    return { changed_at: before.changed_at, changed_after: before.changed_after };
  }
  const check = before.last_check_at === null ? began : Date.parse(before.last_check_at) + clockAhead;
  // The clocks may differ by a little, so the check before is also assumed to be at least one interval earlier.
  const after = lastSeen <= began ? lastSeen : Math.min(check, began - (before.interval ?? 0) * 1000);
  return {
    changed_at: new Date(Math.max(began, lastUntil + 1)).toISOString(),
    changed_after: new Date(after).toISOString(),
  };
}

const HOUR_MS = 3_600_000;
/** Maximum number of remembered changes: more do not matter. */
const REMEMBERED = 8;

/**
 * Returns the times of the changes in the hour before a crawl, the oldest first.
 *
 * @param changedAt the time of one more change, epoch ms; null: none
 * @param asOf the time of the crawl, epoch ms
 */
export function recentChangesOf(
  earlier: readonly number[],
  changedAt: number | null,
  asOf: number,
): readonly number[] {
  const all = changedAt === null ? earlier : [...earlier, changedAt];
  return all.filter((at) => at > asOf - HOUR_MS).slice(-REMEMBERED);
}
