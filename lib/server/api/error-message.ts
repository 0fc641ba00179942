import 'server-only';
import type { UpstreamDetails } from '@/lib/contract/error';
import { sentences } from '../../contract/failure-sentences.ts';
import { formatAge } from '../../text/format.ts';
import type { Failure } from '../errors';

const tokenLimits = {
  requests: 'Too many requests with this token in a minute. Wait until retry_at.',
  reads:
    'Scripts have opened too many single monitors, each of which costs a request to the API. Wait until retry_at, or use the list or the export.',
  guesses: 'Too many wrong tokens from this network. Correct the token and wait until retry_at.',
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
  tls: ': invalid TLS certificate',
  other: '',
};

/**
 * Returns the message of a failure for users: what happened and what to do. It contains fixed text and parsed values
 * only, never text from upstream, which is untrusted.
 */
export function errorMessage(failure: Failure): string {
  switch (failure.code) {
    case 'invalid_parameter':
      return `The parameter "${failure.parameter}" ${failure.detail}.`;
    case 'token_limited':
      return tokenLimits[failure.why];
    case 'cross_site':
      return failure.missingHeader === null
        ? 'Cross-site request refused.'
        : `The header ${failure.missingHeader} (seconds, or off) is missing; it is required to prevent cross-site requests.`;
    case 'method_not_allowed':
      return `This endpoint accepts only ${failure.allowed.join(' and ')}.`;
    case 'not_ready':
      return notReady[failure.what];
    case 'missing_scope':
      return `The API key is missing the scope ${requiredScopes(failure)}. Add it; it applies from the next request.`;
    case 'upstream_unreachable':
      return `Can’t reach the API${unreachable[failure.reason]}.`;
    case 'upstream_error':
      return `The API returned status ${failure.status}.`;
    default:
      return 'list' in failure ? notListed(failure.list) : (sentences[failure.code] ?? failure.code);
  }
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
