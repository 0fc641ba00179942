'use client';

import type { FacetOption } from '@/components/ui/facet-list';
import { changeAddress, readAddress, useAddress } from '@/components/ui/use-address';
import {
  changeMonitorsUrl,
  isFiltered,
  type MonitorsUrlChange,
  parseMonitorsUrl,
  queryOfUrl,
  withoutProblem,
} from '@/lib/client/monitors-url';
import type { InventoryQuery, QueryProblem } from '@/lib/contract/inventory-query';
import type { InventorySort, SortOrder } from '@/lib/contract/inventory-sorts';

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
  view: null,
} as const;

export type MonitorsView = ReturnType<typeof useMonitorsUrl>;

/**
 * The list's view state, which lives in the URL alone: each change is a step that Back undoes.
 *
 * @param ask asks for a list, before anything of it is rendered; returns when that has ended
 */
export function useMonitorsUrl(ask: (query: InventoryQuery) => Promise<void>) {
  const address = useAddress();
  const url = parseMonitorsUrl(address);
  /** Asks for what an address means, unless the BFF would refuse it. */
  const askFor = async (search: URLSearchParams) => {
    const asked = parseMonitorsUrl(search);
    if (asked.refused.length === 0) await ask(queryOfUrl(asked));
  };
  const setUrl = (
    part: MonitorsUrlChange,
    history: 'push' | 'replace' = 'push',
    when: 'now' | 'painted' = 'now',
  ) => {
    askFor(changeAddress((search) => changeMonitorsUrl(search, part), history, when));
  };
  /** What shows something else than before is no longer the view whose name came with the link. */
  const change = (part: MonitorsUrlChange) => setUrl({ page: null, view: null, ...part });
  const query = queryOfUrl(url);
  return {
    url,
    query,
    isFiltered: isFiltered(query),
    /** What stands in the search field: also a search that is refused. */
    searchText: url.refused.some(({ parameter }) => parameter === 'q') ? (address.get('q') ?? '') : url.q,
    /** Asks for what a search finds, and changes nothing yet. */
    prepareSearch: (q: string) => askFor(changeMonitorsUrl(readAddress(), found(q))),
    /** Typing is one step, not one for each key; to clear the field is another, so that Back finds what was in it. */
    search: (q: string) => setUrl(found(q), url.q === '' || q === '' ? 'push' : 'replace', 'painted'),
    setPage: (page: number) => setUrl({ page }),
    hrefOfPage: (page: number) => hrefOf(changeMonitorsUrl(address, { page })),
    /** Stays with the first row that is shown now. */
    setPerPage: (perPage: number) =>
      setUrl({ per_page: perPage, page: Math.floor(((url.page - 1) * url.per_page) / perPage) + 1 }),
    choose: (facet: ManyFacet, value: string, chosen: FacetOption['chosen']) =>
      change({ [facet]: withChoice(url[facet], value, chosen) }),
    only: (facet: ManyFacet, values: string[] | null) => change({ [facet]: values }),
    setFlag: (facet: FlagFacet, value: 'true' | 'false' | null) => change({ [facet]: value }),
    /** @param order null: the sort's own */
    setSort: (sort: InventorySort, order: SortOrder | null) => change({ sort, order }),
    /** Drops all that is asked for in one field. @param field null: the search */
    drop: (field: ManyFacet | FlagFacet | null) => change({ [field ?? 'q']: null }),
    clear: () => change(nothingAsked),
    /** The address without something that is refused, and the way there. */
    hrefWithout: (problem: QueryProblem) => hrefOf(withoutProblem(address, problem)),
    removeProblem: (problem: QueryProblem) => {
      askFor(changeAddress((search) => withoutProblem(search, problem), 'push'));
    },
    /** Undoes what the count strip asks for. */
    clearCounts: () => change({ condition: null, maintenance_mode: null }),
    /** Shows what a saved view keeps, and nothing else. @param search as `viewSearchOf` gives it */
    show: (search: string) => setUrl(parseMonitorsUrl(new URLSearchParams(search))),
    /** The name that came with the link has been dealt with. Not a step that Back should undo. */
    forgetView: () => setUrl({ view: null }, 'replace'),
  };
}

function hrefOf(search: URLSearchParams): string {
  return search.size === 0 ? '/monitors' : `/monitors?${search}`;
}

function found(q: string): MonitorsUrlChange {
  return { q, page: null, view: null };
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
