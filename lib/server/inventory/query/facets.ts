import 'server-only';
import { conditions } from '../../../contract/conditions.ts';
import type { FacetFilter, InventoryFilters } from '../../../contract/inventory-query.ts';
import type { InventoryMonitor } from '../snapshot/snapshot.ts';

/** The fields that can be filtered by value and counted. */
const facetNames = ['condition', 'type', 'is_active', 'region', 'maintenance_mode', 'flapping'] as const;
export type FacetName = (typeof facetNames)[number];

/**
 * Number of monitors per value of each facet, under all filters of the query except the facet's own. It contains every
 * value that occurs in the inventory, all conditions and both states of flags, with 0 if none matches.
 */
export type Facets = Record<FacetName, Record<string, number>>;

/** One facet of all rows. Rows with equal values have the same key, so that a filter tests each combination once. */
interface FacetColumn {
  keyOfRow: Uint32Array;
  /** The values of each key: one, except for regions. */
  valuesOfKey: readonly (readonly string[])[];
  /** The occurring values, sorted, and all conditions and both states of flags, even if they do not occur. */
  values: readonly string[];
}
export type FacetColumns = Readonly<Record<FacetName, FacetColumn>>;

/** A text, or a list of texts for regions. */
const valuesOf: Record<FacetName, (monitor: InventoryMonitor) => string | readonly string[]> = {
  condition: ({ condition }) => condition,
  type: ({ type }) => type,
  // Unknown counts as active, as in the condition, and as not in maintenance.
  is_active: ({ is_active }) => String(is_active !== false),
  region: ({ regions }) => regions,
  maintenance_mode: ({ maintenance_mode }) => String(maintenance_mode === true),
  flapping: ({ flapping }) => String(flapping),
};

const flag = ['true', 'false'];
const fixedValues: Partial<Record<FacetName, readonly string[]>> = {
  condition: conditions,
  is_active: flag,
  maintenance_mode: flag,
  flapping: flag,
};

function forEachFacet<T>(make: (name: FacetName) => T): Record<FacetName, T> {
  return {
    condition: make('condition'),
    type: make('type'),
    is_active: make('is_active'),
    region: make('region'),
    maintenance_mode: make('maintenance_mode'),
    flapping: make('flapping'),
  };
}

export function facetColumnsOf(monitors: readonly InventoryMonitor[]): FacetColumns {
  return forEachFacet((name) => {
    const keys = new Map<string, number>();
    const valuesOfKey: string[][] = [];
    const keyOfRow = Uint32Array.from(monitors, (monitor) => {
      const value = valuesOf[name](monitor);
      // JSON distinguishes a list from a value that looks like one, because no other facet has lists.
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      const known = keys.get(text);
      if (known !== undefined) return known;
      keys.set(text, valuesOfKey.length);
      return valuesOfKey.push(typeof value === 'string' ? [value] : [...new Set(value)]) - 1;
    });
    return { keyOfRow, valuesOfKey, values: fixedValues[name] ?? [...new Set(valuesOfKey.flat())].sort() };
  });
}

/** How a row matches a query. Other values: the number of the only facet whose filter it fails. */
export const MATCH = 0;
export const NO_MATCH = 255;

function numberOf(name: FacetName): number {
  return facetNames.indexOf(name) + 1;
}

/** Returns a function that tells whether a row matches all filters, except perhaps that of one facet. */
export function matchesExcept(matchOfRow: Uint8Array, name: FacetName): (row: number) => boolean {
  const number = numberOf(name);
  return (row) => matchOfRow[row] === MATCH || matchOfRow[row] === number;
}

/** Returns a function that applies the facet filters of a query to a row. */
export function createFacetFilter(columns: FacetColumns, filters: InventoryFilters): (row: number) => number {
  const active = facetNames.flatMap((name) => {
    const filter = filterOf(filters, name);
    if (!filter) return [];
    const { keyOfRow, valuesOfKey } = columns[name];
    return [
      { number: numberOf(name), keyOfRow, passes: valuesOfKey.map((values) => passes(filter, values)) },
    ];
  });
  return (row) => {
    let failed = MATCH;
    for (const { number, keyOfRow, passes } of active) {
      if (passes[keyOfRow[row] ?? -1]) continue;
      if (failed !== MATCH) return NO_MATCH;
      failed = number;
    }
    return failed;
  };
}

function filterOf(filters: InventoryFilters, name: FacetName): FacetFilter | undefined {
  const filter = filters[name];
  return typeof filter === 'string' ? { include: [filter], exclude: [] } : filter;
}

function passes({ include, exclude }: FacetFilter, values: readonly string[]): boolean {
  if (include.length > 0 && !values.some((value) => include.includes(value))) return false;
  return !values.some((value) => exclude.includes(value));
}

/** @param matchOfRow how each row matches the query */
export function countFacets(columns: FacetColumns, matchOfRow: Uint8Array): Facets {
  return forEachFacet((name) => {
    const { keyOfRow, valuesOfKey, values } = columns[name];
    const number = numberOf(name);
    const rowsOfKey = new Uint32Array(valuesOfKey.length);
    // This loop runs for all rows and facets. A callback for each row would double its time.
    for (let row = 0; row < matchOfRow.length; row++) {
      const match = matchOfRow[row];
      if (match !== MATCH && match !== number) continue;
      const key = keyOfRow[row] ?? 0;
      rowsOfKey[key] = (rowsOfKey[key] ?? 0) + 1;
    }
    const counts = new Map(values.map((value) => [value, 0]));
    for (const [key, rows] of rowsOfKey.entries())
      for (const value of valuesOfKey[key] ?? []) counts.set(value, (counts.get(value) ?? 0) + rows);
    // It creates properties for all names, including `__proto__`.
    return Object.fromEntries(counts);
  });
}
