import { type DehydratedState, hashKey, type QueryKey } from '@tanstack/react-query';
import type { ErrorBody } from '../contract/error';
import { ApiError } from './fetch-json';

/** A query that failed while the server made the page, and why. */
export interface FailedQuery {
  queryKey: QueryKey;
  failure: ErrorBody;
}

/**
 * What a page brings, ready to hydrate in this browser. Times of answers move from the server's clock to the browser's, where
 * they are compared with its own. A failure becomes a failed query, so that it is shown and polled like any other; it never
 * replaces an answer that the browser holds.
 *
 * @param toBrowserTime when a moment of the server's clock was on the browser's (`Date.now()`), both epoch milliseconds
 */
export function toBrowserState(
  state: DehydratedState,
  failed: FailedQuery | null,
  toBrowserTime: (serverMs: number) => number,
): DehydratedState {
  const answered = state.queries.map((query) => ({
    ...query,
    state: { ...query.state, dataUpdatedAt: moved(query.state.dataUpdatedAt, toBrowserTime) },
  }));
  return { ...state, queries: failed === null ? answered : [...answered, failedQuery(failed)] };
}

/** 0 says that the answer is old however it compares, and stays. */
function moved(serverMs: number, toBrowserTime: (serverMs: number) => number): number {
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
