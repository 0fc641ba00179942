import { conditionSchema } from './conditions.ts';
import { defaultOrderOf, type InventorySort, inventorySorts, type SortOrder } from './inventory-sorts.ts';
import { oneOf } from './one-of.ts';

/**
 * The filter of one facet: any of the included values (all values when none is included), and none of the excluded
 * ones. A value that begins with a hyphen can be excluded but not included: in a URL the hyphen means exclusion.
 */
export interface FacetFilter {
  include: readonly string[];
  exclude: readonly string[];
}

type Flag = 'true' | 'false';

/** Which monitors match. An absent field filters nothing. */
export interface InventoryFilters {
  /** Words with one space between them; all must occur. */
  q?: string;
  type?: FacetFilter;
  condition?: FacetFilter;
  region?: FacetFilter;
  is_active?: Flag;
  maintenance_mode?: Flag;
  flapping?: Flag;
}

/** The query of `GET /api/monitors`. Without `sort`: upstream's order. `order` is present exactly when `sort` is. */
export interface InventoryQuery extends InventoryFilters {
  page: number;
  per_page: number;
  sort?: InventorySort;
  order?: SortOrder;
  facets: boolean;
}

export type ParsedInventoryQuery =
  | { ok: true; query: InventoryQuery }
  | { ok: false; parameter: string; breach: QueryBreach };

/** The rule that a parameter breaks. `query-problem-messages.ts` has the texts. */
export type QueryBreach = 'unknown' | 'value' | 'given_twice' | 'too_many' | 'needs_sort';

/** A rejected parameter. */
export interface QueryProblem {
  parameter: string;
  /** For a facet, without the hyphen that excludes. At most 50 characters, like `parameter`. */
  value: string;
  breach: QueryBreach;
}

/** Maximum number of values for one facet. */
export const MAX_FACET_VALUES = 50;
/** Maximum length of a rejected parameter's name and value in the response. */
export const MAX_QUOTED_CHARACTERS = 50;

/** The maximum number of characters of a search. */
export const MAX_SEARCH_LENGTH = 100;
/** The maximum of `page`, and of `per_page`. */
export const MAX_PAGE = 999_999_999;
export const MAX_PER_PAGE = 100;

/**
 * Parses a value; undefined when it is invalid. Does not use zod, because the browser parses its URL before zod is
 * loaded.
 */
type Reader<T> = (value: string) => T | undefined;

const { safeParse: readFlag } = oneOf(['true', 'false']);
const { safeParse: readSort } = oneOf(inventorySorts);
const { safeParse: readOrder } = oneOf(['asc', 'desc']);
const flag: Reader<Flag> = (value) => readFlag(value).data;
const upTo =
  (most: number): Reader<number> =>
  (value) =>
    /^[1-9]\d{0,8}$/.test(value) && Number(value) <= most ? Number(value) : undefined;
const words: Reader<string> = (value) => {
  const text = value.trim().replace(/\s+/g, ' ');
  return text.length <= MAX_SEARCH_LENGTH && !/\p{Cc}/u.test(text) ? text : undefined;
};
/** Accepts any short visible text, because upstream may send types and regions that the spec does not list. */
const token: Reader<string> = (value) =>
  /^[^\p{Cc}\p{Cs}]{1,40}$/u.test(value) && value === value.trim() ? value : undefined;

const singles = {
  q: words,
  is_active: flag,
  maintenance_mode: flag,
  flapping: flag,
  sort: (value: string) => readSort(value).data,
  order: (value: string) => readOrder(value).data,
  page: upTo(MAX_PAGE),
  per_page: upTo(MAX_PER_PAGE),
  facets: (value: string) => (flag(value) === undefined ? undefined : value === 'true'),
} as const;

const facets = {
  type: token,
  condition: (value: string) => conditionSchema.safeParse(value).data,
  region: token,
} as const;

/** The parameters that the list accepts. */
export type InventoryParameter = keyof typeof singles | keyof typeof facets;

export const multiValueFacets = [
  'type',
  'condition',
  'region',
] as const satisfies readonly (keyof typeof facets)[];
const isSingle = (name: string): name is keyof typeof singles => Object.hasOwn(singles, name);
const isFacet = (name: string): name is keyof typeof facets => Object.hasOwn(facets, name);

export const defaultInventoryQuery: Readonly<InventoryQuery> = { page: 1, per_page: 25, facets: false };

/**
 * Parses the query of `GET /api/monitors`. Returns the valid parameters, and each invalid one in the order in which
 * they were given. Repeated facet values count once; equal queries give equal objects.
 */
export function readInventoryQuery(search: URLSearchParams): {
  query: InventoryQuery;
  problems: QueryProblem[];
} {
  const query: InventoryQuery = { ...defaultInventoryQuery };
  const problems: QueryProblem[] = [];
  const seen = new Set<string>();
  const values = { type: new Set<string>(), condition: new Set<string>(), region: new Set<string>() };
  const full = new Set<string>();
  for (const [name, value] of search) {
    const refuse = (breach: QueryBreach, given = value) =>
      problems.push({
        parameter: name.slice(0, MAX_QUOTED_CHARACTERS),
        value: given.slice(0, MAX_QUOTED_CHARACTERS),
        breach,
      });
    if (isFacet(name)) {
      const wanted = value.replace(/^-/, '');
      const known = values[name];
      if (facets[name](wanted) === undefined) refuse('value', wanted);
      else if (known.has(value) || known.size < MAX_FACET_VALUES) known.add(value);
      else if (!full.has(name)) {
        full.add(name);
        refuse('too_many', wanted);
      }
    } else if (isSingle(name)) {
      const meant = singles[name](value);
      if (seen.has(name)) refuse('given_twice');
      else if (meant === undefined) refuse('value');
      else if (meant !== '') Object.assign(query, { [name]: meant });
      seen.add(name);
    } else {
      refuse('unknown');
    }
  }
  if (query.order && !seen.has('sort')) {
    problems.push({ parameter: 'order', value: query.order, breach: 'needs_sort' });
  }
  if (query.sort) query.order ??= defaultOrderOf(query.sort);
  else delete query.order;
  for (const name of multiValueFacets)
    if (values[name].size > 0) query[name] = facetFilterOf([...values[name]]);
  return { query, problems };
}

/**
 * Parses the query strictly: any unknown, wrongly repeated or invalid parameter rejects the complete query, because
 * ignoring a mistyped filter would show wrong rows. So does `order` without `sort`, which would have no effect.
 *
 * @returns the query, or the first problem
 */
export function parseInventoryQuery(search: URLSearchParams): ParsedInventoryQuery {
  const { query, problems } = readInventoryQuery(search);
  const [problem] = problems;
  if (problem === undefined) return { ok: true, query };
  return { ok: false, parameter: problem.parameter, breach: problem.breach };
}

function facetFilterOf(values: readonly string[]): FacetFilter {
  return {
    include: values.filter((value) => !value.startsWith('-')).sort(),
    exclude: values
      .filter((value) => value.startsWith('-'))
      .map((value) => value.slice(1))
      .sort(),
  };
}

/**
 * Returns the query as URL parameters in a fixed order, values sorted, without defaults: equal queries give equal
 * strings.
 */
export function serializeInventoryQuery(query: InventoryQuery): string {
  const search = new URLSearchParams();
  const { q, is_active, maintenance_mode, flapping, sort, order } = query;
  if (q) search.set('q', q);
  for (const name of multiValueFacets) {
    const { include = [], exclude = [] } = query[name] ?? {};
    for (const value of new Set([...include].sort())) search.append(name, value);
    for (const value of new Set([...exclude].sort())) search.append(name, `-${value}`);
  }
  if (is_active) search.set('is_active', is_active);
  if (maintenance_mode) search.set('maintenance_mode', maintenance_mode);
  if (flapping) search.set('flapping', flapping);
  if (sort) search.set('sort', sort);
  if (sort && order && order !== defaultOrderOf(sort)) search.set('order', order);
  if (query.page !== defaultInventoryQuery.page) search.set('page', String(query.page));
  if (query.per_page !== defaultInventoryQuery.per_page) search.set('per_page', String(query.per_page));
  if (query.facets) search.set('facets', 'true');
  return search.toString();
}

/** The part of the query that determines which monitors match: all except page, sort and facets. */
export function filtersOf(query: InventoryQuery): InventoryFilters {
  const { page: _page, per_page: _perPage, sort: _sort, order: _order, facets: _facets, ...filters } = query;
  return filters;
}
