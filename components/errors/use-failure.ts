import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { failureOf, type ShownFailure } from './failure-of';

/**
 * Why a query has nothing newer; null when nothing failed. A query without data forgets its error while it is requested again.
 * The explanation stands until that request has ended, so that it does not flicker with each poll.
 *
 * @param key tells one query from another
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
