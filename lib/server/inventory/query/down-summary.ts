import 'server-only';
import type { DownSummary } from '../../../contract/responses.ts';
import type { Profiles } from './facet-profiles.ts';
import { passesOthers } from './facets.ts';

/** Minimum number of monitors that are down for reporting common values. */
const MIN_DOWN = 5;
/** Minimum share of the monitors that are down which have the value. */
const MIN_SHARE = 0.5;
/** Minimum ratio of that share to the share of all monitors, because otherwise the value does not explain the outage. */
const MIN_LIFT = 1.25;

type Counts = Map<string, { down: number; all: number }>;

/**
 * Returns the most common region and type of the monitors that are down, under all filters of a query except the one of
 * the condition, and how many of them are in maintenance. Null when fewer than five are down and none is in maintenance.
 *
 * @param rows number of rows of each profile that match the search
 * @param failed the result of `failedFacets`
 */
export function summarizeDown({ all }: Profiles, rows: Uint32Array, failed: Uint8Array): DownSummary | null {
  const total = { down: 0, all: 0 };
  const regions: Counts = new Map();
  const types: Counts = new Map();
  let maintenance = 0;
  for (const [number, profile] of all.entries()) {
    const count = rows[number] ?? 0;
    if (count === 0 || !passesOthers(failed[number] ?? 0, 'condition')) continue;
    const isDown = profile.condition[0] === 'down';
    const add = (to: { down: number; all: number }) => {
      to.all += count;
      if (isDown) to.down += count;
    };
    add(total);
    for (const value of profile.region) add(entryOf(regions, value));
    for (const value of profile.type) add(entryOf(types, value));
    if (isDown && profile.maintenance_mode[0] === 'true') maintenance += count;
  }
  const hasEnough = total.down >= MIN_DOWN;
  if (!hasEnough && maintenance === 0) return null;
  return {
    down: total.down,
    maintenance,
    region: hasEnough ? mostCommon(regions, total) : null,
    type: hasEnough ? mostCommon(types, total) : null,
  };
}

function entryOf(counts: Counts, value: string): { down: number; all: number } {
  const entry = counts.get(value) ?? { down: 0, all: 0 };
  counts.set(value, entry);
  return entry;
}

/** The most common value of the monitors that are down, if it is significant; of equal counts the first by name. */
function mostCommon(counts: Counts, total: { down: number; all: number }): DownSummary['region'] {
  const [most] = [...counts].sort(([a, x], [b, y]) => y.down - x.down || (a < b ? -1 : 1));
  if (!most) return null;
  const [value, { down, all }] = most;
  const share = down / total.down;
  if (share < MIN_SHARE || share < (MIN_LIFT * all) / total.all) return null;
  return { value, count: down };
}
