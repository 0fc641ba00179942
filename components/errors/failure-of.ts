import { ApiError } from '@/lib/client/fetch-json';
import type { ErrorBody, ErrorCode } from '@/lib/contract/error';

/** A failure as the screens show it. `sightline_unreachable`: the BFF itself did not answer as it should. */
export interface ShownFailure extends Partial<Omit<ErrorBody, 'code'>> {
  code: ErrorCode | 'sightline_unreachable';
}

/** What a thrown error means to a person. */
export function failureOf(error: unknown): ShownFailure {
  if (error instanceof ApiError && error.body) return error.body;
  return { code: 'sightline_unreachable' };
}
