import 'server-only';
import type { Logger } from 'pino';
import { type Failure, isFailure } from '../errors.ts';
import { failureBody, statusOf } from './failure-response.ts';

/** A route handler as Next calls it. */
export type NextHandler = (
  request: Request,
  context: { params: Promise<Record<string, string | string[] | undefined>> },
) => Promise<Response>;

/** The answer to a failure. `headers` are completed. */
export function failed(failure: Failure, requestId: string, headers: Headers): Response {
  if (failure.code === 'method_not_allowed') headers.set('Allow', failure.allowed.join(', '));
  const body = JSON.stringify(failureBody(failure, requestId));
  return new Response(body, { status: statusOf(failure.code), headers });
}

/** What every answer of the BFF carries besides the headers that the launcher sets (lib/launch/security-headers.ts). */
export function commonHeaders(requestId: string): Headers {
  return new Headers({
    'Content-Type': 'application/json; charset=utf-8',
    'X-Request-Id': requestId,
  });
}

/** A bug of ours is logged here, once, with the id that the answer carries. */
export function toFailure(error: unknown, requestId: string, log: Logger): Failure {
  if (isFailure(error)) return error.failure;
  log.error({ id: requestId, err: error }, 'a request failed');
  return { code: 'internal' };
}
