import 'server-only';
import type { ErrorBody, UpstreamDetails } from '@/lib/contract/error';
import type { ReadNowAnswer } from '@/lib/contract/read-now';
import type { Degraded } from '@/lib/contract/responses';
import { failures } from '../../contract/failures.ts';
import type { Failure, Problem } from '../errors.ts';
import { errorMessage } from './error-message.ts';

const iso = (instant: number) => new Date(instant).toISOString();

/** When a retry makes sense, epoch ms; null when unknown. */
export function retryAtOf(failure: Failure): number | null {
  return 'retryAt' in failure ? failure.retryAt : null;
}

/** The part of an error response that comes from upstream's response: its status and the scopes it named. */
export function upstreamDetails(failure: Failure): UpstreamDetails {
  if (failure.code === 'upstream_error') return { upstream_status: failure.status };
  if (failure.code !== 'missing_scope') return {};
  const { requiredScope, requiredScopesAnyOf, grantedScopes } = failure;
  return {
    ...(requiredScope === undefined ? {} : { required_scope: requiredScope }),
    ...(requiredScopesAnyOf === undefined ? {} : { required_scopes_any_of: requiredScopesAnyOf }),
    granted_scopes: grantedScopes,
  };
}

/** Returns the body of an error response. */
export function failureBody(failure: Failure, requestId: string): ErrorBody {
  const body: ErrorBody = { error: errorMessage(failure), code: failure.code, request_id: requestId };
  if (failure.code === 'invalid_parameter') body.parameter = failure.parameter;
  if ('retryAt' in failure) body.retry_at = failure.retryAt === null ? null : iso(failure.retryAt);
  if ('list' in failure) {
    body.list_as_of = iso(failure.list.asOf);
    body.retry_at = iso(failure.list.refreshAt);
  }
  return { ...body, ...upstreamDetails(failure) };
}

/** Returns why a refresh read nothing. */
export function reasonOf(failure: Failure): NonNullable<ReadNowAnswer['data']['reason']> {
  const retryAt = retryAtOf(failure);
  return {
    code: failure.code,
    message: errorMessage(failure),
    retry_at: retryAt === null ? null : iso(retryAt),
  };
}

/**
 * Returns why older data is served.
 *
 * @param nextAttemptAt when upstream is read again if the failure itself does not determine it, epoch ms; null if unknown
 */
export function describeDegraded({ failure, since }: Problem, nextAttemptAt: number | null): Degraded {
  const { code } = failure;
  const { retry } = failures[code];
  const isNextCrawl = retry === undefined || retry === 'with_another_key';
  const retryAt = retryAtOf(failure) ?? (isNextCrawl ? nextAttemptAt : null);
  return {
    ...{ code, message: errorMessage(failure), since: iso(since) },
    retry_at: retryAt === null ? null : iso(retryAt),
    ...upstreamDetails(failure),
  };
}
