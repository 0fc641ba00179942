import {
  filtersOf,
  type InventoryQuery,
  multiValueFacets,
  type QueryProblem,
  readInventoryQuery,
  serializeInventoryQuery,
} from '../contract/inventory-query';
import { defaultOrderOf, type InventorySort, type SortOrder } from '../contract/inventory-sorts';
import { MAX_QUOTED_CHARACTERS, MAX_VALUES } from '../contract/query-parameters';
import {
  defaultSort,
  loadMonitorsSearch,
  type MonitorsSearch,
  type MonitorsSearchChange,
} from './search-params';

/** The parameters of the page's URL that the BFF also has. All others, except `view`, are ignored. */
const queryNames = [
  'q',
  ...multiValueFacets,
  'is_active',
  'maintenance_mode',
  'flapping',
  'sort',
  'order',
  'page',
  'per_page',
] as const;

type QueryName = (typeof queryNames)[number];

/** The view state of the list in the page's URL, with the BFF's parameter names. */
export interface MonitorsUrl {
  /** The query that the page sends to the BFF: without the rejected parameters, always with a sort and the facet counts. */
  query: InventoryQuery;
  q: string;
  type: string[];
  condition: string[];
  region: string[];
  is_active: 'true' | 'false' | null;
  maintenance_mode: 'true' | 'false' | null;
  flapping: 'true' | 'false' | null;
  sort: InventorySort;
  order: SortOrder | null;
  page: number;
  per_page: number;
  /** The name of the view, set by the user who shared the link. */
  view: string | null;
  /**
   * The parameters that the BFF would reject; they are not in the fields above. Rows are shown only when this is empty.
   */
  refused: readonly QueryProblem[];
}

/** Interprets the URL with the BFF's own rules. An invalid parameter does not affect the others. */
export function readMonitorsUrl(given: MonitorsSearch): MonitorsUrl {
  const { query, problems } = readInventoryQuery(toApiSearch(given));
  const { sort = defaultSort } = query;
  const isRefused = (name: QueryName, value: string) =>
    problems.some((problem) => problem.breach === 'value' && concernsValue(problem, name, value));
  const single = (name: QueryName) => {
    const [first] = given[name];
    return first === undefined || isRefused(name, first) ? null : first;
  };
  const valuesOf = (facet: (typeof multiValueFacets)[number]) =>
    [...new Set(given[facet])].filter((value) => !isRefused(facet, value)).slice(0, MAX_VALUES);
  return {
    query: { ...query, sort, order: query.order ?? defaultOrderOf(sort) },
    q: single('q') ?? '',
    type: valuesOf('type'),
    condition: valuesOf('condition'),
    region: valuesOf('region'),
    is_active: query.is_active ?? null,
    maintenance_mode: query.maintenance_mode ?? null,
    flapping: query.flapping ?? null,
    sort,
    order: single('order') === null ? null : (query.order ?? null),
    page: query.page,
    per_page: query.per_page,
    view: given.view,
    refused: problems,
  };
}

/** Like `readMonitorsUrl`, from the search part of a URL. */
export function parseMonitorsUrl(search: URLSearchParams): MonitorsUrl {
  return readMonitorsUrl(loadMonitorsSearch(search));
}

/** The BFF's parameters in the URL, and a request for the facet counts. */
function toApiSearch(given: MonitorsSearch): URLSearchParams {
  const pairs = queryNames.flatMap((name) => given[name].map((value) => [name, value]));
  return new URLSearchParams([...pairs, ['facets', 'true']]);
}

/** Whether a problem concerns this value. A facet's value is rejected individually, whether included or excluded. */
function concernsValue({ parameter, value, breach }: QueryProblem, name: QueryName, given: string): boolean {
  if (parameter !== name) return false;
  const isOneOfMany = breach === 'value' && multiValueFacets.some((facet) => facet === name);
  return !isOneOfMany || given.replace(/^-/, '').slice(0, MAX_QUOTED_CHARACTERS) === value;
}

/** The change that removes a rejected parameter or value from the URL and returns to the first page. */
export function changeWithout(given: MonitorsSearch, problem: QueryProblem): MonitorsSearchChange {
  const name = queryNames.find((one) => one === problem.parameter);
  const left = name === undefined ? [] : given[name].filter((value) => !concernsValue(problem, name, value));
  return {
    ...(name === undefined ? {} : { [name]: left.length === 0 ? null : left }),
    page: null,
    view: null,
  };
}

/** The parameters that a change sets; null or the default removes one from the URL. */
export type MonitorsUrlChange = { [Name in keyof MonitorsSearch]?: MonitorsUrl[Name] | null };

/** Converts a change to the strings of the URL. */
export function toSearchParamsChange({ view, ...change }: MonitorsUrlChange): MonitorsSearchChange {
  const written: MonitorsSearchChange = view === undefined ? {} : { view };
  for (const name of queryNames) {
    const value = change[name];
    if (value !== undefined)
      written[name] = value === null || value === '' ? null : [value].flat().map(String);
  }
  return written;
}

/** Whether a query has a filter. A search without words is none. */
export function isFiltered(query: InventoryQuery): boolean {
  return Object.keys(filtersOf(query)).length > 0;
}

/**
 * The part of a URL that a saved view keeps: filters, search, order and page size, not the page. Equal views give equal
 * strings; the list without parameters gives an empty one.
 */
export function viewSearchOf({ query }: Pick<MonitorsUrl, 'query'>): string {
  const { sort, order, facets: _facets, ...rest } = query;
  const isDefault = sort === defaultSort && order === 'asc';
  return serializeInventoryQuery({
    ...rest,
    page: 1,
    facets: false,
    ...(isDefault || !sort || !order ? {} : { sort, order }),
  });
}
