import { useQueryStates } from 'nuqs';
import { useTicking } from '@/components/ui/clock';
import {
  type ChangesSearch,
  type ChangesSearchChange,
  changesFiltersOf,
  changesSearchParams,
  readChangesUrl,
} from '@/lib/client/changes-url';
import type { HistoryDays } from '@/lib/contract/history-days';

const noFilters = {
  ...{ kind: null, type: null, region: null, q: null, monitor: null },
  ...{ since: null, until: null },
} as const satisfies Record<Exclude<keyof ChangesSearch, 'days' | 'edits'>, null>;

/** The filters with several values. */
export type ChangesFacet = 'kind' | 'type' | 'region';

export type ChangesUrlState = ReturnType<typeof useChangesUrl>;

const HOUR_MS = 3_600_000;

/** The state of the page of the changes, which is stored only in the URL, with functions that change it. */
export function useChangesUrl() {
  const [given, setGiven] = useQueryStates(changesSearchParams);
  const hour = useTicking((now) => Math.floor(now / HOUR_MS));
  const url = readChangesUrl(given);
  const write = (change: ChangesSearchChange, history: 'push' | 'replace' = 'push') =>
    void setGiven(change, { history });
  return {
    url,
    filters: changesFiltersOf(url, hour * HOUR_MS),
    searchText: given.q[0] ?? '',
    setDays: (days: HistoryDays) =>
      write({ days: days === 1 ? null : [String(days)], since: null, until: null }),
    /** Shows only the changes of a time, epoch ms. */
    setTime: (from: number, to: number) =>
      write({ since: [new Date(from).toISOString()], until: [new Date(to).toISOString()] }),
    clearTime: () => write({ since: null, until: null }),
    setEveryEdit: (isShown: boolean) => write({ edits: isShown ? ['all'] : null }, 'replace'),
    /** Typing replaces the history entry, unless it begins or ends a search. */
    search: (q: string) => {
      const isOneStep = q !== '' && given.q.length > 0;
      write({ q: q === '' ? null : [q] }, isOneStep ? 'replace' : 'push');
    },
    setFacetValue: (facet: ChangesFacet, value: string, isChosen: boolean) => {
      const others = given[facet].filter((other) => other !== value);
      const values = isChosen ? [...others, value] : others;
      write({ [facet]: values.length === 0 ? null : values });
    },
    clearFilter: (name: keyof typeof noFilters) => write({ [name]: null }),
    clear: () => write(noFilters),
  };
}
