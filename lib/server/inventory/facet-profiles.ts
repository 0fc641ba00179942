import 'server-only';
import { conditions } from '../../contract/conditions.ts';
import type { InventoryCounts } from '../../contract/responses.ts';
import type { InventoryMonitor } from './compact-row.ts';

/** What can be filtered by value, and counted. */
export const facetNames = ['condition', 'type', 'is_active', 'region', 'maintenance_mode'] as const;
export type FacetName = (typeof facetNames)[number];

/** The values of each facet that a monitor has: one, but for regions. Few differ, so that most monitors share one. */
type Profile = Readonly<Record<FacetName, readonly string[]>>;

/** Which profile each row has. Filters and counts then deal with some hundred profiles instead of all rows. */
export interface Profiles {
  /** For each row its profile's number, a position in `all`. */
  numberOf: Uint32Array;
  all: readonly Profile[];
  /** For each profile how many rows have it. */
  rows: Uint32Array;
  /** The values that occur; all conditions, and both states of a flag, even if they do not. In a settled order. */
  values: Profile;
}

export function profilesOf(monitors: readonly InventoryMonitor[]): Profiles {
  const numberOf = new Uint32Array(monitors.length);
  const all: Profile[] = [];
  const rows: number[] = [];
  const numbers = new Map<string, Map<string, number[]>>();
  for (const [row, monitor] of monitors.entries()) {
    const variants = variantsOf(numbers, monitor);
    const variant = variantOf(monitor);
    const number = variants[variant] ?? all.push(profileOf(monitor)) - 1;
    variants[variant] = number;
    numberOf[row] = number;
    rows[number] = (rows[number] ?? 0) + 1;
  }
  return { numberOf, all, rows: Uint32Array.from(rows), values: valuesOf(all) };
}

/** How many rows are in each condition, and in maintenance, under no filter. */
export function countAll({ all, rows }: Profiles): InventoryCounts {
  const counts: InventoryCounts = {
    condition: { down: 0, overdue: 0, pending: 0, up: 0, inactive: 0 },
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
  };
}

/** The numbers of the profiles with the monitor's type and regions, by variant; without making a key of both texts. */
function variantsOf(
  numbers: Map<string, Map<string, number[]>>,
  { type, regions }: InventoryMonitor,
): number[] {
  const [only = '['] = regions;
  const list = regions.length === 1 && !only.startsWith('[') ? only : JSON.stringify(regions);
  const ofType = numbers.get(type) ?? new Map<string, number[]>();
  const variants = ofType.get(list) ?? [];
  numbers.set(type, ofType.set(list, variants));
  return variants;
}

/** A small number for what else of the monitor makes its profile. */
function variantOf({ condition, is_active, maintenance_mode }: InventoryMonitor): number {
  return conditions.indexOf(condition) * 4 + (is_active ? 2 : 0) + (maintenance_mode ? 1 : 0);
}

function profileOf(monitor: InventoryMonitor): Profile {
  return {
    condition: [monitor.condition],
    type: [monitor.type],
    is_active: [String(monitor.is_active)],
    region: [...new Set(monitor.regions)],
    maintenance_mode: [String(monitor.maintenance_mode)],
  };
}
