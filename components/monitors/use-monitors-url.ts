'use client';

import { useQueryStates } from 'nuqs';
import type { FacetOption } from '@/components/ui/facet-popup';
import { defaultSort, type MonitorsUrl, monitorsUrlParsers, queryOfUrl } from '@/lib/client/monitors-url';
import { defaultOrderOf, type InventorySort } from '@/lib/contract/inventory-sorts';

/** The facets of which several values can be asked for or shut out. */
export type ManyFacet = 'type' | 'condition' | 'region';
/** The facets that are either so or not so. */
export type FlagFacet = 'is_active' | 'maintenance_mode';

const nothingAsked = {
  q: null,
  type: null,
  condition: null,
  region: null,
  is_active: null,
  maintenance_mode: null,
  page: null,
} as const;

/** The list's view state, which lives in the URL alone: each change is a step that Back undoes. */
export function useMonitorsUrl() {
  const [url, setUrl] = useQueryStates(monitorsUrlParsers, { history: 'push', shallow: true });
  return {
    url,
    query: queryOfUrl(url),
    isFiltered: isFiltered(url),
    /** Typing is one step, not one for each key. */
    search: (q: string) =>
      setUrl({ q: q === '' ? null : q, page: null }, { history: url.q === '' ? 'push' : 'replace' }),
    setPage: (page: number) => setUrl({ page }),
    /** Stays with the first row that is shown now. */
    setPerPage: (perPage: number) =>
      setUrl({ per_page: perPage, page: Math.floor(((url.page - 1) * url.per_page) / perPage) + 1 }),
    choose: (facet: ManyFacet, value: string, chosen: FacetOption['chosen']) =>
      setUrl({ [facet]: withChoice(url[facet], value, chosen), page: null }),
    only: (facet: ManyFacet, values: string[] | null) => setUrl({ [facet]: values, page: null }),
    setFlag: (facet: FlagFacet, value: 'true' | 'false' | null) => setUrl({ [facet]: value, page: null }),
    /** The column's own order first, then the other way round, then none: the order people land in. */
    sortBy: (sort: InventorySort) => setUrl({ ...nextSort(url, sort), page: null }),
    clear: () => setUrl(nothingAsked),
    /** Undoes what the count strip asks for. */
    clearCounts: () => setUrl({ condition: null, maintenance_mode: null, page: null }),
  };
}

function isFiltered(url: MonitorsUrl): boolean {
  const many = [...url.type, ...url.condition, ...url.region];
  return url.q !== '' || many.length > 0 || url.is_active !== null || url.maintenance_mode !== null;
}

function withChoice(
  values: readonly string[],
  value: string,
  chosen: FacetOption['chosen'],
): string[] | null {
  const others = values.filter((other) => other !== value && other !== `-${value}`);
  const next = chosen === null ? others : [...others, chosen === 'included' ? value : `-${value}`];
  return next.length === 0 ? null : next;
}

function nextSort(url: Pick<MonitorsUrl, 'sort' | 'order'>, sort: InventorySort) {
  const usual = defaultOrderOf(sort);
  if (url.sort !== sort) return { sort, order: null };
  if ((url.order ?? usual) === usual)
    return { sort, order: usual === 'asc' ? ('desc' as const) : ('asc' as const) };
  return { sort: sort === defaultSort ? sort : null, order: null };
}
