import 'server-only';
import { conditions } from '../../../contract/conditions.ts';
import type { InventoryCounts } from '../../../contract/responses.ts';
import type { InventoryMonitor } from '../snapshot/compact-row.ts';

/** The fields that can be filtered by value and counted. */
export const facetNames = [
  'condition',
  'type',
  'is_active',
  'region',
  'maintenance_mode',
  'flapping',
] as const;
export type FacetName = (typeof facetNames)[number];

/** The facet values of a monitor: one per facet, except regions. Most monitors share one of few profiles. */
export type Profile = Readonly<Record<FacetName, readonly string[]>>;

/** The profiles of all rows. Filters and counts process some hundred profiles instead of all rows. */
export interface Profiles {
  /** The profile of each row, as an index of `all`. */
  profileOfRow: Uint32Array;
  all: readonly Profile[];
  /** Number of rows of each profile. */
  rows: Uint32Array;
  /** The occurring values, sorted, and all conditions and both states of flags, even if they do not occur. */
  values: Profile;
}

/** Builds the profiles of a list of rows. */
export function profilesOf(monitors: readonly InventoryMonitor[]): Profiles {
  const profileOfRow = new Uint32Array(monitors.length);
  const all: Profile[] = [];
  const rows: number[] = [];
  const numbers = new Map<string, Map<string, number[]>>();
  for (const [row, monitor] of monitors.entries()) {
    const variants = variantsOf(numbers, monitor);
    const variant = variantOf(monitor);
    const number = variants[variant] ?? all.push(buildProfile(monitor)) - 1;
    variants[variant] = number;
    profileOfRow[row] = number;
    rows[number] = (rows[number] ?? 0) + 1;
  }
  return { profileOfRow, all, rows: Uint32Array.from(rows), values: valuesOf(all) };
}

/** Returns the unfiltered number of rows per condition and in maintenance. */
export function countAll({ all, rows }: Profiles): InventoryCounts {
  const counts: InventoryCounts = {
    condition: { down: 0, overdue: 0, unknown: 0, pending: 0, up: 0, inactive: 0 },
    maintenance: 0,
  };
  for (const [number, { condition, maintenance_mode }] of all.entries()) {
    const count = rows[number] ?? 0;
    const name = conditions.find((candidate) => candidate === condition[0]);
    if (name) counts.condition[name] += count;
    if (maintenance_mode[0] === 'true') counts.maintenance += count;
  }
  return counts;
}

function valuesOf(profiles: readonly Profile[]): Profile {
  const occurring = (name: FacetName) => [...new Set(profiles.flatMap((profile) => profile[name]))].sort();
  const flag = ['true', 'false'];
  return {
    condition: conditions,
    type: occurring('type'),
    is_active: flag,
    region: occurring('region'),
    maintenance_mode: flag,
    flapping: flag,
  };
}

/**
 * The profiles with the monitor's type and regions, by `variantOf`. Nested maps avoid concatenating both texts to a key.
 */
function variantsOf(
  numbers: Map<string, Map<string, number[]>>,
  { type, regions }: InventoryMonitor,
): number[] {
  const [singleRegion = '['] = regions;
  const list = regions.length === 1 && !singleRegion.startsWith('[') ? singleRegion : JSON.stringify(regions);
  const listsOfType = numbers.get(type) ?? new Map<string, number[]>();
  const variants = listsOfType.get(list) ?? [];
  numbers.set(type, listsOfType.set(list, variants));
  return variants;
}

/** A number below 48 that encodes the other facets of the monitor. */
function variantOf({ condition, is_active, maintenance_mode, flapping }: InventoryMonitor): number {
  const flags = (flapping ? 4 : 0) + (is_active === false ? 0 : 2) + (maintenance_mode ? 1 : 0);
  return conditions.indexOf(condition) * 8 + flags;
}

function buildProfile(monitor: InventoryMonitor): Profile {
  return {
    condition: [monitor.condition],
    type: [monitor.type],
    // Unknown counts as active, as in the condition, and as not in maintenance.
    is_active: [String(monitor.is_active !== false)],
    region: [...new Set(monitor.regions)],
    maintenance_mode: [String(monitor.maintenance_mode === true)],
    flapping: [String(monitor.flapping)],
  };
}
