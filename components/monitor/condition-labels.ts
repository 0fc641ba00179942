import { isSinceReported } from '@/lib/contract/conditions';
import type { ListedMonitor } from '@/lib/contract/monitor';
import { conditionLabel } from '@/lib/text/condition-label';
import { formatAge, formatDurationRange } from '@/lib/text/format';

/** The label of a past condition: "Was down". */
export function pastConditionLabel(monitor: Pick<ListedMonitor, 'condition' | 'last_status'>): string {
  const label = conditionLabel(monitor);
  return `Was ${label.charAt(0).toLowerCase()}${label.slice(1)}`;
}

/**
 * How long a condition has lasted, as far as known: "18–20 min" if its beginning was observed; "21 min" where the API tells the beginning; otherwise "over 2 h" since it was first seen, and in the
 * first minute "just added" or "just seen".
 *
 * @param now epoch ms
 */
export function conditionAge(
  monitor: Pick<ListedMonitor, 'condition' | 'created_at' | 'observed_since' | 'changed_after'>,
  now: number,
): string {
  const seconds = secondsSince(monitor.observed_since, now);
  if (isSinceReported(monitor)) return formatAge(seconds);
  if (monitor.changed_after !== null) {
    return formatDurationRange({ least: seconds, most: secondsSince(monitor.changed_after, now) });
  }
  if (seconds >= 60) return `over ${formatAge(seconds)}`;
  const { created_at: created } = monitor;
  return created !== null && secondsSince(created, now) < JUST_ADDED_S ? 'just added' : 'just seen';
}

/** A monitor that was created longer ago is not "just added", seconds. */
const JUST_ADDED_S = 600;

/** @param iso ISO 8601; @param now epoch ms */
export function secondsSince(iso: string, now: number): number {
  return (now - Date.parse(iso)) / 1000;
}

/** The meaning of `maintenance_mode`; the API specification has two definitions, which this combines. */
export const maintenanceMeaning = 'Alerts are off; checks may be paused.';
