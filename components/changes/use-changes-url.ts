import { useQueryStates } from 'nuqs';
import { type ChangesSearchChange, changesSearchParams, readChangesUrl } from '@/lib/client/changes-url';

export type ChangesUrlState = ReturnType<typeof useChangesUrl>;

/** The state of the page of the changes, which is stored only in the URL. `write` changes some parameters of it. */
export function useChangesUrl() {
  const [given, setGiven] = useQueryStates(changesSearchParams);
  const write = (change: ChangesSearchChange, history: 'push' | 'replace' = 'push') =>
    void setGiven(change, { history });
  return {
    given,
    url: readChangesUrl(given),
    write,
    clear: () =>
      write({ kind: null, type: null, region: null, q: null, monitor: null, since: null, until: null }),
  };
}
