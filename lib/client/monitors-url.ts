import {
  createLoader,
  parseAsInteger,
  parseAsNativeArrayOf,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs/server';
import { defaultInventoryQuery, type InventoryQuery, parseInventoryQuery } from '../contract/inventory-query';
import { type InventorySort, inventorySorts, type SortOrder } from '../contract/inventory-sorts';

/** Page sizes offered; the URL may say any size that the API takes. */
export const pageSizes = [10, 25, 50, 100] as const;

/** The order people land in: what needs attention first (design: product). */
export const defaultSort = 'attention';

const booleans = ['true', 'false'] as const;
const many = parseAsNativeArrayOf(parseAsString).withDefault([]);

/** The view state of the list in the page's URL, under the BFF's own names: one map for the page and the browser. */
export const monitorsUrlParsers = {
  q: parseAsString.withDefault(''),
  type: many,
  condition: many,
  region: many,
  is_active: parseAsStringLiteral(booleans),
  maintenance_mode: parseAsStringLiteral(booleans),
  sort: parseAsStringLiteral(inventorySorts).withDefault(defaultSort),
  order: parseAsStringLiteral(['asc', 'desc'] as const),
  page: parseAsInteger.withDefault(defaultInventoryQuery.page),
  per_page: parseAsInteger.withDefault(defaultInventoryQuery.per_page),
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
}

/**
 * The query that a URL means, facet counts included. A person's URL is read leniently: a page or size out of range
 * becomes the nearest sense, and where anything else cannot be read, the URL is as if it were bare.
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
