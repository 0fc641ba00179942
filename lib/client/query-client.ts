import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './fetch-json';

/** An answer this recent is not requested again by the next component that shows it, milliseconds. */
const STALE_MS = 10_000;

/**
 * The cache of one browser tab. `gcTime` keeps its default: five minutes in the browser, and no timer on the server, where
 * each page renders with a client of its own.
 *
 * @param onSignedOut called when the BFF answers that the session has ended
 */
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
        // The server retries upstream, and polling asks again.
        retry: false,
        // A failure that the page brought, or that is this recent, waits for the next poll.
        retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt >= STALE_MS,
        // The browser's word for being offline is unreliable, so a request is always tried…
        networkMode: 'always',
        // …which would switch this off.
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/** Opens the sign-in page, which leads back here: nothing of the monitors stays on the screen. */
export function openSignIn(): void {
  // A link has led there already: the way back in its address is the right one.
  if (location.pathname === '/login') return;
  const here = `${location.pathname}${location.search}`;
  location.assign(`/login?${new URLSearchParams({ next: here })}`);
}
