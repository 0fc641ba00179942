import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type ShownFailure, useFailure } from '@/components/errors/failure';
import { useLastData } from '@/components/ui/use-last-data';
import { useRequestContext } from '@/components/ui/use-request-context';
import type { ChangesUrl } from '@/lib/client/changes-url';
import { changesKey, changesQuery } from '@/lib/client/history-queries';
import type { Change, HistoryMeta } from '@/lib/contract/changes';

/** The loaded changes. */
interface Feed {
  /** The newest first. */
  changes: readonly Change[];
  meta: HistoryMeta;
  hasOlder: boolean;
}

/**
 * The changes that match, loaded page by page. Those of the previous filters stay until the new ones are there.
 *
 * @returns `isOld`: `shown` belongs to the previous filters. `isSearching`: nothing was found so far, and older changes are
 *   being searched
 */
export function useChangesFeed(url: ChangesUrl): {
  shown: Feed | null;
  isOld: boolean;
  isSearching: boolean;
  isLoadingOlder: boolean;
  failure: ShownFailure | null;
  loadOlder: () => Promise<unknown>;
  retry: () => void;
} {
  const key = JSON.stringify(changesKey(url));
  const query = useInfiniteQuery(changesQuery(url, useRequestContext()));
  const failure = useFailure(key, query);
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  const last = useLastData(key, data);
  const pages = last?.data.pages.map(({ body }) => body) ?? [];
  const meta = pages[0]?.meta;
  const changes = newestFirst(pages.flatMap((page) => page.data));
  const hasOlder = (pages.at(-1)?.pagination.next_cursor ?? null) !== null;
  // The server ends a long search early: a page can be empty although there are more.
  const isSearching = data !== undefined && changes.length === 0 && hasNextPage;
  useEffect(() => {
    if (isSearching && !isFetching && !isError) void fetchNextPage();
  }, [isSearching, isFetching, isError, fetchNextPage]);
  return {
    shown: meta ? { changes, meta, hasOlder } : null,
    isOld: last?.request !== key,
    isSearching,
    isLoadingOlder: query.isFetchingNextPage,
    failure,
    loadOlder: fetchNextPage,
    retry: () => void query.refetch(),
  };
}

/** Orders changes by their time: the changes of one reading come in the order of its monitors. */
function newestFirst(changes: readonly Change[]): Change[] {
  return changes.toSorted((a, b) => Date.parse(b.to) - Date.parse(a.to));
}
