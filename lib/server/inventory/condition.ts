import 'server-only';
import type { Condition, ListedMonitor, ListFields } from '@/lib/contract/monitor';
import { isCheckLate } from '../../contract/conditions.ts';

/**
 * The condition of a monitor as of the moment it was read; the first rule that holds decides.
 * A pure function of the reading, so that an old snapshot never becomes overdue by ageing.
 *
 * @param upstreamNow upstream's own clock at the reading, epoch milliseconds
 */
export function conditionOf(
  monitor: Pick<ListFields, 'is_active' | 'last_status' | 'last_check_at' | 'interval'>,
  upstreamNow: number,
): Condition {
  if (!monitor.is_active) return 'inactive';
  if (monitor.last_status === 'down') return 'down';
  if (monitor.last_check_at === null) return 'pending';
  const age = upstreamNow - Date.parse(monitor.last_check_at);
  return isCheckLate(age, monitor.interval) ? 'overdue' : 'up';
}

/** One reading of a monitor, by two clocks: ours (`asOf`) and upstream's own (`upstreamNow`), epoch milliseconds. */
export interface MonitorReading {
  monitor: ListFields;
  asOf: number;
  upstreamNow: number;
}

/** A monitor as it was known before a reading. */
type Before = Pick<ListedMonitor, 'condition' | 'observed_since' | 'last_check_at'>;

/**
 * Since when the condition that a reading shows has been seen, ISO 8601 UTC by our own clock. It lasts from `before` on
 * while the condition is the same. `down` and `up` begin with the check that found the monitor so, however much later
 * that was read; any other condition, and one that no new check brought, begins with the reading.
 *
 * @param condition what `conditionOf` says of the reading
 */
export function observedSince(
  condition: Condition,
  { monitor, asOf, upstreamNow }: MonitorReading,
  before: Before | undefined,
): string {
  if (before?.condition === condition) return before.observed_since;
  const check = monitor.last_check_at;
  const isFoundByCheck = (condition === 'down' || condition === 'up') && check !== null;
  // A check that was read before, in another condition, did not bring this one: the monitor was switched on, say.
  const isNews = isFoundByCheck && check !== before?.last_check_at;
  const since = isNews ? Math.min(asOf, Date.parse(check) + clockDifference(asOf, upstreamNow)) : asOf;
  return new Date(since).toISOString();
}

/** So much our clock may be ahead of what a reading says of upstream's although both are the same, milliseconds. */
const SAME_CLOCK_MS = 2000;

/**
 * How far our clock is ahead of upstream's, milliseconds. What upstream says is cut to whole seconds (the header `Date`)
 * and was on its way: a difference that this explains is none, so that a check keeps the time that is shown of it.
 */
function clockDifference(asOf: number, upstreamNow: number): number {
  const ahead = asOf - upstreamNow;
  return ahead >= 0 && ahead <= SAME_CLOCK_MS ? 0 : ahead;
}
