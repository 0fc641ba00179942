import 'server-only';
import { conditions } from '../../../contract/conditions.ts';
import { recordBy, recordOf } from '../../../contract/documented.ts';
import {
  type FacetName,
  facetNames,
  flagFacets,
  type InventoryFilters,
  isSettingFacet,
  settingFacets,
} from '../../../contract/inventory-query.ts';
import type { MonitorSettings } from '../../../contract/monitor.ts';
import type { FacetsBody, InventoryCounts } from '../../../contract/responses.ts';
import type { InventoryMonitor } from '../snapshot/snapshot.ts';

/** The value of a setting that is not known. */
export const UNKNOWN = 'unknown';

/** The values of a monitor by which each facet filters and counts. */
const valuesOf: Record<FacetName, (monitor: InventoryMonitor) => readonly string[]> = {
  condition: ({ condition }) => [condition],
  type: ({ type }) => [type],
  // Unknown counts as active, as in the condition, and as not in maintenance.
  is_active: ({ is_active }) => [String(is_active !== false)],
  region: ({ regions }) => (regions.length > 1 ? [...new Set(regions)] : regions),
  maintenance_mode: ({ maintenance_mode }) => [String(maintenance_mode === true)],
  flapping: ({ flapping }) => [String(flapping)],
  ...recordBy(settingFacets, (name) => (monitor: InventoryMonitor) => valuesOfSetting(monitor[name])),
};

function valuesOfSetting(value: MonitorSettings[(typeof settingFacets)[number]]): readonly string[] {
  if (value === undefined) return [UNKNOWN];
  if (value === null) return ['default'];
  if (!Array.isArray(value)) return [String(value)];
  return value.length === 0 ? ['none'] : [...new Set(value.map(String))];
}

/** One facet of all monitors. Monitors with equal values share a list, so that a filter judges each list only once. */
export interface FacetColumn {
  /** The lists of values that occur. */
  lists: readonly (readonly string[])[];
  /** The place in `lists` of each monitor's list, by the place of the monitor in the snapshot. */
  listAt: Uint32Array;
  /** The values that are counted, also if no monitor has them, in the order of a response. */
  values: readonly string[];
}

type FacetColumns = Readonly<Record<FacetName, FacetColumn>>;

/** Numbers in their order, then names. */
const { compare } = new Intl.Collator('en', { numeric: true });
/** All values of the facets that have a fixed set. */
const allValues: Partial<Record<FacetName, readonly string[]>> = {
  condition: conditions,
  ...recordOf(flagFacets, ['true', 'false']),
};

/** Reads all facets of the monitors of a snapshot. */
export function buildFacets(monitors: readonly InventoryMonitor[]): FacetColumns {
  return recordBy(facetNames, (name): FacetColumn => {
    const lists: (readonly string[])[] = [];
    const places = new Map<string, number>();
    const listAt = Uint32Array.from(monitors, (monitor) => {
      const list = valuesOf[name](monitor);
      // A key of one value differs from all keys of lists.
      const key = list.length === 1 ? `=${list[0]}` : JSON.stringify(list);
      const place = places.get(key);
      if (place !== undefined) return place;
      places.set(key, lists.length);
      return lists.push(list) - 1;
    });
    const occurring = [...new Set(lists.flat())];
    const sorted = isSettingFacet(name) ? occurring.sort(compare) : occurring.sort();
    return { lists, listAt, values: allValues[name] ?? sorted };
  });
}

/** Returns whether the monitor at a place has values for which `matches` holds. Each list of values is judged once. */
export function matchLists(
  { lists, listAt }: FacetColumn,
  matches: (values: readonly string[]) => boolean,
): (place: number) => boolean {
  const matching = lists.map(matches);
  return (place) => matching[listAt[place] ?? 0] === true;
}

/** The facets whose filter excludes a monitor: null for none, one name, or `several`. */
export type Excluded = FacetName | 'several' | null;

/** Returns a function that applies the facet filters of a query to the monitor at a place in the snapshot. */
export function createFacetFilter(
  facets: FacetColumns,
  filters: InventoryFilters,
): (place: number) => Excluded {
  const active = facetNames.flatMap((name) => {
    const given = [filters[name] ?? []].flat();
    if (given.length === 0) return [];
    // A filter says nothing about monitors whose setting is not known, unless it names them.
    const isOpen = isSettingFacet(name) && !given.includes(UNKNOWN);
    return {
      name,
      passes: matchLists(facets[name], createFilter(isOpen ? [...given, `-${UNKNOWN}`] : given)),
    };
  });
  return (place) => {
    let excluded: Excluded = null;
    for (const { name, passes } of active) {
      if (passes(place)) continue;
      if (excluded !== null) return 'several';
      excluded = name;
    }
    return excluded;
  };
}

/**
 * Counts monitors per value of each facet, under all filters of the query except the facet's own. The counts contain every
 * value that occurs in the inventory, all conditions and both states of flags, with 0 if none matches.
 */
export function createFacetCounter(facets: FacetColumns) {
  const columns = facetNames.map((name) => {
    const { lists, listAt } = facets[name];
    return { name, listAt, found: new Uint32Array(lists.length) };
  });

  /** Returns the number of monitors per value. */
  function countsOf(name: FacetName): Record<string, number> {
    const { lists, values } = facets[name];
    const found = columns.find((column) => column.name === name)?.found;
    const counts = new Map(values.map((value) => [value, 0]));
    for (const [place, list] of lists.entries()) {
      for (const value of list) counts.set(value, (counts.get(value) ?? 0) + (found?.[place] ?? 0));
    }
    // It creates properties for all names, including `__proto__`.
    return Object.fromEntries(counts);
  }

  return {
    /** Counts the monitor at a place in the snapshot. */
    add(place: number, excluded: Excluded): void {
      for (const { name, listAt, found } of columns) {
        if (excluded !== null && excluded !== name) continue;
        const list = listAt[place] ?? 0;
        found[list] = (found[list] ?? 0) + 1;
      }
    },
    counts: (): FacetsBody => recordBy(facetNames, countsOf),
  };
}

/**
 * Creates the filter of a facet. Values pass if none is excluded and, where the filter includes some, at least one is included.
 */
function createFilter(filter: readonly string[]): (values: readonly string[]) => boolean {
  const isExcluded = (value: string) => value.startsWith('-');
  const included = new Set(filter.filter((value) => !isExcluded(value)));
  const excluded = new Set(filter.filter(isExcluded).map((value) => value.slice(1)));
  return (values) =>
    !values.some((value) => excluded.has(value)) &&
    (included.size === 0 || values.some((value) => included.has(value)));
}

/** Counts monitors by condition, and those in maintenance. */
export function countConditions(monitors: readonly InventoryMonitor[]): InventoryCounts {
  const counts: InventoryCounts = {
    condition: { down: 0, overdue: 0, unknown: 0, pending: 0, up: 0, inactive: 0 },
    maintenance: 0,
  };
  for (const { condition, maintenance_mode } of monitors) {
    counts.condition[condition] += 1;
    if (maintenance_mode) counts.maintenance += 1;
  }
  return counts;
}
