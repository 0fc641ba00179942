import {
  facetNames,
  filtersOf,
  type InventoryQuery,
  MOST_QUOTED,
  MOST_VALUES,
  type QueryProblem,
  readInventoryQuery,
  serializeInventoryQuery,
} from '../contract/inventory-query';
import type { InventorySort, SortOrder } from '../contract/inventory-sorts';

/** Page sizes offered; the URL may say any size that the API takes. */
export const pageSizes = [10, 25, 50, 100] as const;

/** The order people land in: what needs attention first (design: product). */
export const defaultSort = 'attention';

/** The parameters of the page's URL that are the BFF's own. All others, `view` apart, mean nothing here. */
const queryNames: readonly string[] = [
  ...facetNames,
  'q',
  'is_active',
  'maintenance_mode',
  'sort',
  'order',
  'page',
  'per_page',
];

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
export function parseMonitorsUrl(search: URLSearchParams): MonitorsUrl {
  const { query, problems } = readInventoryQuery(bffSearchOf(search));
  const isRefused = (name: string, value: string) =>
    problems.some((problem) => problem.breach === 'value' && isMeant(problem, name, value));
  const single = (name: string) =>
    [search.get(name)].find((value) => value !== null && !isRefused(name, value)) ?? null;
  const valuesOf = (facet: (typeof facetNames)[number]) =>
    [...new Set(search.getAll(facet))].filter((value) => !isRefused(facet, value)).slice(0, MOST_VALUES);
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
    view: search.get('view'),
    refused: problems,
  };
}

/** What the BFF is asked for the page: the sort people land in where none is chosen, and the counts always. */
function bffSearchOf(search: URLSearchParams): URLSearchParams {
  const asked = new URLSearchParams([...search].filter(([name]) => queryNames.includes(name)));
  if (!asked.has('sort')) asked.set('sort', defaultSort);
  asked.set('facets', 'true');
  return asked;
}

/** Whether a problem is about what a URL says here. A value of a facet is refused alone, included or excluded. */
function isMeant({ parameter, value, breach }: QueryProblem, name: string, given: string): boolean {
  if (parameter !== name) return false;
  const isOneOfMany = breach === 'value' && facetNames.some((facet) => facet === name);
  return !isOneOfMany || given.replace(/^-/, '').slice(0, MOST_QUOTED) === value;
}

/** The URL without one thing that is refused, and on the first page of what is left. */
export function withoutProblem(search: URLSearchParams, problem: QueryProblem): URLSearchParams {
  const kept = [...search].filter(
    ([name, value]) => name !== 'page' && name !== 'view' && !isMeant(problem, name, value),
  );
  return new URLSearchParams(kept);
}

const usual = parseMonitorsUrl(new URLSearchParams());
const names = [
  'q',
  'type',
  'condition',
  'region',
  'is_active',
  'maintenance_mode',
  'sort',
  'order',
  'page',
  'per_page',
  'view',
] as const;

/** What a change sets; null, like the usual value, takes it out of the URL. */
export type MonitorsUrlChange = { [Name in (typeof names)[number]]?: MonitorsUrl[Name] | null };

/** The URL after a change. What else stands in it stays, and so does the order of what does. */
export function changeMonitorsUrl(search: URLSearchParams, change: MonitorsUrlChange): URLSearchParams {
  const next = new URLSearchParams(search);
  const set = <Name extends keyof MonitorsUrlChange>(name: Name) => {
    const value = change[name];
    if (value === undefined) return;
    const [first, ...more] = [value === usual[name] ? [] : (value ?? [])].flat().map(String);
    if (first === undefined) return next.delete(name);
    next.set(name, first);
    for (const one of more) next.append(name, one);
  };
  for (const name of names) set(name);
  return next;
}

/** The query that a URL means, facet counts included, without what is refused. */
export function queryOfUrl(url: MonitorsUrl): InventoryQuery {
  const { query } = readInventoryQuery(bffSearchOf(changeMonitorsUrl(new URLSearchParams(), url)));
  return query;
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
  const isUsual = sort === defaultSort && order === 'asc';
  return serializeInventoryQuery({
    ...rest,
    page: 1,
    facets: false,
    ...(isUsual || !sort || !order ? {} : { sort, order }),
  });
}
