import 'server-only';
import type { Logger } from 'pino';
import { traceField } from '@/lib/process/request-notes';
import { type Failure, isFailure } from '../errors.ts';
import { challengeOf, failureBody, statusOf } from './failure-body.ts';

/** A route handler as Next calls it. */
export type NextHandler = (
  request: Request,
  context: { params: Promise<Record<string, string | string[] | undefined>> },
) => Promise<Response>;

/** Returns the response to a failure. Adds `Allow` and `WWW-Authenticate` to `headers` where they are needed. */
export function failureResponse(failure: Failure, requestId: string, headers: Headers): Response {
  if (failure.code === 'method_not_allowed') headers.set('Allow', failure.allowed.join(', '));
  const challenge = challengeOf(failure.code);
  if (challenge !== null) headers.set('WWW-Authenticate', challenge);
  const body = JSON.stringify(failureBody(failure, requestId));
  return new Response(body, { status: statusOf(failure.code), headers });
}

/** The headers of every response of the BFF. The launcher adds more (lib/launch/security-headers.ts). */
export function commonHeaders(requestId: string): Headers {
  return new Headers({
    'Content-Type': 'application/json; charset=utf-8',
    'X-Request-Id': requestId,
  });
}

/** Converts an error to a failure. Logs a bug once, with the request id that the response has. */
export function toFailure(error: unknown, requestId: string, log: Logger): Failure {
  if (isFailure(error)) return error.failure;
  log.error({ id: requestId, ...traceField(), err: error }, 'a request failed');
  return { code: 'internal' };
}
