import 'server-only';
import type { UpstreamDetails } from '@/lib/contract/error';
import { formatAge } from '../../text/format.ts';
import type { Failure, TokenLimit } from '../errors';

/**
 * Returns the message of a failure for users: what happened and what to do. It contains fixed text and parsed values
 * only, never text from upstream, which is untrusted.
 */
export function errorMessage(failure: Failure): string {
  switch (failure.code) {
    case 'invalid_parameter':
      return `The parameter "${failure.parameter}" ${failure.detail}.`;
    case 'signed_out':
      return 'Sign in to see the monitors.';
    case 'invalid_token':
      return 'Token not accepted: it is wrong, or its line is no longer in the file of tokens.';
    case 'token_read_only':
      return 'Tokens can only read. To refresh, open Sightline in a browser.';
    case 'token_limited':
      return tokenLimited(failure.why);
    case 'cross_site':
      return failure.missingHeader === null
        ? 'Cross-site request refused.'
        : `The header ${failure.missingHeader} (seconds, or off) is missing; it is required to prevent cross-site requests.`;
    case 'not_found':
      return 'Not found. The page /api/docs lists all endpoints.';
    case 'method_not_allowed':
      return `This endpoint accepts only ${failure.allowed.join(' and ')}.`;
    case 'inventory_incomplete':
      return 'Monitors are still loading. Try the export again in a moment.';
    case 'not_ready':
      return notReady(failure.what);
    case 'monitor_not_found':
      return 'list' in failure
        ? notListed(failure.list)
        : 'No monitor has this UUID: deleted, or in another organization; the API doesn’t distinguish.';
    case 'rate_limited':
      return 'Rate limit reached. Wait for the minute to reset.';
    case 'daily_quota_exhausted':
      return 'Daily quota used up. Wait for it to reset.';
    case 'monthly_quota_exhausted':
      return 'Monthly quota used up. Wait for it to reset.';
    case 'quota_unknown':
      return 'The API didn’t say which limit was reached, or how many requests are left. Try again in a minute.';
    case 'api_key_rejected':
      return 'API key rejected: it is missing, malformed, revoked or expired. Set a new key and restart Sightline.';
    case 'missing_scope':
      return `The API key is missing the scope ${requiredScopes(failure)}. Add it; it applies from the next request.`;
    case 'access_denied':
      return 'API access denied: this server’s IP address isn’t on the key’s allowlist, or the plan no longer grants the scope.';
    case 'upstream_unreachable':
      return unreachable(failure.reason);
    case 'upstream_invalid_response':
      return 'Unexpected API response: it doesn’t match the specification.';
    case 'upstream_error':
      return `The API returned status ${failure.status}.`;
    case 'upstream_timeout':
      return 'The API timed out.';
    case 'storage_unreachable':
      return 'Can’t reach the database, so nothing is read from the API. Sightline continues automatically once the database is back.';
    case 'no_leader':
      return 'No Sightline replica reads the API at the moment. Another one takes over within 20 seconds.';
    case 'internal':
      return 'Something went wrong in Sightline. See the server log for this request ID.';
  }
}

function tokenLimited(why: TokenLimit): string {
  switch (why) {
    case 'requests':
      return 'Too many requests with this token in a minute. Wait until retry_at.';
    case 'reads':
      return 'Scripts have opened too many single monitors, each of which costs a request to the API. Wait until retry_at, or use the list or the export.';
    case 'guesses':
      return 'Too many wrong tokens from this network. Correct the token and wait until retry_at.';
  }
}

function notReady(what: 'list' | 'missing_monitor'): string {
  switch (what) {
    case 'list':
      return 'Monitors are loading for the first time. Try again in a moment.';
    case 'missing_monitor':
      return 'This monitor isn’t in the incomplete list. Missing monitors are looked up a few at a time; try again in a moment.';
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

function unreachable(reason: 'refused' | 'name' | 'reset' | 'tls' | 'other'): string {
  switch (reason) {
    case 'refused':
      return 'Can’t reach the API: connection refused.';
    case 'name':
      return 'Can’t reach the API: host name not found.';
    case 'reset':
      return 'Can’t reach the API: connection lost.';
    case 'tls':
      return 'Can’t reach the API: invalid TLS certificate.';
    case 'other':
      return 'Can’t reach the API.';
  }
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
