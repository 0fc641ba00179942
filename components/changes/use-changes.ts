import { useInfiniteQuery } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { useEffect } from 'react';
import { useFailure } from '@/components/errors/failure';
import { useLastData } from '@/components/ui/use-last-data';
import { useRequestContext } from '@/components/ui/use-request-context';
import {
  type ChangesSearchChange,
  type ChangesUrl,
  changesSearchParams,
  readChangesUrl,
  shownKinds,
} from '@/lib/client/changes-url';
import type { BodyWithEtag } from '@/lib/client/fetch-json';
import { changesKey, changesQuery } from '@/lib/client/history-queries';
import type { ChangeList } from '@/lib/contract/changes';
import { formatInteger } from '@/lib/text/format';
import { withoutEnds } from './feed';

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

/**
 * The changes that match, loaded page by page, each outage once. Those of the previous filters stay until the new ones are
 * there.
 *
 * @param since the beginning of the time range, epoch milliseconds
 * @returns `changes`: the newest first. `meta`: undefined until something is shown. `isOld`: what is shown belongs to the
 * previous filters. `isSearching`: nothing was found so far, and older changes are being searched. `loadOlder` resolves with
 * the numbers of changes; null if loading failed
 */
export function useChangesFeed(url: ChangesUrl, since: number) {
  const key = JSON.stringify(changesKey(url));
  const query = useInfiniteQuery(changesQuery(url, useRequestContext()));
  const failure = useFailure(key, query);
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  const last = useLastData(key, data);
  const changesIn = (pages: readonly BodyWithEtag<ChangeList>[]) =>
    withoutEnds(
      pages.flatMap(({ body }) => body.data),
      { kinds: shownKinds(url), since },
    );
  const pages = last?.data.pages ?? [];
  // Ordered by their time: the changes of one crawl come in the order of its monitors.
  const changes = changesIn(pages).toSorted((a, b) => Date.parse(b.to) - Date.parse(a.to));
  // A page can have nothing but ends whose beginnings are on later pages.
  const isSearching = data !== undefined && changes.length === 0 && hasNextPage;
  useEffect(() => {
    if (isSearching && !isFetching && !isError) void fetchNextPage();
  }, [isSearching, isFetching, isError, fetchNextPage]);
  return {
    changes,
    meta: pages[0]?.body.meta,
    hasOlder: (pages.at(-1)?.body.pagination.next_cursor ?? null) !== null,
    isOld: last?.request !== key,
    isSearching,
    isLoadingOlder: query.isFetchingNextPage,
    failure,
    async loadOlder() {
      const { data: loaded, isError: hasFailed, hasNextPage: hasMore } = await fetchNextPage();
      if (hasFailed || loaded === undefined) return null;
      const count = changesIn(loaded.pages).length;
      return { added: count - changes.length, count, hasMore };
    },
    retry: () => void query.refetch(),
  };
}

/** The announcement after older changes were loaded: "100 older changes are shown, 200 in all." */
export function olderMessage({ added, count, hasMore }: { added: number; count: number; hasMore: boolean }) {
  if (added === 0) return hasMore ? 'No older changes were found yet.' : 'There are no older changes.';
  return `${formatInteger(added)} older ${added === 1 ? 'change is' : 'changes are'} shown, ${formatInteger(count)} in all.`;
}
