import 'server-only';
import type { Degraded } from '@/lib/contract/responses';
import { errorMessage, retryAtOf, upstreamDetails } from '../error-message.ts';
import type { Problem } from '../problem.ts';

/** Returns the `degraded` part of a response: the failure of upstream, with the fields of an error response. */
export function describeDegraded(degraded: Problem): Degraded {
  const retryAt = retryAtOf(degraded.failure);
  return {
    code: degraded.failure.code,
    message: errorMessage(degraded.failure),
    since: new Date(degraded.since).toISOString(),
    retry_at: retryAt === null ? null : new Date(retryAt).toISOString(),
    ...upstreamDetails(degraded.failure),
  };
}
