import 'server-only';
import type { Logger } from 'pino';
import type { Degraded, Refusal } from '@/lib/contract/responses';
import { COVERAGE_MAX_ADDRESSES } from '../../contract/coverage.ts';
import type { ErrorBody, UpstreamDetails } from '../../contract/error.ts';
import { errorKind } from '../../contract/error-table.ts';
import { storageExplanations } from '../../contract/storage-problems.ts';
import { traceField } from '../../process/shared.ts';
import { emptyMessage } from '../../text/coverage-label.ts';
import { formatAge, formatInteger, iso } from '../../text/format.ts';
import type { Clock } from '../clock.ts';
import { type Failure, FailureError, isFailure, isOwnFailure, type Problem } from '../errors.ts';
import type { ShownInventory } from '../inventory/inventory.ts';

const isoOrNull = (instant: number | null) => (instant === null ? null : iso(instant));

/** When a retry makes sense, epoch ms; null when unknown. */
const retryAtOf = (failure: Failure) => ('retryAt' in failure ? failure.retryAt : null);

/** The part of an error response that comes from upstream's response: its status and the scopes it named. */
export function upstreamDetails(failure: Failure): UpstreamDetails {
  if (failure.code === 'upstream_error') return { upstream_status: failure.status };
  if (failure.code !== 'missing_scope') return {};
  const { requiredScope, requiredScopesAnyOf, grantedScopes } = failure;
  return {
    required_scope: requiredScope,
    required_scopes_any_of: requiredScopesAnyOf,
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

export function readRefusal(failure: Failure): Refusal {
  return { code: failure.code, message: errorMessage(failure), retry_at: isoOrNull(retryAtOf(failure)) };
}

/** Returns why older data is served. @param nextAttemptAt the next crawl, epoch ms; null if unknown */
export function describeDegraded({ failure, since }: Problem, nextAttemptAt: number | null): Degraded {
  const retryAt = retryAtOf(failure) ?? (errorKind(failure.code).endsAnyTime ? null : nextAttemptAt);
  return {
    code: failure.code,
    message: errorMessage(failure),
    since: iso(since),
    retry_at: isoOrNull(retryAt),
    ...upstreamDetails(failure),
  };
}

/** Returns the state of the list from which a response is made. */
export function listMeta({ asOf, refreshAt, problem, state, read, total, missing }: ShownInventory) {
  return {
    as_of: iso(asOf),
    degraded: problem && describeDegraded(problem, refreshAt),
    inventory: { state, read, total, missing },
  };
}

/** Returns the failure of a monitor that is not in the list. It may have been created since the list was read. */
export function notListed({ asOf, refreshAt }: ShownInventory, clock: Clock): FailureError {
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

const tooManyReads =
  'Scripts have opened too many single monitors. Each costs a request to the API. Wait until retry_at, or use the list or the export.';

const notReadySentences = {
  list: 'Monitors are loading for the first time. Try again in a moment.',
  missing_monitor:
    'This monitor isn’t in the incomplete list. Missing monitors are looked up a few at a time; try again in a moment.',
};

const unreachable = {
  refused: ': connection refused',
  name: ': host name not found',
  reset: ': connection lost',
  proxy: ': the proxy refused, or can’t be reached; check HTTPS_PROXY with its user name and password',
  tls: ': the TLS handshake failed',
  tls_expired: ': its TLS certificate isn’t valid now',
  tls_name: ': its TLS certificate is for another host name',
  tls_untrusted:
    ': its TLS certificate is from an unknown authority; for one of your own set NODE_EXTRA_CA_CERTS to the file with its certificate',
  other: '',
};

/** Returns what happened and what to do, for users. Never contains text from upstream, which is untrusted. */
export function errorMessage(failure: Failure): string {
  switch (failure.code) {
    case 'invalid_parameter':
      return `The parameter "${failure.parameter}" ${failure.detail}.`;
    case 'token_limited':
      return failure.why === 'reads' ? tooManyReads : errorKind(failure.code).sentence;
    case 'cross_site':
      return failure.missingHeader === null
        ? errorKind(failure.code).sentence
        : `The header ${failure.missingHeader} is missing; it is required to prevent cross-site requests.`;
    case 'method_not_allowed':
      return `This endpoint accepts only ${failure.allowed.join(' and ')}.`;
    case 'too_large':
      return failure.what === 'body'
        ? errorKind(failure.code).sentence
        : `The list has more than ${formatInteger(COVERAGE_MAX_ADDRESSES)} addresses. Split it.`;
    case 'no_addresses':
      return `${errorKind(failure.code).sentence} ${emptyMessage(failure)}`;
    case 'not_ready':
      return notReadySentences[failure.what];
    case 'missing_scope':
      return `The API requires ${requiredScopes(failure)}; this key ${heldScopes(failure.grantedScopes)}.`;
    case 'storage_unwritable':
      return storageSentence(failure);
    case 'upstream_unreachable':
      return `Can’t reach the API${unreachable[failure.reason]}.`;
    case 'upstream_error':
      return `The API returned status ${failure.status}.`;
    default:
      return 'list' in failure ? notListedSentence(failure.list) : sentencesOf(failure.code);
  }
}

/** The title of an error, its sentence, and the first thing to do. */
function sentencesOf(code: Failure['code']): string {
  const { title, sentence, steps } = errorKind(code);
  return [...(title === null ? [] : [`${title}.`]), sentence, ...steps.slice(0, 1)].join(' ');
}

/** What our own database refuses, what that means for the list, and what to do. */
function storageSentence({ engine, problem }: Extract<Failure, { code: 'storage_unwritable' }>): string {
  const { what, remedy } = storageExplanations[engine][problem];
  const effect =
    engine === 'sqlite'
      ? 'Sightline continues in memory; a restart loses what is not saved.'
      : 'Until then nothing is read from the API.';
  return `${what} ${effect} ${remedy}`;
}

function notListedSentence({
  asOf,
  refreshAt,
  now,
}: {
  asOf: number;
  refreshAt: number;
  now: number;
}): string {
  const waitMs = refreshAt - now;
  const next = waitMs > 0 ? `read again in ${formatAge(waitMs / 1000)}` : 'being read again';
  return `This monitor isn’t in the list read ${formatAge((now - asOf) / 1000)} ago: created since, deleted, or in another organization. The list is ${next}.`;
}

function requiredScopes(failure: { requiredScope?: string; requiredScopesAnyOf?: string[] }): string {
  if (failure.requiredScope !== undefined) return failure.requiredScope;
  return failure.requiredScopesAnyOf?.join(' or ') ?? 'monitors:read';
}

function heldScopes(granted: readonly string[]): string {
  return granted.length === 0 ? 'has no scopes' : `has ${granted.join(', ')}`;
}
