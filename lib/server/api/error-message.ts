import 'server-only';
import { COVERAGE_MAX_ADDRESSES } from '../../contract/coverage.ts';
import { TAKEOVER_S } from '../../contract/lease-times.ts';
import { storageExplanations } from '../../contract/storage-problems.ts';
import { formatAge, formatInteger } from '../../text/format.ts';
import type { Failure } from '../errors.ts';

const sentences: Readonly<Partial<Record<Failure['code'], string>>> = {
  signed_out: 'Sign in to see the monitors.',
  invalid_token: 'Token not accepted: it is wrong, or its line is no longer in the file of tokens.',
  token_read_only: 'Tokens can only read. To refresh, open Sightline in a browser.',
  not_found: 'Not found. GET /api/openapi.json describes all endpoints.',
  monitor_not_found:
    'No monitor has this UUID: deleted, or in another organization; the API doesn’t distinguish.',
  inventory_incomplete: 'Monitors are still loading. Try again in a moment.',
  no_addresses: 'No address was found in the list, so nothing was compared.',
  busy: 'Sightline is comparing other lists, or making other reports. Try again in a few seconds.',
  rate_limited: 'Rate limit reached. Wait for the minute to reset.',
  quota_unknown:
    'The API didn’t say which limit was reached, or how many requests are left. Try again in a minute.',
  api_key_rejected:
    'API key rejected: it is missing, malformed, revoked or expired. Set a new key and restart Sightline.',
  access_denied:
    'API access denied: this server’s IP address isn’t on the key’s allowlist, or the plan no longer grants the scope.',
  upstream_invalid_response: 'Unexpected API response: it doesn’t match the specification.',
  upstream_timeout: 'The API timed out.',
  storage_unreachable:
    'Can’t reach the database, so nothing is read from the API. Sightline continues automatically once the database is back.',
  no_leader: `No Sightline replica reads the API at the moment. Another one takes over within ${TAKEOVER_S} seconds.`,
  internal: 'Something went wrong in Sightline. See the server log for this request ID.',
  daily_quota_exhausted: 'Daily quota used up. Wait for it to reset.',
  monthly_quota_exhausted: 'Monthly quota used up. Wait for it to reset.',
};

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
        ? 'Cross-site request refused.'
        : `The header ${failure.missingHeader} is missing; it is required to prevent cross-site requests.`;
    case 'method_not_allowed':
      return `This endpoint accepts only ${failure.allowed.join(' and ')}.`;
    case 'too_large':
      return tooLarge[failure.what];
    case 'not_ready':
      return notReady[failure.what];
    case 'missing_scope':
      return `The API key is missing the scope ${requiredScopes(failure)}. Add it; it applies from the next request.`;
    case 'storage_unwritable':
      return storageSentence(failure);
    case 'upstream_unreachable':
      return `Can’t reach the API${unreachable[failure.reason]}.`;
    case 'upstream_error':
      return `The API returned status ${failure.status}.`;
    default:
      return 'list' in failure ? notListed(failure.list) : (sentences[failure.code] ?? failure.code);
  }
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
