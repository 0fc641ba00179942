import 'server-only';
import type { Logger } from 'pino';
import type { Refusal } from '@/lib/contract/read-now';
import type { Degraded } from '@/lib/contract/responses';
import type { ErrorBody, UpstreamDetails } from '../../contract/error.ts';
import { errorKind } from '../../contract/error-table.ts';
import { traceField } from '../../process/request-notes.ts';
import { iso } from '../../text/format.ts';
import type { Clock } from '../clock.ts';
import { type Failure, FailureError, isFailure, isOwnFailure, type Problem } from '../errors.ts';
import type { InventoryView } from '../inventory/inventory.ts';
import { errorMessage } from './error-message.ts';

const isoOrNull = (instant: number | null) => (instant === null ? null : iso(instant));

/** When a retry makes sense, epoch ms; null when unknown. */
const retryAtOf = (failure: Failure) => ('retryAt' in failure ? failure.retryAt : null);

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

export function failureBody(failure: Failure, requestId: string): ErrorBody {
  const body: ErrorBody = { error: errorMessage(failure), code: failure.code, request_id: requestId };
  if (failure.code === 'invalid_parameter') {
    body.parameter = failure.parameter;
    if (failure.place) body.place = failure.place;
  }
  if ('retryAt' in failure) body.retry_at = isoOrNull(failure.retryAt);
  if (failure.code === 'no_addresses') {
    body.format = failure.format;
    body.skipped = failure.skipped;
  }
  if ('list' in failure) {
    body.list_as_of = iso(failure.list.asOf);
    body.retry_at = iso(failure.list.refreshAt);
  }
  return { ...body, ...upstreamDetails(failure) };
}

export function reasonOf(failure: Failure): Refusal {
  return { code: failure.code, message: errorMessage(failure), retry_at: isoOrNull(retryAtOf(failure)) };
}

/** Returns why older data is served. @param nextAttemptAt the next crawl, epoch ms; null if unknown */
export function describeDegraded({ failure, since }: Problem, nextAttemptAt: number | null): Degraded {
  const retryAt = retryAtOf(failure) ?? (errorKind(failure.code).endsAnyTime ? null : nextAttemptAt);
  return {
    ...{ code: failure.code, message: errorMessage(failure), since: iso(since) },
    retry_at: isoOrNull(retryAt),
    ...upstreamDetails(failure),
  };
}

/** Returns the state of the list from which a response is made. */
export function listMeta({ asOf, refreshAt, problem, state, read, total, missing }: InventoryView) {
  return {
    as_of: iso(asOf),
    degraded: problem && describeDegraded(problem, refreshAt),
    inventory: { state, read, total, missing },
  };
}

/** Returns the failure of a monitor that is not in the list. It may have been created since the list was read. */
export function notListed({ asOf, refreshAt }: InventoryView, clock: Clock): FailureError {
  return new FailureError({ code: 'monitor_not_found', list: { asOf, refreshAt, now: clock.now() } });
}

/** Typical time until the first crawl has read its next page. */
const RETRY_MS = 2000;

/** Returns the failure of a list that has not been read yet, with a retry time. */
export function notReady(clock: Clock): FailureError {
  return new FailureError({ code: 'not_ready', what: 'list', retryAt: clock.now() + RETRY_MS });
}

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

/** Returns the response to a failure, with the headers that it needs. @param now epoch ms */
export function failureResponse(
  failure: Failure,
  requestId: string,
  headers: Headers,
  now: number,
): Response {
  if (failure.code === 'method_not_allowed') headers.set('Allow', failure.allowed.join(', '));
  const challenge = challenges[failure.code];
  if (challenge !== undefined) headers.set('WWW-Authenticate', challenge);
  const retryAt = retryAtOf(failure);
  // Sightline tries the database each second. Clients need not retry as often.
  if (isOwnFailure(failure)) headers.set('Retry-After', '5');
  else if (retryAt !== null)
    headers.set('Retry-After', String(Math.max(1, Math.ceil((retryAt - now) / 1000))));
  const body = JSON.stringify(failureBody(failure, requestId));
  return new Response(body, { status: errorKind(failure.code).status, headers });
}
