import 'server-only';
import type { DownSummary } from '../../../contract/responses.ts';
import { countValues, type FacetColumns, NO_MATCH } from './facets.ts';

/** Minimum number of monitors that are down for reporting common values. */
const MIN_DOWN = 5;
/** Minimum share of the monitors that are down which have the value. */
const MIN_SHARE = 0.5;
/** Minimum ratio of that share to the share of all monitors, because otherwise the value does not explain the outage. */
const MIN_LIFT = 1.25;

/**
 * Returns the most common region and type of the monitors that are down, and how many of them are in maintenance. Null when
 * fewer than five are down and none is in maintenance. The filter of the condition does not apply.
 *
 * @param matchOfRow how each row matches the query
 */
export function summarizeDown(columns: FacetColumns, matchOfRow: Uint8Array): DownSummary | null {
  const { keyOfRow, valuesOfKey } = columns.condition;
  const downKey = valuesOfKey.findIndex(([condition]) => condition === 'down');
  const downOnly = matchOfRow.map((match, row) => (keyOfRow[row] === downKey ? match : NO_MATCH));
  const count = (facet: keyof FacetColumns, matches: Uint8Array) =>
    countValues(columns[facet], matches, 'condition');
  const conditions = count('condition', matchOfRow);
  const down = conditions.get('down') ?? 0;
  const all = conditions.values().reduce((sum, rows) => sum + rows, 0);
  const maintenance = count('maintenance_mode', downOnly).get('true') ?? 0;
  if (down < MIN_DOWN) return maintenance === 0 ? null : { down, maintenance, region: null, type: null };

  /** The most common value of the monitors that are down, if it is significant; of equal counts the first by name. */
  function mostCommon(facet: 'region' | 'type'): DownSummary['region'] {
    const [most] = [...count(facet, downOnly)].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
    if (!most) return null;
    const [value, rows] = most;
    const share = rows / down;
    const shareOfAll = (count(facet, matchOfRow).get(value) ?? 0) / all;
    return share < MIN_SHARE || share < MIN_LIFT * shareOfAll ? null : { value, count: rows };
  }
  return { down, maintenance, region: mostCommon('region'), type: mostCommon('type') };
}
