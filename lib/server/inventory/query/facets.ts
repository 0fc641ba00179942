import 'server-only';
import type { FacetFilter, InventoryFilters } from '../../../contract/inventory-query.ts';
import { type FacetName, facetNames, type Profiles } from './facet-profiles.ts';

/**
 * Number of monitors per value of each facet, under all filters of the query except the facet's own. It contains every
 * value that occurs in the inventory, all conditions and both states of flags, with 0 if none matches.
 */
export type Facets = Record<FacetName, Record<string, number>>;

/** One bit per facet. */
const bitOf: Record<FacetName, number> = {
  condition: 1,
  type: 2,
  is_active: 4,
  region: 8,
  maintenance_mode: 16,
  flapping: 32,
};

/** Returns the failed facet filters of each profile as a bit mask; 0: the profile passes all filters. */
export function failedFacets({ all }: Profiles, filters: InventoryFilters): Uint8Array {
  const activeFilters = facetNames.flatMap((name) => {
    const filter = filterOf(filters, name);
    return filter ? [{ name, filter }] : [];
  });
  return Uint8Array.from(all, (profile) => {
    let failed = 0;
    for (const { name, filter } of activeFilters) if (!passes(filter, profile[name])) failed |= bitOf[name];
    return failed;
  });
}

/** Whether at most one facet filter fails. Only then does a row count for any facet. */
export function failsAtMostOne(failed: number): boolean {
  return (failed & (failed - 1)) === 0;
}

/** Whether no filter fails, except possibly the one of this facet. */
export function passesOthers(failed: number, name: FacetName): boolean {
  return (failed & ~bitOf[name]) === 0;
}

/**
 * Sums up the facets from the number of rows per profile.
 *
 * @param rows number of rows of each profile that match the search
 * @param failed the result of `failedFacets`
 */
export function countFacets({ all, values }: Profiles, rows: Uint32Array, failed: Uint8Array): Facets {
  const facet = (name: FacetName): Record<string, number> => {
    const counts = new Map(values[name].map((value) => [value, 0]));
    for (const [number, profile] of all.entries()) {
      if (!passesOthers(failed[number] ?? 0, name)) continue;
      for (const value of profile[name]) counts.set(value, (counts.get(value) ?? 0) + (rows[number] ?? 0));
    }
    // Object.fromEntries creates own properties for all names, including `__proto__`.
    return Object.fromEntries(counts);
  };
  return {
    condition: facet('condition'),
    type: facet('type'),
    is_active: facet('is_active'),
    region: facet('region'),
    maintenance_mode: facet('maintenance_mode'),
    flapping: facet('flapping'),
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
