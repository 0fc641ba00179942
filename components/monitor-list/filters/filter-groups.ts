import type { Facets } from '@/lib/contract/answers';
import type { MonitorsView } from '../use-monitors-url';
import { type ActiveFilter, activeFilters } from './active-filters';

/** All that is asked for in one field. `facet` is null for the search. */
interface FilterGroup {
  field: string;
  words: string;
  facet: keyof Facets | null;
}

/** What is set, one entry a field: the steps by which somebody would widen a list in which nothing is left. */
export function filterGroups(url: MonitorsView['url']): FilterGroup[] {
  const groups = new Map<string, FilterGroup>();
  for (const filter of activeFilters(url)) {
    const words = filter.kind === 'search' ? `“${filter.words}”` : filter.words;
    const known = groups.get(filter.field);
    groups.set(filter.field, {
      field: filter.field,
      words: known ? `${known.words}, ${words}` : words,
      facet: facetOf(filter),
    });
  }
  return [...groups.values()];
}

function facetOf(filter: ActiveFilter): FilterGroup['facet'] {
  return filter.kind === 'search' ? null : filter.facet;
}

/**
 * How many monitors there would be without one field's filter: a facet's counts stand under all other filters, and each
 * monitor is in one of them. Null where they do not tell: of the search, and of regions, as a monitor may have several.
 */
export function countWithout(facet: FilterGroup['facet'], facets: Facets | undefined): number | null {
  if (facet === null || facets === undefined) return null;
  const sum = Object.values(facets[facet]).reduce((total, count) => total + count, 0);
  return facet === 'region' && sum > 0 ? null : sum;
}
