import 'server-only';
import type { FacetFilter, InventoryFilters } from '../../contract/inventory-query.ts';
import { type FacetName, facetNames, type Profiles } from './facet-profiles.ts';

/**
 * How many monitors have each value of each facet, under all filters of the query but the facet's own. Every value
 * that occurs in the inventory is there, with 0 if need be; so are all conditions and both states of a flag.
 */
export type Facets = Record<FacetName, Record<string, number>>;

/** One bit for each facet. */
const bitOf: Record<FacetName, number> = {
  condition: 1,
  type: 2,
  is_active: 4,
  region: 8,
  maintenance_mode: 16,
};

/** For each profile the bits of the facets whose filter it fails; 0: it passes them all. */
export function failedFacets({ all }: Profiles, filters: InventoryFilters): Uint8Array {
  const asked = facetNames.flatMap((name) => {
    const filter = filterOf(filters, name);
    return filter ? [{ name, filter }] : [];
  });
  return Uint8Array.from(all, (profile) => {
    let failed = 0;
    for (const { name, filter } of asked) if (!passes(filter, profile[name])) failed |= bitOf[name];
    return failed;
  });
}

/** Whether at most one facet's filter is failed: only then does a row count for any facet. */
export function failsAtMostOne(failed: number): boolean {
  return (failed & (failed - 1)) === 0;
}

/** Whether no filter but that of this facet is failed. */
export function passesOthers(failed: number, name: FacetName): boolean {
  return (failed & ~bitOf[name]) === 0;
}

/**
 * Adds up the facets from counts of rows by profile.
 *
 * @param rows for each profile how many rows pass every other filter of the query, that is the search
 * @param failed what `failedFacets` says
 */
export function countFacets({ all, values }: Profiles, rows: Uint32Array, failed: Uint8Array): Facets {
  const facet = (name: FacetName): Record<string, number> => {
    const counts = new Map(values[name].map((value) => [value, 0]));
    for (const [number, profile] of all.entries()) {
      if (!passesOthers(failed[number] ?? 0, name)) continue;
      for (const value of profile[name]) counts.set(value, (counts.get(value) ?? 0) + (rows[number] ?? 0));
    }
    // Makes own properties of whatever names, `__proto__` too.
    return Object.fromEntries(counts);
  };
  return {
    condition: facet('condition'),
    type: facet('type'),
    is_active: facet('is_active'),
    region: facet('region'),
    maintenance_mode: facet('maintenance_mode'),
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
