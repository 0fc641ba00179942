import { flagFacets } from '../inventory-query.ts';
import { MAX_SEARCH_LENGTH } from '../query-parameters.ts';
import { type FacetName, facetOfWord, fieldOfFacet } from './facet-of-word.ts';
import { isPlain, parseSearch, printSearch, type SearchAtom, type SearchClause } from './parse-search.ts';

/** Filters with their values; a hyphen excludes one. A flag has one value, true or false. */
export type WordFilters = { [Name in FacetName]?: string[] };

const flags: readonly FacetName[] = flagFacets;
/** Whether the parameter of a filter can have this value. */
const isFacetValue = (value: string) => /^[^-].{0,39}$/u.test(value) && value === value.trim();
/** Whether plain words would lose a meaning beside other words: a list, or a copied command. */
const isLooseText = (all: readonly SearchClause[]) => isPlain(all) && /[,;]|^ssh /i.test(printSearch(all));

/** Returns the filter that means the same as a clause; null when there is none. `isNegated`: its values are excluded. */
function filterOf(
  clause: SearchClause,
): { facet: FacetName; values: readonly string[]; isNegated: boolean } | null {
  const found = clause.map((atom) => ({ ...facetOfWord(atom), isNegated: atom.isNegated }));
  const [{ facet, isNegated } = { isNegated: false }] = found;
  const values = found.flatMap((one) => (one.facet === facet && one.value !== undefined ? [one.value] : []));
  const isOne = values.length === clause.length && values.every(isFacetValue);
  // No filter has an alternative to an excluded value, or to a flag.
  const isAlone =
    clause.length === 1 || (!found.some((one) => one.isNegated) && !flags.some((flag) => flag === facet));
  return facet !== undefined && isOne && isAlone ? { facet, values, isNegated } : null;
}

/**
 * Replaces words of a search by filters with the same meaning. The rest of the search and the filters together find the same
 * monitors. A filter that is already set keeps its values, and words with its meaning stay words.
 */
export function takeFilters(q: string, set: WordFilters): { q: string; filters: WordFilters } | null {
  const { all } = parseSearch(q);
  if (all === null) return null;
  const filters: WordFilters = {};
  const rest: SearchClause[] = [];
  const meant = all.map((clause) => ({ clause, filter: filterOf(clause) }));
  for (const { clause, filter } of meant) {
    if (filter === null || (set[filter.facet] ?? []).length > 0) {
      rest.push(clause);
      continue;
    }
    const { facet, values, isNegated } = filter;
    const isFlag = flags.includes(facet);
    const rivals = meant.filter(
      (other) => other.filter?.facet === facet && (isFlag || (!isNegated && !other.filter.isNegated)),
    );
    // A filter has one set of included values, and any of them matches. Words of a second set stay words.
    const asksUnknown = meant.some(
      ({ filter: other }) => other?.facet === facet && !other.isNegated && other.values.includes('unknown'),
    );
    if (rivals.length > 1 || (isNegated && !isFlag && asksUnknown)) rest.push(clause);
    else if (isFlag) filters[facet] = [String(!isNegated)];
    else
      filters[facet] = [
        ...(filters[facet] ?? []),
        ...values.map((value) => (isNegated ? `-${value}` : value)),
      ];
  }
  return isLooseText(rest) ? { q, filters: {} } : { q: printSearch(rest), filters };
}

/**
 * Adds words with the meaning of a filter to a search. Returns null when there are no such words, when they would change the
 * meaning of the search, or when the search would be too long.
 */
export function addWords(q: string, facet: FacetName, values: readonly string[]): string | null {
  const { all } = parseSearch(q);
  if (all === null || isLooseText(all)) return null;
  const atoms = values.map((given): SearchAtom => {
    const isNegated = given.startsWith('-') || (flags.includes(facet) && given === 'false');
    return { ...fieldOfFacet(facet, given.replace(/^-/, '')), from: 0, to: 0, isNegated, comparison: null };
  });
  const included = atoms.filter(({ isNegated }) => !isNegated);
  const words = printSearch([
    ...(included.length === 0 ? [] : [included]),
    ...atoms.filter(({ isNegated }) => isNegated).map((atom) => [atom]),
  ]);
  // Some values cannot be written as words. Neither can unknown settings together with excluded ones.
  const back = takeFilters(words, {});
  const isSame =
    back?.q === '' && back.filters[facet]?.toSorted().join('\n') === [...values].toSorted().join('\n');
  const text = `${q} ${words}`.trim();
  return isSame && text.length <= MAX_SEARCH_LENGTH ? text : null;
}
