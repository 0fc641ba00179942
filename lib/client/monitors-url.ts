import {
  filtersOf,
  type InventoryQuery,
  MAX_FACET_VALUES,
  MAX_QUOTED_CHARACTERS,
  multiValueFacets,
  type QueryProblem,
  readInventoryQuery,
  serializeInventoryQuery,
} from '../contract/inventory-query';
import type { InventorySort, SortOrder } from '../contract/inventory-sorts';
import {
  defaultSort,
  loadMonitorsSearch,
  type MonitorsSearch,
  type MonitorsSearchChange,
} from './search-params';

/** Page sizes offered; the URL may say any size that the API takes. */
export const pageSizes = [10, 25, 50, 100] as const;

/** The parameters of the page's URL that are the BFF's own. All others, `view` apart, mean nothing here. */
const queryNames = [
  'q',
  ...multiValueFacets,
  'is_active',
  'maintenance_mode',
  'sort',
  'order',
  'page',
  'per_page',
] as const;

type QueryName = (typeof queryNames)[number];

/** The view state of the list in the page's URL, under the BFF's own names. */
export interface MonitorsUrl {
  q: string;
  type: string[];
  condition: string[];
  region: string[];
  is_active: 'true' | 'false' | null;
  maintenance_mode: 'true' | 'false' | null;
  sort: InventorySort;
  order: SortOrder | null;
  page: number;
  per_page: number;
  /** The name that whoever shared the link gave to what it shows. */
  view: string | null;
  /** What the BFF would refuse; none of it is in the fields above. Rows are shown only where this is empty. */
  refused: readonly QueryProblem[];
}

/** Reads the URL with the BFF's own rules: one parameter that breaks them leaves the others in force. */
export function readMonitorsUrl(given: MonitorsSearch): MonitorsUrl {
  const { query, problems } = readInventoryQuery(toApiSearch(given));
  const isRefused = (name: QueryName, value: string) =>
    problems.some((problem) => problem.breach === 'value' && concernsValue(problem, name, value));
  const single = (name: QueryName) => {
    const [first] = given[name];
    return first === undefined || isRefused(name, first) ? null : first;
  };
  const valuesOf = (facet: (typeof multiValueFacets)[number]) =>
    [...new Set(given[facet])].filter((value) => !isRefused(facet, value)).slice(0, MAX_FACET_VALUES);
  return {
    q: single('q') ?? '',
    type: valuesOf('type'),
    condition: valuesOf('condition'),
    region: valuesOf('region'),
    is_active: query.is_active ?? null,
    maintenance_mode: query.maintenance_mode ?? null,
    sort: query.sort ?? defaultSort,
    order: single('order') === null ? null : (query.order ?? null),
    page: query.page,
    per_page: query.per_page,
    view: given.view,
    refused: problems,
  };
}

/** The same from the search part of an address. */
export function parseMonitorsUrl(search: URLSearchParams): MonitorsUrl {
  return readMonitorsUrl(loadMonitorsSearch(search));
}

/** What the BFF is asked for the page: what the URL says, and the counts always. */
function toApiSearch(
  said: Readonly<Record<QueryName, string | number | readonly string[] | null>>,
): URLSearchParams {
  const pairs = queryNames.flatMap((name) => [said[name] ?? []].flat().map((value) => [name, String(value)]));
  return new URLSearchParams([...pairs, ['facets', 'true']]);
}

/** Whether a problem is about what a URL says here. A value of a facet is refused alone, included or excluded. */
function concernsValue({ parameter, value, breach }: QueryProblem, name: QueryName, given: string): boolean {
  if (parameter !== name) return false;
  const isOneOfMany = breach === 'value' && multiValueFacets.some((facet) => facet === name);
  return !isOneOfMany || given.replace(/^-/, '').slice(0, MAX_QUOTED_CHARACTERS) === value;
}

/** What takes one thing that is refused out of the URL, and leads to the first page of what is left. */
export function changeWithout(given: MonitorsSearch, problem: QueryProblem): MonitorsSearchChange {
  const name = queryNames.find((one) => one === problem.parameter);
  const left = name === undefined ? [] : given[name].filter((value) => !concernsValue(problem, name, value));
  return {
    ...(name === undefined ? {} : { [name]: left.length === 0 ? null : left }),
    page: null,
    view: null,
  };
}

/** What a change sets; null, like the default, takes it out of the URL. */
export type MonitorsUrlChange = { [Name in keyof MonitorsSearch]?: MonitorsUrl[Name] | null };

/** A change as the URL writes it. */
export function toSearchParamsChange({ view, ...change }: MonitorsUrlChange): MonitorsSearchChange {
  const written: MonitorsSearchChange = view === undefined ? {} : { view };
  for (const name of queryNames) {
    const value = change[name];
    if (value !== undefined)
      written[name] = value === null || value === '' ? null : [value].flat().map(String);
  }
  return written;
}

/** The query that a URL means, facet counts included, without what is refused. */
export function queryOfUrl(url: MonitorsUrl): InventoryQuery {
  return readInventoryQuery(toApiSearch(url)).query;
}

/** Whether a query narrows the list. A search without words does not. */
export function isFiltered(query: InventoryQuery): boolean {
  return Object.keys(filtersOf(query)).length > 0;
}

/**
 * What of a URL a saved view keeps: filters, search, order and page size, not the page. Views that show the same give
 * the same text; the bare list gives none.
 */
export function viewSearchOf(url: MonitorsUrl): string {
  const { sort, order, facets: _facets, ...rest } = queryOfUrl(url);
  const isDefault = sort === defaultSort && order === 'asc';
  return serializeInventoryQuery({
    ...rest,
    page: 1,
    facets: false,
    ...(isDefault || !sort || !order ? {} : { sort, order }),
  });
}
