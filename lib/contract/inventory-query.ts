import * as z from 'zod/mini';
import { conditions } from './conditions.ts';
import {
  defaultOrderOf,
  groupings,
  inventorySorts,
  MAX_GROUP_KEY,
  MAX_SEPARATOR,
  nameParts,
} from './list-layout.ts';
import {
  flag,
  integer,
  list,
  type ParameterProblem,
  readParameters,
  token,
  words,
} from './query-parameters.ts';

const MAX_PER_PAGE = 100;

/** Facets of settings that the list of the API omits. `default`: the setting is not set; `unknown`: it is not known. */
export const settingFacets = [
  'http_method',
  'expected_status_codes',
  'follow_redirects',
  'timeout_ms',
] as const;

const facetValue = () => token({ canExclude: true });
const separatorRule = `must be 1 to ${MAX_SEPARATOR} characters`;
const separator = () => z.string(separatorRule).check(z.maxLength(MAX_SEPARATOR, separatorRule));
const keyRule = `must be at most ${MAX_GROUP_KEY} characters`;
const excludedConditions = conditions.map((condition) => `-${condition}` as const);

export const monitorFiltersSchema = z.object({
  q: words(),
  type: list(facetValue()),
  condition: list(z.enum([...conditions, ...excludedConditions], `must be one of ${conditions.join(', ')}`)),
  region: list(facetValue()),
  http_method: list(facetValue()),
  expected_status_codes: list(facetValue()),
  follow_redirects: list(facetValue()),
  timeout_ms: list(facetValue()),
  is_active: z.exactOptional(flag()),
  maintenance_mode: z.exactOptional(flag()),
  flapping: z.exactOptional(flag()),
  rule: z.exactOptional(token()),
  group: z.exactOptional(z.enum(groupings, `must be one of ${groupings.join(', ')}`)),
  name_separator: z.exactOptional(separator().check(z.minLength(1, separatorRule))),
  name_part: z.exactOptional(z.enum(nameParts, `must be one of ${nameParts.join(', ')}`)),
  in_group: z.exactOptional(z.string(keyRule).check(z.maxLength(MAX_GROUP_KEY, keyRule))),
  sort: z.exactOptional(z.enum(inventorySorts, `must be one of ${inventorySorts.join(', ')}`)),
  order: z.exactOptional(z.enum(['asc', 'desc'], 'must be asc or desc')),
});

/**
 * The query of `GET /api/monitors` in a URL. The browser loads this schema; lib/server/api/openapi/monitors-query.ts has its
 * descriptions.
 */
export const monitorsQuerySchema = z.extend(monitorFiltersSchema, {
  page: z._default(integer(999_999_999, 'must be a whole number of 1 or more'), 1),
  per_page: z._default(integer(MAX_PER_PAGE), 25),
  facets: z._default(flag(), 'false'),
  history: z.exactOptional(z.enum(['1'], 'must be 1')),
  groupings: z.exactOptional(separator()),
});
type MonitorsQuery = z.infer<typeof monitorsQuerySchema>;

/** Facets that can have many values. As in the URL, a hyphen excludes a value. */
export const multiValueFacets = ['type', 'condition', 'region', ...settingFacets] as const;

/** Facets that are true or false. */
export const flagFacets = ['is_active', 'maintenance_mode', 'flapping'] as const;
/** The fields that can be filtered by value and counted. */
export const facetNames = [...multiValueFacets, ...flagFacets] as const;
export type FacetName = (typeof facetNames)[number];

export const isFlagFacet = (name: FacetName) => flagFacets.some((flag) => flag === name);
/** Whether a value may be unknown. Then neither a filter that includes others nor one that excludes others finds it. */
export const isSettingFacet = (name: FacetName) => settingFacets.some((setting) => setting === name);

/** The parameters of a view that are no filters: how its monitors are arranged. */
export const arrangement = ['sort', 'order', 'group', 'name_separator', 'name_part', 'per_page'] as const;

/** The query of `GET /api/monitors`. An absent filter filters nothing. `order` is present exactly when `sort` is. */
export interface InventoryQuery extends Omit<MonitorsQuery, 'facets'> {
  facets: boolean;
}

export type InventoryFilters = Omit<
  InventoryQuery,
  'page' | 'per_page' | 'sort' | 'order' | 'facets' | 'history' | 'groupings'
>;

export const defaultInventoryQuery: Readonly<InventoryQuery> = inventoryQueryOf({});

/** Parses the query, or only its filters and order. Returns the valid parameters and each invalid one, in the given order. */
export function readInventoryQuery(
  search: URLSearchParams,
  schema: { shape: Partial<typeof monitorsQuerySchema.shape> } = monitorsQuerySchema,
): { query: InventoryQuery; problems: ParameterProblem[] } {
  const { given, problems } = readParameters(schema, search);
  for (const [name, needed] of [
    ['order', 'sort'],
    ['in_group', 'group'],
    ['name_separator', 'group'],
    ['name_part', 'group'],
  ] as const) {
    const value = given[name];
    if (typeof value !== 'string' || search.has(needed)) continue;
    problems.push({ parameter: name, value, breach: 'needs', detail: `requires ${needed}` });
    delete given[name];
  }
  if (given.group === 'name' && given.name_separator === undefined) {
    problems.push({ parameter: 'group', value: 'name', breach: 'needs', detail: 'requires name_separator' });
    delete given.group;
  }
  return { query: inventoryQueryOf(given), problems };
}

function inventoryQueryOf(given: object): InventoryQuery {
  const { facets, q, sort, order, ...rest } = monitorsQuerySchema.parse(given);
  return {
    ...rest,
    facets: facets === 'true',
    ...(q ? { q } : {}),
    ...(sort ? { sort, order: order ?? defaultOrderOf(sort) } : {}),
  };
}

const parameterNames = z.keyof(monitorsQuerySchema).options;

/** Returns the query as URL parameters, in a fixed order and without defaults: equal queries give equal texts. */
export function serializeInventoryQuery({ order, ...query }: InventoryQuery): string {
  const search = new URLSearchParams();
  const { sort } = query;
  const given = { ...query, ...(sort && order !== defaultOrderOf(sort) ? { order } : {}) };
  for (const name of parameterNames) {
    if (given[name] === defaultInventoryQuery[name]) continue;
    for (const value of [given[name] ?? []].flat()) search.append(name, String(value));
  }
  return search.toString();
}

/**
 * Returns the part of the query that determines which monitors match. Page, sort and additions do not. The grouping does
 * only with `in_group`.
 */
export function filtersOf(query: InventoryQuery): InventoryFilters {
  const { page: _page, per_page: _perPage, sort: _sort, order: _order, ...others } = query;
  const { facets: _facets, history: _history, groupings: _groupings, ...filters } = others;
  return filters.in_group === undefined ? withoutGroups(filters) : filters;
}

export function withoutGroups<T extends InventoryFilters>(query: T) {
  const { group: _group, name_separator: _separator, name_part: _part, ...rest } = query;
  return rest;
}
