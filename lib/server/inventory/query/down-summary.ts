import 'server-only';
import type { DownSummary } from '../../../contract/responses.ts';
import { countValues, type FacetColumns } from './facets.ts';

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
 * @param isSelected whether a row matches the query, except possibly the filter of the condition
 */
export function summarizeDown(
  columns: FacetColumns,
  isSelected: (row: number) => boolean,
): DownSummary | null {
  const { keyOfRow, valuesOfKey } = columns.condition;
  const downKey = valuesOfKey.findIndex(([condition]) => condition === 'down');
  const isDown = (row: number) => keyOfRow[row] === downKey && isSelected(row);
  const selected = [...countValues(columns.condition, isSelected)];
  const down = selected.find(([condition]) => condition === 'down')?.[1] ?? 0;
  const all = selected.reduce((sum, [, count]) => sum + count, 0);
  const maintenance = countValues(columns.maintenance_mode, isDown).get('true') ?? 0;
  if (down < MIN_DOWN) return maintenance === 0 ? null : { down, maintenance, region: null, type: null };

  /** The most common value of the monitors that are down, if it is significant; of equal counts the first by name. */
  function mostCommon(facet: 'region' | 'type'): DownSummary['region'] {
    const counts = [...countValues(columns[facet], isDown)];
    const [most] = counts.sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
    if (!most) return null;
    const [value, count] = most;
    const share = count / down;
    const shareOfAll = (countValues(columns[facet], isSelected).get(value) ?? 0) / all;
    return share < MIN_SHARE || share < MIN_LIFT * shareOfAll ? null : { value, count };
  }
  return { down, maintenance, region: mostCommon('region'), type: mostCommon('type') };
}
