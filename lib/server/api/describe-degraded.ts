import 'server-only';
import type { Degraded } from '@/lib/contract/responses';
import type { Problem } from '../problem.ts';
import { errorMessage, retryAtOf, upstreamDetails } from './error-message.ts';

/**
 * Returns the `degraded` part of a response: the failure of upstream, with the fields of an error response.
 *
 * @param nextAttemptAt when upstream is read again if the failure itself does not determine it, epoch ms; null if unknown
 */
export function describeDegraded(degraded: Problem, nextAttemptAt: number | null): Degraded {
  const { code } = degraded.failure;
  const isUsedUp = code === 'daily_quota_exhausted' || code === 'monthly_quota_exhausted';
  // While a quota is used up, the next attempt is only a probe; when reading continues is unknown. An unreachable shared
  // state is tried each second.
  const isUnknown = isUsedUp || code === 'storage_unreachable';
  const retryAt = retryAtOf(degraded.failure) ?? (isUnknown ? null : nextAttemptAt);
  return {
    code,
    message: errorMessage(degraded.failure),
    since: new Date(degraded.since).toISOString(),
    retry_at: retryAt === null ? null : new Date(retryAt).toISOString(),
    ...upstreamDetails(degraded.failure),
  };
}
