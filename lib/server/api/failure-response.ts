import 'server-only';
import type { Logger } from 'pino';
import { failures } from '@/lib/contract/failures';
import { traceField } from '@/lib/process/request-notes';
import { type Failure, isFailure } from '../errors.ts';
import { failureBody, retryAtOf } from './failure-body.ts';

/** Converts an error to a failure. Logs a bug once, with the request id that the response has. */
export function toFailure(error: unknown, requestId: string, log: Logger): Failure {
  if (isFailure(error)) return error.failure;
  log.error({ id: requestId, ...traceField(), err: error }, 'a request failed');
  return { code: 'internal' };
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
