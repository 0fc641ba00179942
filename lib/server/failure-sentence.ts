import 'server-only';
import type { Failure } from './errors';

/**
 * One sentence for a person about a failure: what happened and what to do. Only our own words and values we have
 * parsed; never upstream's text, which could carry anything.
 */
export function failureSentence(failure: Failure): string {
  switch (failure.code) {
    case 'invalid_parameter':
      return `The parameter "${failure.parameter}" ${failure.detail}.`;
    case 'signed_out':
      return 'Sign in to see the monitors.';
    case 'cross_site':
      return failure.lacks === null
        ? 'This form was sent from another site, so it is refused.'
        : `The request lacks the header ${failure.lacks} (seconds, or off), which shows that no other site sends it.`;
    case 'not_found':
      return 'There is nothing at this address; the README lists what /api offers.';
    case 'method_not_allowed':
      return `This address only answers ${failure.allowed.join(' and ')}.`;
    case 'inventory_incomplete':
      return 'Not all monitors have been read yet, so there is no whole list to export; try again in a moment.';
    case 'not_ready':
      return notReady(failure.what);
    case 'monitor_not_found':
      return 'No monitor with this UUID exists, or it belongs to another organization: the API does not tell which.';
    case 'rate_limited':
      return "The API key's requests for this minute are used up; wait until the window resets.";
    case 'daily_quota_exhausted':
      return "The organization's requests for today are used up; wait for the next day's window.";
    case 'monthly_quota_exhausted':
      return "The organization's requests for this month are used up; wait for the next month's window.";
    case 'quota_unknown':
      return 'The API refuses further requests for now and does not say which limit was reached; try again in a minute.';
    case 'api_key_rejected':
      return 'The API rejects the key: it is malformed, revoked or expired. Issue a new secret and restart with it.';
    case 'missing_scope':
      return `The API key lacks the scope ${requiredScopes(failure)}; add it to the key, it counts from the next request on.`;
    case 'access_denied':
      return "The API denies access: this server's address is not on the key's allowlist, or the plan no longer grants the scope.";
    case 'upstream_unreachable':
      return unreachable(failure.reason);
    case 'upstream_invalid_response':
      return 'The API sent an answer that is not what its specification describes.';
    case 'upstream_error':
      return `The API failed with status ${failure.status}.`;
    case 'upstream_timeout':
      return 'The API did not answer in time.';
    case 'internal':
      return 'Something went wrong in Sightline itself; the log has the details under the request id.';
  }
}

function notReady(what: 'list' | 'missing_monitor'): string {
  switch (what) {
    case 'list':
      return 'The monitors are being read for the first time; try again in a moment.';
    case 'missing_monitor':
      return 'This monitor is not in the list, which lacks some, and only a few such monitors are looked for at a time; try again in a moment.';
  }
}

function requiredScopes(failure: { requiredScope?: string; requiredScopesAnyOf?: string[] }): string {
  if (failure.requiredScope !== undefined) return failure.requiredScope;
  return failure.requiredScopesAnyOf?.join(' or ') ?? 'monitors:read';
}

function unreachable(reason: 'refused' | 'name' | 'reset' | 'tls' | 'other'): string {
  switch (reason) {
    case 'refused':
      return 'The API cannot be reached: the connection was refused.';
    case 'name':
      return 'The API cannot be reached: its host name cannot be resolved.';
    case 'reset':
      return 'The API cannot be reached: the connection broke off.';
    case 'tls':
      return 'The API cannot be reached safely: its TLS certificate is not valid.';
    case 'other':
      return 'The API cannot be reached.';
  }
}

/** When asking again makes sense, epoch ms; null when nobody knows. */
export function retryAtOf(failure: Failure): number | null {
  return 'retryAt' in failure ? failure.retryAt : null;
}
