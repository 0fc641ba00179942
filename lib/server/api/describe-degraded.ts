import 'server-only';
import type { Degraded } from '@/lib/contract/responses';
import { failures } from '../../contract/failures.ts';
import type { Problem } from '../errors.ts';
import { errorMessage, retryAtOf, upstreamDetails } from './error-message.ts';

/**
 * Returns the `degraded` part of a response: the failure of upstream, with the fields of an error response.
 *
 * @param nextAttemptAt when upstream is read again if the failure itself does not determine it, epoch ms; null if unknown
 */
export function describeDegraded(degraded: Problem, nextAttemptAt: number | null): Degraded {
  const { code } = degraded.failure;
  const { retry } = failures[code];
  const isNextReading = retry === undefined || retry === 'with_another_key';
  const retryAt = retryAtOf(degraded.failure) ?? (isNextReading ? nextAttemptAt : null);
  return {
    code,
    message: errorMessage(degraded.failure),
    since: new Date(degraded.since).toISOString(),
    retry_at: retryAt === null ? null : new Date(retryAt).toISOString(),
    ...upstreamDetails(degraded.failure),
  };
}
