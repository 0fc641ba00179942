import { conditionSchema } from '../conditions.ts';
import { type FacetName, type InventoryFilters, isFlagFacet } from '../inventory-query.ts';
import { parseSearch, printSearch, type SearchAtom, type SearchClause } from './parse-search.ts';
import { type SearchField, searchFields } from './search-fields.ts';

const flags = { active: 'is_active', maintenance: 'maintenance_mode', flapping: 'flapping' } as const;
const isFlag = (value: string): value is keyof typeof flags => Object.hasOwn(flags, value);

const facets = {
  type: 'type',
  region: 'region',
  method: 'http_method',
  code: 'expected_status_codes',
  redirects: 'follow_redirects',
  timeout: 'timeout_ms',
} as const;
const hasFacet = (field: string): field is keyof typeof facets => Object.hasOwn(facets, field);

/** Returns the filter value that means the same as a field with a value; null when there is none. */
export function facetOfField(field: SearchField, value: string): { facet: FacetName; value: string } | null {
  if (field === 'is') {
    if (isFlag(value)) return { facet: flags[value], value: 'true' };
    return { facet: 'condition', value: conditionSchema.parse(value) };
  }
  if (!hasFacet(field) || (field === 'code' && value.endsWith('xx'))) return null;
  return { facet: facets[field], value };
}

/** Returns the filter value that means the same as a word without its hyphen; null when there is none. */
export function facetOfWord(atom: SearchAtom): { facet: FacetName; value: string } | null {
  return atom.field === null || atom.comparison !== null ? null : facetOfField(atom.field, atom.value);
}

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
  const isFlag = isFlagFacet(facet);
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

/** Leaves out the filters, and the words of the search, that a monitor matches only for a time: condition and ages. */
export function withoutCondition<T extends InventoryFilters>(query: T) {
  const { condition: _condition, flapping: _flapping, q = '', ...rest } = query;
  const { all } = parseSearch(q);
  // A wrong search stays as it is, so that it is refused.
  const words = all === null ? q : printSearch(all.filter((clause) => !clause.some(isTemporary)));
  return words === '' ? rest : { ...rest, q: words };
}

/** Whether a word is about the condition, the last check or an age. */
function isTemporary(atom: SearchAtom): boolean {
  const facet = facetOfWord(atom)?.facet;
  if (facet === 'condition' || facet === 'flapping') return true;
  if (atom.field === null) return false;
  const field = searchFields[atom.field];
  return 'isAge' in field && field.isAge;
}
