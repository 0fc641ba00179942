import 'server-only';
import type { DownSummary } from '../../contract/responses.ts';
import type { Profiles } from './facet-profiles.ts';
import { passesOthers } from './facets.ts';

/** Of fewer, nothing that they have in common is said. */
const FEWEST = 5;
/** A value is said when at least this share of those that are down has it, */
const SMALLEST_SHARE = 0.5;
/** and this many times the share of all monitors that has it: else it tells of the fleet and not of the outage. */
const SMALLEST_LIFT = 1.25;

type Counts = Map<string, { down: number; all: number }>;

/**
 * What the monitors that are down have in common, under all filters of a query but that of the condition, and how many
 * of them are in maintenance. Null when fewer than five are down and none of them is.
 *
 * @param rows for each profile how many rows pass the search
 * @param failed what `failedFacets` says
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
  const isMany = total.down >= FEWEST;
  if (!isMany && maintenance === 0) return null;
  return {
    down: total.down,
    maintenance,
    region: isMany ? inCommon(regions, total) : null,
    type: isMany ? inCommon(types, total) : null,
  };
}

function entryOf(counts: Counts, value: string): { down: number; all: number } {
  const entry = counts.get(value) ?? { down: 0, all: 0 };
  counts.set(value, entry);
  return entry;
}

/** The value that most of those down have, if it says something of them; of equal ones the first by name. */
function inCommon(counts: Counts, total: { down: number; all: number }): DownSummary['region'] {
  const [most] = [...counts].sort(([a, x], [b, y]) => y.down - x.down || (a < b ? -1 : 1));
  if (!most) return null;
  const [value, { down, all }] = most;
  const share = down / total.down;
  if (share < SMALLEST_SHARE || share < (SMALLEST_LIFT * all) / total.all) return null;
  return { value, count: down };
}
