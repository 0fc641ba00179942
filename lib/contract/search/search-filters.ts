import { flagFacets } from '../inventory-query.ts';
import { type FacetName, facetOfWord } from './facet-of-word.ts';
import { parseSearch, printSearch, type SearchClause } from './parse-search.ts';

/** Filters with their values; a hyphen excludes one. A flag has one value, true or false. */
export type WordFilters = { [Name in FacetName]?: string[] };

/** Whether the parameter of a filter can have this value. */
const isFacetValue = (value: string) => /^[^-].{0,39}$/u.test(value) && value === value.trim();

/** Returns the filter that means the same as a clause; null when there is none. */
function filterOf(clause: SearchClause): { facet: FacetName; values: string[] } | null {
  const [first] = clause;
  const facet = first && facetOfWord(first)?.facet;
  if (facet === undefined) return null;
  const found = clause.map((atom) => ({ ...facetOfWord(atom), isNegated: atom.isNegated }));
  const values = found.flatMap((one) => (one.facet === facet && one.value !== undefined ? [one.value] : []));
  if (values.length !== clause.length || !values.every(isFacetValue)) return null;
  const isFlag = flagFacets.some((flag) => flag === facet);
  // No filter has an alternative to an excluded value, or to a flag.
  if (clause.length > 1 && (isFlag || found.some(({ isNegated }) => isNegated))) return null;
  if (isFlag) return { facet, values: [String(!first?.isNegated)] };
  return { facet, values: values.map((value) => (first?.isNegated ? `-${value}` : value)) };
}

/**
 * Replaces words of a search by filters with the same meaning. The rest of the search and the filters together find the same
 * monitors. Words stay when their filter is set already, or when other words have the same filter. Null when no word is replaced.
 */
export function takeFilters(q: string, set: WordFilters): { q: string; filters: WordFilters } | null {
  const filters: WordFilters = {};
  const rest: SearchClause[] = [];
  const meant = (parseSearch(q).all ?? []).map((clause) => ({ clause, filter: filterOf(clause) }));
  for (const { clause, filter } of meant) {
    const isOnly = meant.filter((other) => other.filter?.facet === filter?.facet).length === 1;
    if (filter !== null && isOnly && (set[filter.facet] ?? []).length === 0)
      filters[filter.facet] = filter.values;
    else rest.push(clause);
  }
  return Object.keys(filters).length === 0 ? null : { q: printSearch(rest), filters };
}
