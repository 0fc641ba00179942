import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '@/lib/client/fetch-json';
import type { ErrorBody, ErrorCode } from '@/lib/contract/error';

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

/** A failure as the screens show it. `sightline_unreachable`: the BFF itself did not answer as it should. */
export interface ShownFailure extends Partial<Omit<ErrorBody, 'code'>> {
  code: ErrorCode | 'sightline_unreachable';
}

/** What a thrown error means to a person. */
export function failureOf(error: unknown): ShownFailure {
  if (error instanceof ApiError && error.body) return error.body;
  return { code: 'sightline_unreachable' };
}
