import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { withBasePath, withoutBasePath } from '../text/base-path';
import { ApiError } from './fetch-json';

/** Data this recent is not requested again by the next component that shows it, milliseconds. */
const STALE_MS = 10_000;

/** Creates the query client of a browser tab, or of one page on the server. @param onSignedOut called when the session has ended */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: Error) => {
    if (error instanceof ApiError && error.body?.code === 'signed_out') onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        // Not needed: the server retries upstream, and polling repeats the request.
        retry: false,
        // A recent failure, also one from the server's page, is retried by the next poll only.
        retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt >= STALE_MS,
        // The browser's offline state is unreliable, so a request is always tried.
        networkMode: 'always',
        // Set explicitly, because `networkMode: 'always'` changes its default to false.
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/** Loads the sign-in page as a new document, so that no monitor data stays in the page. It leads back here afterwards. */
export function openSignIn(): void {
  // A link has already opened the sign-in page: its `next` parameter is the right one.
  const path = withoutBasePath(location.pathname);
  // A wall shows a message of its own, because nobody can sign in there.
  if (path === '/login' || path === '/wall') return;
  const here = `${path}${location.search}`;
  location.assign(withBasePath(`/login?${new URLSearchParams({ next: here })}`));
}
