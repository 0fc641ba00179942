import 'server-only';
import { conditions } from '../../../contract/conditions.ts';
import { createFilter, type InventoryFilters, settingFacets } from '../../../contract/inventory-query.ts';
import type { FacetsBody } from '../../../contract/responses.ts';
import type { InventoryMonitor } from '../snapshot/snapshot.ts';
import type { InventoryIndex } from './inventory-index.ts';
import { valuesOfSetting, withoutUnknown } from './setting-facets.ts';

/** The fields that can be filtered by value and counted. */
const facetNames = [
  ...(['condition', 'type', 'is_active', 'region', 'maintenance_mode', 'flapping'] as const),
  ...settingFacets,
] as const;
type FacetName = (typeof facetNames)[number];

/** The values of a monitor by which each facet filters and counts. */
export const valuesOfFacet: Record<FacetName, (monitor: InventoryMonitor) => readonly string[]> = {
  condition: ({ condition }) => [condition],
  type: ({ type }) => [type],
  // Unknown counts as active, as in the condition, and as not in maintenance.
  is_active: ({ is_active }) => [String(is_active !== false)],
  region: ({ regions }) => (regions.length > 1 ? [...new Set(regions)] : regions),
  maintenance_mode: ({ maintenance_mode }) => [String(maintenance_mode === true)],
  flapping: ({ flapping }) => [String(flapping)],
  http_method: (monitor) => valuesOfSetting(monitor, 'http_method'),
  expected_status_codes: (monitor) => valuesOfSetting(monitor, 'expected_status_codes'),
  follow_redirects: (monitor) => valuesOfSetting(monitor, 'follow_redirects'),
  timeout_ms: (monitor) => valuesOfSetting(monitor, 'timeout_ms'),
};

/** Whether a monitor passes the facet filters of a query, without that of one facet (`except`). */
export type FacetFilter = (monitor: InventoryMonitor, except?: FacetName) => boolean;

export function createFacetFilter(filters: InventoryFilters): FacetFilter {
  const active = facetNames.flatMap((name) => {
    const given = [filters[name] ?? []].flat();
    const values = settingFacets.some((facet) => facet === name) ? withoutUnknown(given) : given;
    return values.length === 0 ? [] : [{ name, passes: createFilter(values) }];
  });
  return (monitor, except) =>
    active.every(({ name, passes }) => name === except || passes(valuesOfFacet[name](monitor)));
}

/**
 * Returns the number of monitors per value of each facet, under all filters of the query except the facet's own. It
 * contains every value that occurs in the inventory, all conditions and both states of flags, with 0 if none matches.
 *
 * @param found the monitors that the search finds
 */
export function countFacets(
  { types, regions, settingValues }: Pick<InventoryIndex, 'types' | 'regions' | 'settingValues'>,
  found: readonly InventoryMonitor[],
  passes: FacetFilter,
): FacetsBody {
  const count = (name: FacetName, values: readonly string[]) => {
    const counts = new Map(values.map((value) => [value, 0]));
    for (const monitor of found) {
      if (!passes(monitor, name)) continue;
      for (const value of valuesOfFacet[name](monitor)) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    // It creates properties for all names, including `__proto__`.
    return Object.fromEntries(counts);
  };
  const flag = ['true', 'false'];
  return {
    condition: count('condition', conditions),
    type: count('type', types),
    is_active: count('is_active', flag),
    region: count('region', regions),
    maintenance_mode: count('maintenance_mode', flag),
    flapping: count('flapping', flag),
    http_method: count('http_method', settingValues.http_method),
    expected_status_codes: count('expected_status_codes', settingValues.expected_status_codes),
    follow_redirects: count('follow_redirects', settingValues.follow_redirects),
    timeout_ms: count('timeout_ms', settingValues.timeout_ms),
  };
}
