import { MAX_SEARCH_LENGTH } from '../query-parameters.ts';
import { type FacetName, facetOfWord, fieldOfFacet } from './facet-of-word.ts';
import { isPlain, parseSearch, printSearch, type SearchAtom, type SearchClause } from './parse-search.ts';

/** Filters with their values; a hyphen excludes one. A flag has one value, true or false. */
export type WordFilters = { [Name in FacetName]?: string[] };

const flags: readonly FacetName[] = ['is_active', 'maintenance_mode', 'flapping'];
/** What the parameter of a filter can hold. */
const isFacetValue = (value: string) => /^[^-].{0,39}$/u.test(value) && value === value.trim();
/** Whether plain words have a meaning that they lose beside others: a list, or a copied command. */
const isLooseText = (all: readonly SearchClause[]) => isPlain(all) && /[,;]|^ssh /i.test(printSearch(all));

/** The filter that a clause means alone, with a hyphen before each excluded value; null when there is none. */
function filterOf(
  clause: SearchClause,
): { facet: FacetName; values: readonly string[]; isNegated: boolean } | null {
  const found = clause.map((atom) => ({ ...facetOfWord(atom), isNegated: atom.isNegated }));
  const [{ facet, isNegated } = { isNegated: false }] = found;
  const values = found.flatMap((one) => (one.facet === facet && one.value !== undefined ? [one.value] : []));
  const isOne = values.length === clause.length && values.every(isFacetValue);
  // Alternatives to an excluded value, and those to a flag, are no filter.
  const isAlone =
    clause.length === 1 || (!found.some((one) => one.isNegated) && !flags.some((flag) => flag === facet));
  return facet !== undefined && isOne && isAlone ? { facet, values, isNegated } : null;
}

/**
 * Takes the words that mean filters out of a search. Together, the rest and the filters find the same. A filter that is set
 * already keeps its values, and words that would have to be added to them stay words.
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
 * Adds the words that mean a filter to a search; null when no words mean the same, when they change the meaning of the
 * search, or when they do not fit.
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
  // A value may have what cannot be written, and unknown settings beside excluded ones have no words.
  const back = takeFilters(words, {});
  const isSame =
    back?.q === '' && back.filters[facet]?.toSorted().join('\n') === [...values].toSorted().join('\n');
  const text = `${q} ${words}`.trim();
  return isSame && text.length <= MAX_SEARCH_LENGTH ? text : null;
}
