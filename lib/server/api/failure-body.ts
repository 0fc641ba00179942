import 'server-only';
import type { ErrorBody } from '@/lib/contract/error';
import type { Failure } from '../errors';
import { errorMessage, retryAtOf, upstreamDetails } from './error-message';

/** The HTTP status of a failure. Exhaustive: a new code does not compile without one. */
export function statusOf(code: Failure['code']): number {
  switch (code) {
    case 'invalid_parameter':
      return 400;
    case 'signed_out':
    case 'invalid_token':
      return 401;
    case 'token_read_only':
    case 'cross_site':
      return 403;
    case 'not_found':
    case 'monitor_not_found':
      return 404;
    case 'method_not_allowed':
      return 405;
    case 'inventory_incomplete':
      return 409;
    case 'token_limited':
    case 'rate_limited':
    case 'daily_quota_exhausted':
    case 'monthly_quota_exhausted':
    case 'quota_unknown':
      return 429;
    case 'internal':
      return 500;
    // A problem with the API key is between Sightline and upstream, so it is not a 401 or 403 of the BFF.
    case 'api_key_rejected':
    case 'missing_scope':
    case 'access_denied':
    case 'upstream_unreachable':
    case 'upstream_invalid_response':
    case 'upstream_error':
      return 502;
    case 'not_ready':
    case 'storage_unreachable':
    case 'no_leader':
      return 503;
    case 'upstream_timeout':
      return 504;
  }
}

/** Returns the value of `WWW-Authenticate` (RFC 6750, 3); null for failures that other credentials would not prevent. */
export function challengeOf(code: Failure['code']): string | null {
  switch (code) {
    case 'signed_out':
      return 'Bearer realm="Sightline"';
    case 'invalid_token':
      return 'Bearer realm="Sightline", error="invalid_token"';
    case 'token_read_only':
      return 'Bearer realm="Sightline", error="insufficient_scope"';
    default:
      return null;
  }
}

/** Returns the body of an error response. */
export function failureBody(failure: Failure, requestId: string): ErrorBody {
  const body: ErrorBody = { error: errorMessage(failure), code: failure.code, request_id: requestId };
  if (failure.code === 'invalid_parameter') body.parameter = failure.parameter;
  if ('retryAt' in failure)
    body.retry_at = failure.retryAt === null ? null : new Date(failure.retryAt).toISOString();
  if ('list' in failure) {
    body.list_as_of = new Date(failure.list.asOf).toISOString();
    body.retry_at = new Date(failure.list.refreshAt).toISOString();
  }
  return { ...body, ...upstreamDetails(failure) };
}

/** The database is tried each second, and whoever waits for it need not ask that often. */
const STORAGE_RETRY_S = 5;

/** Returns the seconds for `Retry-After`, at least 1; null when unknown. @param now epoch ms */
export function retryAfterSeconds(failure: Failure, now: number): number | null {
  if (failure.code === 'storage_unreachable' || failure.code === 'no_leader') return STORAGE_RETRY_S;
  const retryAt = retryAtOf(failure);
  return retryAt === null ? null : Math.max(1, Math.ceil((retryAt - now) / 1000));
}
