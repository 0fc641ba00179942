import {
  createLoader,
  createParser,
  createSerializer,
  type inferParserType,
  parseAsNativeArrayOf,
  parseAsString,
} from 'nuqs/server';
import * as z from 'zod/mini';
import { recordOf } from '../contract/documented.ts';
import {
  defaultInventoryQuery,
  filtersOf,
  flagFacets,
  type InventoryQuery,
  monitorFiltersSchema,
  multiValueFacets,
  readInventoryQuery,
  serializeInventoryQuery,
} from '../contract/inventory-query.ts';
import { historyDays } from '../contract/limits.ts';
import { defaultOrderOf } from '../contract/list-layout.ts';
import type { Preferences } from '../contract/preferences.ts';
import type { ParameterProblem } from '../contract/query-parameters.ts';

/** The time from the last key in a search field to the request, milliseconds. */
export const SEARCH_DEBOUNCE_MS = 80;

/** The default sort: monitors that need attention first. */
export const defaultSort = 'attention';

/** All values of a parameter, unchanged, because `readInventoryQuery` must see the invalid and repeated ones to reject them. */
const texts = parseAsNativeArrayOf(parseAsString);

const apiParameters = {
  ...recordOf(z.keyof(monitorFiltersSchema).options, texts),
  sort: texts.withDefault([defaultSort]),
  page: texts.withDefault([String(defaultInventoryQuery.page)]),
  per_page: texts.withDefault([String(defaultInventoryQuery.per_page)]),
};

/** The parameters of the list's URL, shared by the browser's hook, the page on the server, and links. */
export const monitorsSearchParams = {
  ...apiParameters,
  /** The name of the view, set by the user who shared the link. Not a parameter of the API. */
  view: parseAsString,
};

/** The parameters of the list's URL, not validated yet. */
export type MonitorsSearch = inferParserType<typeof monitorsSearchParams>;
/** A change of the URL's parameters. Null or the default removes a parameter; one that is left out stays. */
export type MonitorsSearchChange = { [Name in keyof MonitorsSearch]?: MonitorsSearch[Name] | null };

export const loadMonitorsSearch = createLoader(monitorsSearchParams);

/** Applies a `MonitorsSearchChange` to search parameters. Returns the query string with its "?", or '' if it is empty. */
export const serializeMonitorsSearch = createSerializer<
  typeof monitorsSearchParams,
  URLSearchParams,
  '' | `?${string}`
>(monitorsSearchParams);

type QueryName = keyof typeof apiParameters;
/** The parameters of the URL that the BFF also has. All others, except `view`, are ignored. */
const isQueryName = (name: string): name is QueryName => Object.hasOwn(apiParameters, name);
const queryNames = Object.keys(apiParameters).filter(isQueryName);

/** The view state of the list in the page's URL, with the BFF's parameter names. */
export type MonitorsUrl = ReturnType<typeof readMonitorsUrl>;

/** The filters of a list that shows all monitors. */
export const noFilters = {
  q: '',
  ...recordOf(multiValueFacets, []),
  ...recordOf([...flagFacets, 'rule', 'in_group'], null),
};

/** The grouping of a list without groups. */
const noGroups = { group: null, name_separator: null, name_part: null, in_group: null };

/** Interprets the URL with the BFF's own rules. An invalid parameter does not affect the others. */
export function readMonitorsUrl(given: MonitorsSearch) {
  const pairs = queryNames.flatMap((name) => given[name].map((value) => [name, value]));
  const read = readInventoryQuery(new URLSearchParams([...pairs, ['facets', 'true']]));
  const { sort = defaultSort, order = defaultOrderOf(sort) } = read.query;
  const query = { ...read.query, sort, order };
  return {
    /** The query that the page sends to the BFF: without the rejected parameters, always with a sort and the facet counts. */
    query,
    ...noFilters,
    ...noGroups,
    ...query,
    order: given.order.length === 0 || read.query.order === undefined ? null : order,
    view: given.view,
    /** The parameters that the BFF would reject. Rows are shown only when this is empty. */
    refused: read.problems,
  };
}

/** Like `readMonitorsUrl`, from the search part of a URL. */
export function parseMonitorsUrl(search: URLSearchParams): MonitorsUrl {
  return readMonitorsUrl(loadMonitorsSearch(search));
}

/** The change that removes a rejected parameter or value from the URL, or replaces it, and returns to the first page. */
export function changeWithout(
  given: MonitorsSearch,
  { parameter: name, value, breach }: ParameterProblem,
  instead?: string,
): MonitorsSearchChange {
  if (!isQueryName(name)) return { page: null, view: null };
  const bare = (text: string) => text.replace(/^-/, '');
  // Values of a facet are rejected one by one, included and excluded alike.
  const isOneOfMany = breach === 'value' && multiValueFacets.some((facet) => facet === name);
  const rest = isOneOfMany ? given[name].filter((other) => bare(other) !== bare(value)) : [];
  const values = instead === undefined ? rest : [...rest, instead];
  return { [name]: values.length === 0 ? null : values, page: null, view: null };
}

/** The parameters that a change sets; null or the default removes one from the URL. */
export type MonitorsUrlChange = { [Name in keyof MonitorsSearch]?: MonitorsUrl[Name] | null };

/** Converts a change to the strings of the URL. */
export function toSearchParamsChange({ view, ...change }: MonitorsUrlChange): MonitorsSearchChange {
  const written: MonitorsSearchChange = view === undefined ? {} : { view };
  for (const name of queryNames) {
    if (change[name] === undefined) continue;
    const values = [change[name] ?? ''].flat().map(String);
    const isRemoved = values[0] === '' && !(name === 'in_group' && change[name] !== null);
    written[name] = isRemoved ? null : values;
  }
  return written;
}

/** The part of a query that the server cannot refuse: without the search, the types and the rule. */
export function acceptedPart({ q: _q, type: _type, rule: _rule, ...rest }: InventoryQuery): InventoryQuery {
  return rest;
}

/** Whether a query has a filter. A search without words is none. */
export function isFiltered(query: InventoryQuery): boolean {
  return Object.keys(filtersOf(query)).length > 0;
}

/** The part of a URL that a saved view keeps: all but the page. Equal views give equal strings; the default view ''. */
export function viewSearchOf({ query }: { query: InventoryQuery }): string {
  const { sort, order, facets: _facets, ...rest } = query;
  const isDefault = sort === defaultSort && order === 'asc';
  return serializeInventoryQuery({
    ...rest,
    page: 1,
    facets: false,
    ...(isDefault || !sort || !order ? {} : { sort, order }),
  });
}

/** The path of the report or the wall of the monitors of a list. @param search the search part of its URL */
export function pathOfThese(page: 'report' | 'wall', search: string): `/${typeof page}?${string}` {
  const filters = new URLSearchParams(search);
  // There it names a view of the team; here it is the name under which a shared link offers to save the list.
  filters.delete('view');
  return `/${page}?${filters}`;
}

/** The columns of the history. */
const pastColumns: readonly string[] = ['last_24h', 'availability_7d', 'availability_30d'];

/** Requests the history of the rows if a shown column needs it. */
export function withPast(query: InventoryQuery, { columns, isWide }: Preferences): InventoryQuery {
  const isShown = columns === null ? isWide : columns.some((id) => pastColumns.includes(id));
  return isShown ? { ...query, history: '1' } : query;
}

/**
 * A monitor, and the page of the list that it was opened from as search parameters without the question mark; null: it was
 * opened in another way. The previous and next monitor are its neighbours there.
 */
export interface OpenedMonitor {
  uuid: string;
  list: string | null;
}

/** The parameter of a monitor's URL that names the list. */
export const listParser = parseAsString;

/** The path of a monitor's page. */
export function monitorPath({ uuid, list }: OpenedMonitor): `/monitors/${string}` {
  return list === null ? `/monitors/${uuid}` : `/monitors/${uuid}?list=${encodeURIComponent(list)}`;
}

/** The URL parameter `days` of the charts of the history: one day if it is absent or has another value than those offered. */
export const daysParser = createParser({
  parse: (value) => historyDays.find((days) => String(days) === value) ?? null,
  serialize: String,
}).withDefault(1);

export const loadDays = createLoader({ days: daysParser });

/** The search parameters of another page of a list. @param page from 1 */
export function onPage(list: string, page: number): string {
  const search = new URLSearchParams(list);
  if (page === 1) search.delete('page');
  else search.set('page', String(page));
  return search.toString();
}
