import 'server-only';
import { COVERAGE_MAX_ADDRESSES } from '../../contract/coverage.ts';
import { errorKind } from '../../contract/error-table.ts';
import { storageExplanations } from '../../contract/storage-problems.ts';
import { formatAge, formatInteger } from '../../text/format.ts';
import type { Failure } from '../errors.ts';

const tokenLimits = {
  requests: 'Too many requests with this token in a minute. Wait until retry_at.',
  reads:
    'Scripts have opened too many single monitors. Each costs a request to the API. Wait until retry_at, or use the list or the export.',
};

const tooLarge = {
  body: 'The list is larger than 10 MiB. Split it.',
  addresses: `The list has more than ${formatInteger(COVERAGE_MAX_ADDRESSES)} addresses. Split it.`,
};

const notReady = {
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
      return tokenLimits[failure.why];
    case 'cross_site':
      return failure.missingHeader === null
        ? errorKind(failure.code).sentence
        : `The header ${failure.missingHeader} is missing; it is required to prevent cross-site requests.`;
    case 'method_not_allowed':
      return `This endpoint accepts only ${failure.allowed.join(' and ')}.`;
    case 'too_large':
      return tooLarge[failure.what];
    case 'not_ready':
      return notReady[failure.what];
    case 'missing_scope':
      return `The API requires ${requiredScopes(failure)}; this key ${heldScopes(failure.grantedScopes)}.`;
    case 'storage_unwritable':
      return storageSentence(failure);
    case 'upstream_unreachable':
      return `Can’t reach the API${unreachable[failure.reason]}.`;
    case 'upstream_error':
      return `The API returned status ${failure.status}.`;
    default:
      return 'list' in failure ? notListed(failure.list) : sentencesOf(failure.code);
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

function notListed({ asOf, refreshAt, now }: { asOf: number; refreshAt: number; now: number }): string {
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
