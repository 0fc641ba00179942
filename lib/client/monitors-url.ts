import {
  createLoader,
  createMultiParser,
  createParser,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs/server';
import {
  defaultInventoryQuery,
  type InventoryQuery,
  parseInventoryQuery,
  serializeInventoryQuery,
} from '../contract/inventory-query';
import { type InventorySort, inventorySorts, type SortOrder } from '../contract/inventory-sorts';

/** Page sizes offered; the URL may say any size that the API takes. */
export const pageSizes = [10, 25, 50, 100] as const;

/** The order people land in: what needs attention first (design: product). */
export const defaultSort = 'attention';

const booleans = ['true', 'false'] as const;

/** As many values of one facet as the BFF takes, and as long a search. */
const MOST_VALUES = 50;
const LONGEST_SEARCH = 100;

/** The values of one facet. One that the BFF would refuse is left out; the others stay in force. */
function valuesOf(facet: 'type' | 'condition' | 'region') {
  const isReadable = (value: string) => parseInventoryQuery(new URLSearchParams([[facet, value]])).ok;
  return createMultiParser<string[]>({
    parse: (values) => {
      const readable = [...new Set(values)].filter(isReadable).slice(0, MOST_VALUES);
      return readable.length === 0 ? null : readable;
    },
    serialize: (values) => values,
    eq: (a, b) => a.length === b.length && a.every((value, index) => value === b[index]),
  }).withDefault([]);
}

/** A search that is too long is cut: its beginning still finds what is meant. No character is cut in two. */
const searchText = createParser({
  parse: (text) => text.slice(0, LONGEST_SEARCH).replace(/[\uD800-\uDBFF]$/, ''),
  serialize: String,
}).withDefault('');

/** The view state of the list in the page's URL, under the BFF's own names: one map for the page and the browser. */
export const monitorsUrlParsers = {
  q: searchText,
  type: valuesOf('type'),
  condition: valuesOf('condition'),
  region: valuesOf('region'),
  is_active: parseAsStringLiteral(booleans),
  maintenance_mode: parseAsStringLiteral(booleans),
  sort: parseAsStringLiteral(inventorySorts).withDefault(defaultSort),
  order: parseAsStringLiteral(['asc', 'desc'] as const),
  page: parseAsInteger.withDefault(defaultInventoryQuery.page),
  per_page: parseAsInteger.withDefault(defaultInventoryQuery.per_page),
  /** The name that whoever shared the link gave to what it shows. */
  view: parseAsString,
};

export const loadMonitorsUrl = createLoader(monitorsUrlParsers);

/** What the URL of the list says. */
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
  view: string | null;
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
