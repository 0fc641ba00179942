import { useSearchParams } from 'next/navigation';
import { useQueryStates } from 'nuqs';
import {
  changeWithout,
  isFiltered,
  loadMonitorsSearch,
  type MonitorsSearchChange,
  type MonitorsUrlChange,
  monitorsSearchParams,
  noFilters,
  parseMonitorsUrl,
  readMonitorsUrl,
  serializeMonitorsSearch,
  toSearchParamsChange,
  viewSearchOf,
} from '@/lib/client/monitors-url';
import type { ParameterProblem } from '@/lib/contract/query-parameters';
import { rememberEdit } from './saved-views/saved-views';

export type MonitorsUrlState = ReturnType<typeof useMonitorsUrl>;

/**
 * The state of the list, which is stored only in the URL, with functions that change it. Each change is a
 * history entry.
 *
 * @param hasDefaultView whether a URL without parameters opens a view. Then the URL of all monitors has an empty `view`
 */
export function useMonitorsUrl(hasDefaultView: boolean) {
  const [given, setGiven] = useQueryStates(monitorsSearchParams);
  const url = readMonitorsUrl(given);
  // Used for parameters that do not belong to the list. Pending changes of the list may be missing in it.
  const address = useSearchParams();
  const withView = (change: MonitorsSearchChange): MonitorsSearchChange =>
    hasDefaultView && serializeMonitorsSearch({ ...given, ...change }) === ''
      ? { ...change, view: '' }
      : change;
  const write = (change: MonitorsSearchChange, history: 'push' | 'replace' = 'push') => {
    rememberEdit(viewSearchOf(parseMonitorsUrl(new URLSearchParams(searchWith(change)))));
    void setGiven(withView(change), { history });
  };
  const setUrl = (change: MonitorsUrlChange, history?: 'push' | 'replace') =>
    write(toSearchParamsChange(change), history);
  /** Changes filters, which resets the page and the name of a shared view. */
  const change = (part: MonitorsUrlChange) => setUrl({ page: null, view: null, ...part });
  const searchWith = (part: MonitorsSearchChange) =>
    serializeMonitorsSearch(address, { ...given, ...withView(part) });
  const hrefWith = (part: MonitorsSearchChange) => `/monitors${searchWith(part)}` as const;
  const { query } = url;
  return {
    url,
    query,
    isFiltered: isFiltered(query),
    /** The URL's search part, without the question mark. */
    searchPart: searchWith({}).slice(1),
    /** The path for a link to this list, without parameters that others have added to its URL. */
    path: `/monitors${serializeMonitorsSearch({ ...given, ...withView({}) })}` as const,
    /** The text of the search field, which may be an invalid search. */
    searchText: given.q[0] ?? '',
    /**
     * Sets the search. Typing is one history entry; clearing the field is another, so that Back restores the
     * text.
     */
    search: (q: string, isContinued: boolean) =>
      setUrl({ q, page: null, view: null }, isContinued && url.q !== '' && q !== '' ? 'replace' : 'push'),
    /** The URL's parameters as given, and the function that changes them. */
    given,
    write,
    setPage: (page: number) => setUrl({ page }),
    /** The URL with a change of filters, on the first page. */
    hrefOf: (part: MonitorsUrlChange) => hrefWith(toSearchParamsChange({ page: null, view: null, ...part })),
    hrefOfPage: (page: number) => hrefWith(toSearchParamsChange({ page })),
    /** Sets the page size and the page that contains the current first row. */
    setPerPage: (perPage: number) =>
      setUrl({ per_page: perPage, page: Math.floor(((url.page - 1) * url.per_page) / perPage) + 1 }),
    change,
    clear: () => change(noFilters),
    /** Removes a rejected value. @param instead replaces it */
    replaceProblem: (problem: ParameterProblem, instead?: string) =>
      write(changeWithout(given, problem, instead)),
    /** Replaces the state with that of a saved view. @param search a result of `viewSearchOf` */
    applySavedView: (search: string) =>
      void setGiven(withView(loadMonitorsSearch(new URLSearchParams(search))), { history: 'push' }),
    /** Removes the name of a shared view from the URL, without a history entry. */
    forgetView: () => setUrl({ view: null }, 'replace'),
  };
}
