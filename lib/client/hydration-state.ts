import { type DehydratedState, dehydrate, QueryClient, type QueryKey } from '@tanstack/react-query';
import type { ErrorBody } from '../contract/error';
import { ApiError } from './fetch-json';

/** A query that failed while the server rendered the page, and the error. */
export interface FailedQuery {
  queryKey: QueryKey;
  failure: ErrorBody;
}

/**
 * Converts a page's dehydrated state for this browser. The times of the data are converted from the server's clock to
 * the browser's, because TanStack Query compares them with `Date.now()`. A failure becomes a failed query, so that it
 * is shown and polled like any other; it never replaces data that the browser has.
 *
 * @param toBrowserTime converts a time of the server's clock to the browser's (`Date.now()`), both epoch milliseconds
 */
export function toBrowserState(
  state: DehydratedState,
  failed: FailedQuery | null,
  toBrowserTime: (serverMs: number) => number,
): DehydratedState {
  const queries = state.queries.map((query) => {
    const { dataUpdatedAt } = query.state;
    // 0 marks data that is stale in any case.
    return {
      ...query,
      state: { ...query.state, dataUpdatedAt: dataUpdatedAt && toBrowserTime(dataUpdatedAt) },
    };
  });
  return { ...state, queries: failed === null ? queries : [...queries, ...failedState(failed).queries] };
}

function failedState({ queryKey, failure }: FailedQuery): DehydratedState {
  const client = new QueryClient();
  const query = client.getQueryCache().build(client, { queryKey });
  query.setState({ status: 'error', error: new ApiError(failure), errorUpdatedAt: Date.now() });
  return dehydrate(client, { shouldDehydrateQuery: () => true });
}
