import { type DehydratedState, hashKey, type QueryKey } from '@tanstack/react-query';
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
  const succeeded = state.queries.map((query) => ({
    ...query,
    state: { ...query.state, dataUpdatedAt: toBrowserUpdatedAt(query.state.dataUpdatedAt, toBrowserTime) },
  }));
  return { ...state, queries: failed === null ? succeeded : [...succeeded, failedQuery(failed)] };
}

/** Keeps 0, which marks data that is stale in any case. */
function toBrowserUpdatedAt(serverMs: number, toBrowserTime: (serverMs: number) => number): number {
  return serverMs === 0 ? 0 : toBrowserTime(serverMs);
}

function failedQuery({ queryKey, failure }: FailedQuery): DehydratedState['queries'][number] {
  const error = new ApiError(failure);
  const now = Date.now();
  return {
    queryKey,
    queryHash: hashKey(queryKey),
    dehydratedAt: now,
    state: {
      data: undefined,
      dataUpdateCount: 0,
      dataUpdatedAt: 0,
      error,
      errorUpdateCount: 1,
      errorUpdatedAt: now,
      fetchFailureCount: 1,
      fetchFailureReason: error,
      fetchMeta: null,
      fetchStatus: 'idle',
      isInvalidated: true,
      status: 'error',
    },
  };
}
