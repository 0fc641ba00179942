import 'server-only';
import type { DownSummary } from '../../../contract/responses.ts';
import type { InventoryMonitor } from '../snapshot/snapshot.ts';

/** Minimum number of monitors that are down for reporting common values. */
const MIN_DOWN = 5;
/** Minimum share of the monitors that are down which have the value. */
const MIN_SHARE = 0.5;
/** Minimum ratio of that share to the share of all monitors, because otherwise the value does not explain the outage. */
const MIN_LIFT = 1.5;

/**
 * Returns what most of the monitors that are down have in common, and clearly more often than all monitors. Null when fewer than
 * five are down.
 *
 * @param monitors those that match all filters of a query but that of the condition
 */
export function summarizeDown(monitors: readonly InventoryMonitor[]): DownSummary | null {
  const down = monitors.filter(({ condition }) => condition === 'down');
  if (down.length < MIN_DOWN) return null;

  /** The number of the monitors that are down which have a property; null when it is no surplus. */
  function surplus(has: (monitor: InventoryMonitor) => boolean): number | null {
    const count = down.filter(has).length;
    const share = count / down.length;
    if (share < MIN_SHARE) return null;
    return share < MIN_LIFT * (monitors.filter(has).length / monitors.length) ? null : count;
  }

  /** The most common value of the monitors that are down, if it is significant; of equal counts the first by name. */
  function mostCommon(valuesOf: (monitor: InventoryMonitor) => readonly string[]): DownSummary['region'] {
    const counts = new Map<string, number>();
    for (const monitor of down)
      for (const value of new Set(valuesOf(monitor))) counts.set(value, (counts.get(value) ?? 0) + 1);
    const [most] = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
    if (!most) return null;
    const count = surplus((monitor) => valuesOf(monitor).includes(most[0]));
    return count === null ? null : { value: most[0], count };
  }

  return {
    down: down.length,
    maintenance: surplus(({ maintenance_mode }) => maintenance_mode === true),
    region: mostCommon(({ regions }) => regions),
    type: mostCommon(({ type }) => [type]),
  };
}
