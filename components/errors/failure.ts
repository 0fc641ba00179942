import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '@/lib/client/fetch-json';
import type { ShownFailure } from './explain-error';

/**
 * The failure of a query; null when nothing failed. TanStack Query resets the error of a query without data
 * while it is refetched. This hook keeps the error until that request has ended, so that the error state does
 * not flicker.
 *
 * @param key identifies the query; a new key resets the kept error
 */
export function useFailure(
  key: string,
  { error, data, isPlaceholderData }: Pick<UseQueryResult, 'error' | 'data' | 'isPlaceholderData'>,
): ShownFailure | null {
  const [last, setLast] = useState({ key, error });
  const hasData = data !== undefined && !isPlaceholderData;
  const shown = error ?? (hasData || last.key !== key ? null : last.error);
  if (last.key !== key || last.error !== shown) setLast({ key, error: shown });
  return shown && failureOf(shown);
}

/** Converts a thrown error: the body of an `ApiError`, otherwise `sightline_unreachable`. */
export function failureOf(error: unknown): ShownFailure {
  if (error instanceof ApiError && error.body) return error.body;
  return { code: 'sightline_unreachable' };
}
