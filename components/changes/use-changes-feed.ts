import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ShownFailure } from '@/components/errors/error-title';
import { useFailure } from '@/components/errors/failure';
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

/** How many changes were added below the loaded ones, how many there are now, and whether there may be more. */
export interface LoadedOlder {
  added: number;
  count: number;
  hasMore: boolean;
}

/**
 * The changes that match, loaded page by page. Those of the previous filters stay until the new ones are there.
 *
 * @returns `isOld`: `shown` belongs to the previous filters. `isSearching`: nothing was found so far, and older changes are
 *   being searched. `loadOlder` resolves with null when nothing could be loaded
 */
export function useChangesFeed(url: ChangesUrl): {
  shown: Feed | null;
  isOld: boolean;
  isSearching: boolean;
  isLoadingOlder: boolean;
  failure: ShownFailure | null;
  loadOlder: () => Promise<LoadedOlder | null>;
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
    async loadOlder() {
      const { data: loaded, isError: hasFailed, hasNextPage: hasMore } = await fetchNextPage();
      if (hasFailed || loaded === undefined) return null;
      const count = loaded.pages.reduce((sum, { body }) => sum + body.data.length, 0);
      return { added: count - changes.length, count, hasMore };
    },
    retry: () => void query.refetch(),
  };
}

/** Orders changes by their time: the changes of one crawl come in the order of its monitors. */
function newestFirst(changes: readonly Change[]): Change[] {
  return changes.toSorted((a, b) => Date.parse(b.to) - Date.parse(a.to));
}
