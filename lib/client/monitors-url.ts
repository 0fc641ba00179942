import {
  defaultInventoryQuery,
  type InventoryQuery,
  parseInventoryQuery,
  serializeInventoryQuery,
} from '../contract/inventory-query';
import { type InventorySort, inventorySorts, type SortOrder } from '../contract/inventory-sorts';
import { oneOf } from '../contract/one-of';

/** Page sizes offered; the URL may say any size that the API takes. */
export const pageSizes = [10, 25, 50, 100] as const;

/** The order people land in: what needs attention first (design: product). */
export const defaultSort = 'attention';

const flags = oneOf(['true', 'false']);
const sorts = oneOf(inventorySorts);
const orders = oneOf(['asc', 'desc']);

/** As many values of one facet as the BFF takes, and as long a search. */
const MOST_VALUES = 50;
const LONGEST_SEARCH = 100;

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
}

/** Reads the URL leniently: what cannot be read is as if it were not there, and the rest stays in force. */
export function parseMonitorsUrl(search: URLSearchParams): MonitorsUrl {
  return {
    q: searchText(search.get('q') ?? ''),
    type: valuesOf(search, 'type'),
    condition: valuesOf(search, 'condition'),
    region: valuesOf(search, 'region'),
    is_active: flags.safeParse(search.get('is_active')).data ?? null,
    maintenance_mode: flags.safeParse(search.get('maintenance_mode')).data ?? null,
    sort: sorts.safeParse(search.get('sort')).data ?? defaultSort,
    order: orders.safeParse(search.get('order')).data ?? null,
    page: wholeNumber(search.get('page')) ?? defaultInventoryQuery.page,
    per_page: wholeNumber(search.get('per_page')) ?? defaultInventoryQuery.per_page,
    view: search.get('view'),
  };
}

/** The values of one facet. One that the BFF would refuse is left out; the others stay in force. */
function valuesOf(search: URLSearchParams, facet: 'type' | 'condition' | 'region'): string[] {
  const isReadable = (value: string) => parseInventoryQuery(new URLSearchParams([[facet, value]])).ok;
  return [...new Set(search.getAll(facet))].filter(isReadable).slice(0, MOST_VALUES);
}

/** A search that is too long is cut: its beginning still finds what is meant. No character is cut in two. */
function searchText(text: string): string {
  return text.slice(0, LONGEST_SEARCH).replace(/[\uD800-\uDBFF]$/, '');
}

function wholeNumber(text: string | null): number | null {
  const number = Number.parseInt(text ?? '', 10);
  return Number.isNaN(number) ? null : number;
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
export type MonitorsUrlChange = { [Name in keyof MonitorsUrl]?: MonitorsUrl[Name] | null };

/** The URL after a change. What else stands in it stays, and so does the order of what does. */
export function changeMonitorsUrl(search: URLSearchParams, change: MonitorsUrlChange): URLSearchParams {
  const next = new URLSearchParams(search);
  const set = <Name extends keyof MonitorsUrl>(name: Name) => {
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

/**
 * The query that a URL means, facet counts included. A person's URL is read leniently: a page or size out of range
 * becomes the nearest sense, and what cannot be read is as if it were not there.
 */
export function queryOfUrl(url: MonitorsUrl): InventoryQuery {
  const search = new URLSearchParams();
  for (const name of ['type', 'condition', 'region'] as const) {
    for (const value of url[name]) search.append(name, value);
  }
  for (const name of ['q', 'is_active', 'maintenance_mode', 'sort', 'order'] as const) {
    const value = url[name];
    if (value) search.set(name, value);
  }
  search.set('page', String(Math.min(Math.max(1, url.page), 999_999_999)));
  search.set('per_page', String(Math.min(Math.max(1, url.per_page), 100)));
  const parsed = parseInventoryQuery(search);
  const fallback: InventoryQuery = { ...defaultInventoryQuery, sort: defaultSort, order: 'asc' };
  return { ...(parsed.ok ? parsed.query : fallback), facets: true };
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
