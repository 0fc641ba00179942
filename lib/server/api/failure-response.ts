import 'server-only';
import type { Logger } from 'pino';
import type { ErrorBody } from '@/lib/contract/error';
import { failures } from '@/lib/contract/failures';
import { traceField } from '@/lib/process/request-notes';
import { type Failure, isFailure } from '../errors.ts';
import { errorMessage, retryAtOf, upstreamDetails } from './error-message.ts';

/** Converts an error to a failure. Logs a bug once, with the request id that the response has. */
export function toFailure(error: unknown, requestId: string, log: Logger): Failure {
  if (isFailure(error)) return error.failure;
  log.error({ id: requestId, ...traceField(), err: error }, 'a request failed');
  return { code: 'internal' };
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

/** Values of `WWW-Authenticate` (RFC 6750, 3), for failures that other credentials would prevent. */
const challenges: Partial<Record<Failure['code'], string>> = {
  signed_out: 'Bearer realm="Sightline"',
  invalid_token: 'Bearer realm="Sightline", error="invalid_token"',
  token_read_only: 'Bearer realm="Sightline", error="insufficient_scope"',
};

/**
 * Returns the response to a failure. Adds `Allow`, `WWW-Authenticate` and `Retry-After` to `headers` where they are needed.
 *
 * @param now epoch ms
 */
export function failureResponse(
  failure: Failure,
  requestId: string,
  headers: Headers,
  now: number,
): Response {
  if (failure.code === 'method_not_allowed') headers.set('Allow', failure.allowed.join(', '));
  const challenge = challenges[failure.code];
  if (challenge !== undefined) headers.set('WWW-Authenticate', challenge);
  const retryAfter = retryAfterSeconds(failure, now);
  if (retryAfter !== null) headers.set('Retry-After', String(retryAfter));
  const body = JSON.stringify(failureBody(failure, requestId));
  return new Response(body, { status: failures[failure.code].status, headers });
}

/** Returns the seconds for `Retry-After`, at least 1; null when unknown. @param now epoch ms */
function retryAfterSeconds(failure: Failure, now: number): number | null {
  const { retry } = failures[failure.code];
  if (typeof retry === 'object') return retry.afterS;
  const retryAt = retryAtOf(failure);
  return retryAt === null ? null : Math.max(1, Math.ceil((retryAt - now) / 1000));
}
