import 'server-only';
import type { DownSummary } from '../../../contract/responses.ts';
import type { InventoryMonitor } from '../snapshot/snapshot.ts';

/** Minimum number of monitors that are down for reporting common values. */
const MIN_DOWN = 5;
/** Minimum share of the monitors that are down which have the value. */
const MIN_SHARE = 0.5;
/** Minimum ratio of that share to the share of all monitors, because otherwise the value does not explain the outage. */
const MIN_LIFT = 1.25;

/**
 * Returns the most common region and type of the monitors that are down, and how many of them are in maintenance. Null when
 * fewer than five are down and none is in maintenance.
 *
 * @param monitors those that match all filters of a query but that of the condition
 */
export function summarizeDown(monitors: readonly InventoryMonitor[]): DownSummary | null {
  const down = monitors.filter(({ condition }) => condition === 'down');
  const maintenance = down.filter((monitor) => monitor.maintenance_mode === true).length;

  /** The most common value of the monitors that are down, if it is significant; of equal counts the first by name. */
  function mostCommon(valuesOf: (monitor: InventoryMonitor) => readonly string[]): DownSummary['region'] {
    const counts = new Map<string, number>();
    for (const monitor of down)
      for (const value of new Set(valuesOf(monitor))) counts.set(value, (counts.get(value) ?? 0) + 1);
    const [most] = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
    if (!most) return null;
    const [value, count] = most;
    const share = count / down.length;
    if (share < MIN_SHARE) return null;
    const shareOfAll = monitors.filter((one) => valuesOf(one).includes(value)).length / monitors.length;
    return share < MIN_LIFT * shareOfAll ? null : { value, count };
  }

  const isFew = down.length < MIN_DOWN;
  if (isFew && maintenance === 0) return null;
  return {
    ...{ down: down.length, maintenance },
    region: isFew ? null : mostCommon(({ regions }) => regions),
    type: isFew ? null : mostCommon(({ type }) => [type]),
  };
}
