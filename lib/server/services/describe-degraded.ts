import 'server-only';
import type { Degraded } from '@/lib/contract/responses';
import { failureSentence, retryAtOf, upstreamDetails } from '../failure-sentence.ts';
import type { Trouble } from '../trouble.ts';

/** The `degraded` part of an answer: what keeps upstream from being read, in the words of the error answers. */
export function describeDegraded(degraded: Trouble): Degraded {
  const retryAt = retryAtOf(degraded.failure);
  return {
    code: degraded.failure.code,
    message: failureSentence(degraded.failure),
    since: new Date(degraded.since).toISOString(),
    retry_at: retryAt === null ? null : new Date(retryAt).toISOString(),
    ...upstreamDetails(degraded.failure),
  };
}
