import * as z from 'zod/mini';
import { conditions } from './conditions.ts';
import { defaultOrderOf, inventorySorts } from './inventory-sorts.ts';
import {
  flag,
  integer,
  list,
  type ParameterProblem,
  readParameters,
  token,
  words,
} from './query-parameters.ts';

export const MAX_PER_PAGE = 100;

const facetValue = () => token({ canExclude: true });
const excludedConditions = conditions.map((condition) => `-${condition}` as const);

export const monitorFiltersSchema = z.object({
  q: words(),
  type: list(facetValue()),
  condition: list(z.enum([...conditions, ...excludedConditions], `must be one of ${conditions.join(', ')}`)),
  region: list(facetValue()),
  is_active: z.exactOptional(flag()),
  maintenance_mode: z.exactOptional(flag()),
  flapping: z.exactOptional(flag()),
  sort: z.exactOptional(z.enum(inventorySorts, `must be one of ${inventorySorts.join(', ')}`)),
  order: z.exactOptional(z.enum(['asc', 'desc'], 'must be asc or desc')),
});

/** The query of `GET /api/monitors` in a URL. The browser loads it; lib/server/api/openapi/monitors-query.ts describes it. */
export const monitorsQuerySchema = z.extend(monitorFiltersSchema, {
  page: z._default(integer(999_999_999, 'must be a whole number of 1 or more'), 1),
  per_page: z._default(integer(MAX_PER_PAGE), 25),
  facets: z._default(flag(), 'false'),
});
type MonitorsQuery = z.infer<typeof monitorsQuerySchema>;

export const multiValueFacets = ['type', 'condition', 'region'] as const;
type Facet = (typeof multiValueFacets)[number];

/** The values of a facet: any of the included (none: all), none of the excluded. In a URL, a hyphen means exclusion. */
export interface FacetFilter {
  include: readonly string[];
  exclude: readonly string[];
}

/** The query of `GET /api/monitors`. An absent filter filters nothing. `order` is present exactly when `sort` is. */
export interface InventoryQuery
  extends Omit<MonitorsQuery, Facet | 'facets'>,
    Partial<Record<Facet, FacetFilter>> {
  facets: boolean;
}

export type InventoryFilters = Omit<InventoryQuery, 'page' | 'per_page' | 'sort' | 'order' | 'facets'>;

export const defaultInventoryQuery: Readonly<InventoryQuery> = inventoryQueryOf({});

/** Parses the query, or only its filters and order. Returns the valid parameters and each invalid one, in the given order. */
export function readInventoryQuery(
  search: URLSearchParams,
  schema: typeof monitorsQuerySchema | typeof monitorFiltersSchema = monitorsQuerySchema,
): { query: InventoryQuery; problems: ParameterProblem[] } {
  const { given, problems } = readParameters(schema, search);
  if (typeof given.order === 'string' && !search.has('sort'))
    problems.push({ parameter: 'order', value: given.order, breach: 'needs_sort', detail: 'requires sort' });
  return { query: inventoryQueryOf(given), problems };
}

function inventoryQueryOf(given: object): InventoryQuery {
  const { type, condition, region, facets, q, sort, order, ...rest } = monitorsQuerySchema.parse(given);
  const query: InventoryQuery = { ...rest, facets: facets === 'true' };
  if (q) query.q = q;
  if (sort) Object.assign(query, { sort, order: order ?? defaultOrderOf(sort) });
  for (const [name, values = []] of Object.entries({ type, condition, region }))
    if (values.length > 0) Object.assign(query, { [name]: facetFilterOf(values) });
  return query;
}

function facetFilterOf(values: readonly string[]): FacetFilter {
  const excluded = values.filter((value) => value.startsWith('-')).map((value) => value.slice(1));
  return { include: values.filter((value) => !value.startsWith('-')).sort(), exclude: excluded.sort() };
}

/** Returns the query as URL parameters, in a fixed order and without defaults: equal queries give equal texts. */
export function serializeInventoryQuery(query: InventoryQuery): string {
  const search = new URLSearchParams();
  const { sort, order } = query;
  if (query.q) search.set('q', query.q);
  for (const name of multiValueFacets) {
    const { include = [], exclude = [] } = query[name] ?? {};
    for (const value of new Set([...include].sort())) search.append(name, value);
    for (const value of new Set([...exclude].sort())) search.append(name, `-${value}`);
  }
  for (const name of ['is_active', 'maintenance_mode', 'flapping', 'sort'] as const) {
    const value = query[name];
    if (value) search.set(name, value);
  }
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
