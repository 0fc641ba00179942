import { useSearchParams } from 'next/navigation';
import { useQueryStates } from 'nuqs';
import { useEffect, useEffectEvent, useState } from 'react';
import { repeatLinkClicksAfter } from '@/components/ui/repeat-link-clicks';
import {
  changeWithout,
  isFiltered,
  type MonitorsUrlChange,
  parseMonitorsUrl,
  readMonitorsUrl,
  toSearchParamsChange,
} from '@/lib/client/monitors-url';
import {
  loadMonitorsSearch,
  type MonitorsSearch,
  type MonitorsSearchChange,
  monitorsSearchParams,
  serializeMonitorsSearch,
} from '@/lib/client/search-params';
import type { InventoryQuery, multiValueFacets, QueryProblem } from '@/lib/contract/inventory-query';
import type { InventorySort, SortOrder } from '@/lib/contract/inventory-sorts';
import type { FacetOption } from './filters/facet-list';

/** The facets of which several values can be asked for or shut out. */
export type ManyFacet = (typeof multiValueFacets)[number];
/** The facets that are either so or not so. */
export type FlagFacet = 'is_active' | 'maintenance_mode';

const nothingChosen = {
  q: null,
  type: null,
  condition: null,
  region: null,
  is_active: null,
  maintenance_mode: null,
  page: null,
  view: null,
} as const satisfies Record<Exclude<keyof MonitorsSearch, 'sort' | 'order' | 'per_page'>, null>;

export type MonitorsUrlState = ReturnType<typeof useMonitorsUrl>;

/**
 * The list's view state, which lives in the URL alone: each change is a step that Back undoes.
 *
 * @param prefetch requests a list before anything of it is rendered; returns when the request has ended
 */
export function useMonitorsUrl(prefetch: (query: InventoryQuery) => Promise<void>) {
  /** The texts that typing has written since the field got the focus, or anything else changed the URL. */
  const [typed, setTyped] = useState<readonly string[]>([]);
  const [given, setGiven] = useSteppedQueryStates(() => setTyped([]));
  const url = readMonitorsUrl(given);
  // For the parameters that are not the list's own. Those of the list may not be written into it yet.
  const address = useSearchParams();
  /** Requests what the URL means after a change, unless the BFF would refuse it. */
  const prefetchChange = async (change: MonitorsSearchChange) => {
    const search = serializeMonitorsSearch({ ...given, ...change });
    const next = parseMonitorsUrl(new URLSearchParams(search));
    if (next.refused.length === 0) await prefetch(next.query);
  };
  const write = (change: MonitorsSearchChange, history: 'push' | 'replace' = 'push') => {
    setTyped([]);
    prefetchChange(change);
    repeatLinkClicksAfter(setGiven(change, { history }));
  };
  const setUrl = (change: MonitorsUrlChange, history?: 'push' | 'replace') =>
    write(toSearchParamsChange(change), history);
  /** What shows something else than before is no longer the view whose name came with the link. */
  const change = (part: MonitorsUrlChange) => setUrl({ page: null, view: null, ...part });
  const searchWith = (part: MonitorsSearchChange) => serializeMonitorsSearch(address, { ...given, ...part });
  const hrefWith = (part: MonitorsSearchChange) => `/monitors${searchWith(part)}` as const;
  const { query } = url;
  return {
    url,
    query,
    isFiltered: isFiltered(query),
    /** The URL's search part, without the question mark. */
    searchPart: searchWith({}).slice(1),
    /** What stands in the search field: also a search that is refused. */
    searchText: url.refused.some(({ parameter }) => parameter === 'q') ? (given.q[0] ?? '') : url.q,
    /** Requests what a search finds, and changes nothing yet. */
    prefetchSearch: (q: string) => prefetchChange(toSearchParamsChange(searchChange(q))),
    /** Typing is one step, not one for each key; to clear the field is another, so that Back finds what was in it. */
    search: (q: string) => {
      const isOneStep = typed.length > 0 && url.q !== '' && q !== '';
      setUrl(searchChange(q), isOneStep ? 'replace' : 'push');
      setTyped(q === '' ? [] : [...typed, q]);
    },
    endTyping: () => setTyped([]),
    /** Whether a text was typed before the last one. */
    isOutdatedSearch: (q: string) => typed.slice(0, -1).includes(q),
    setPage: (page: number) => setUrl({ page }),
    hrefOfPage: (page: number) => hrefWith(toSearchParamsChange({ page })),
    /** Stays with the first row that is shown now. */
    setPerPage: (perPage: number) =>
      setUrl({ per_page: perPage, page: Math.floor(((url.page - 1) * url.per_page) / perPage) + 1 }),
    setFacetValue: (facet: ManyFacet, value: string, chosen: FacetOption['chosen']) =>
      change({ [facet]: withChoice(url[facet], value, chosen) }),
    setFacet: (facet: ManyFacet, values: string[] | null) => change({ [facet]: values }),
    setFlag: (facet: FlagFacet, value: 'true' | 'false' | null) => change({ [facet]: value }),
    /** @param order null: the sort's own */
    setSort: (sort: InventorySort, order: SortOrder | null) => change({ sort, order }),
    /** Sets several filters in one step; the others stay. */
    narrow: (part: MonitorsUrlChange) => change(part),
    /** Shows what is down and nothing else, the newest first. */
    showDown: () => change({ ...nothingChosen, condition: ['down'], sort: null, order: null }),
    /** Takes one filter away. @param field null: the search */
    clearFilter: (field: ManyFacet | FlagFacet | null) => change({ [field ?? 'q']: null }),
    clear: () => change(nothingChosen),
    /** The address without something that is refused, and the way there. */
    hrefWithout: (problem: QueryProblem) => hrefWith(changeWithout(given, problem)),
    removeProblem: (problem: QueryProblem) => write(changeWithout(given, problem)),
    /** Undoes what the count strip asks for. */
    clearCounts: () => change({ condition: null, maintenance_mode: null }),
    /** Shows what a saved view keeps, and nothing else. @param search as `viewSearchOf` gives it */
    applySavedView: (search: string) => write(loadMonitorsSearch(new URLSearchParams(search))),
    /** The name that came with the link has been dealt with. Not a step that Back should undo. */
    forgetView: () => setUrl({ view: null }, 'replace'),
  };
}

/**
 * What the list's address says, and how to change it. nuqs learns of a step back or forward from Next's router. A step that
 * comes before the router has taken in a change changes nothing for the router, so nuqs would stay with that change:
 * after a step the address itself counts, until nuqs has something new.
 *
 * @param onStep called after each step back or forward
 */
function useSteppedQueryStates(onStep: () => void) {
  'use memo';
  const [known, setKnown] = useQueryStates(monitorsSearchParams);
  const [step, setStep] = useState<{ given: MonitorsSearch; known: MonitorsSearch } | null>(null);
  const follow = useEffectEvent(() => {
    onStep();
    if (location.pathname === '/monitors') setStep({ given: loadMonitorsSearch(location.search), known });
  });
  useEffect(() => {
    const listener = () => follow();
    addEventListener('popstate', listener);
    return () => removeEventListener('popstate', listener);
  }, []);
  const stepped = step?.known === known ? step.given : null;
  const change = (part: MonitorsSearchChange, options: { history: 'push' | 'replace' }) =>
    setKnown({ ...stepped, ...part }, options);
  return [stepped ?? known, change] as const;
}

function searchChange(q: string): MonitorsUrlChange {
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
