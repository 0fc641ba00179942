import { UPSTREAM_DEADLINE_MS } from '@/lib/contract/upstream-deadline';
import { formatAlternatives } from '@/lib/text/format-settings';
import type { ShownFailure } from './failure';

/** The explanation of a failure: its title, its meaning, and the steps to take, in order. */
export interface Explanation {
  title: string;
  meaning: string;
  steps: readonly string[];
}

/** The explanation of a failure. The switch has no default, so that an error code without an explanation does not compile. */
export function explainError(failure: ShownFailure): Explanation {
  switch (failure.code) {
    case 'rate_limited':
      return {
        title: 'Rate limit reached',
        meaning: 'This API key has used all its requests for this minute.',
        steps: [
          'Wait for the countdown. Sightline then retries automatically.',
          'If this happens often, check what else uses this key.',
        ],
      };
    case 'daily_quota_exhausted':
      return explainQuota('Daily', 'today');
    case 'monthly_quota_exhausted':
      return explainQuota('Monthly', 'this month');
    case 'quota_unknown':
      return {
        title: 'Remaining requests unknown',
        meaning:
          'The API didn’t say whether the rate limit, daily quota or monthly quota was reached, or how many requests are left.',
        steps: [
          'Try again in a minute. If that works, it was the rate limit.',
          'If it persists, check your quota in the monitoring service’s dashboard.',
        ],
      };
    case 'api_key_rejected':
      return {
        title: 'API key rejected',
        meaning: 'The API says the key is missing, malformed, revoked or expired; it doesn’t say which.',
        steps: [
          'Create a new API key in the monitoring service’s dashboard.',
          'Set it in MONITOR_API_KEY (or in the MONITOR_API_KEY_FILE file) and restart Sightline.',
          'With a key of the same organization the list and its history go on.',
        ],
      };
    case 'missing_scope':
      return {
        title: `The API key is missing the scope ${formatRequiredScopes(failure)}`,
        meaning: scopesSentence(failure),
        steps: [
          'Add the scope to the key in the dashboard. The key stays the same; the scope applies from the next request.',
          'Choose monitors:read, which every plan offers. monitors:write doesn’t include it.',
        ],
      };
    case 'access_denied':
      return {
        title: 'API access denied',
        meaning:
          'The key is valid, but this server’s IP address isn’t on the key’s IP allowlist, or the plan no longer grants the required scope.',
        steps: [
          'Add this server’s outbound IP address to the key’s allowlist.',
          'If your plan changed recently, check which scopes it grants.',
        ],
      };
    case 'upstream_unreachable':
      return {
        title: 'Can’t reach the API',
        meaning: failure.error ?? 'Couldn’t connect to the API.',
        steps: [
          'Check that MONITOR_API_BASE_URL is correct and reachable from this server.',
          'If it worked before, wait. Sightline retries automatically.',
        ],
      };
    case 'upstream_timeout':
      return {
        title: 'The API timed out',
        meaning: `No complete response arrived within ${UPSTREAM_DEADLINE_MS / 1000} s.`,
        steps: [
          'Wait. Sightline retries automatically.',
          'If it persists, check the monitoring service’s status.',
        ],
      };
    case 'storage_unreachable':
      return {
        title: 'Can’t reach the database',
        meaning:
          'The Sightline servers agree through the database on which one reads the API. Without it, nothing is read, and the data gets older.',
        steps: [
          'Wait. Sightline continues automatically once the database is back.',
          'Check that PostgreSQL is running, and that this server can reach it.',
        ],
      };
    case 'no_leader':
      return {
        title: 'No server reads the API',
        meaning:
          'One of the Sightline servers reads the API for all. It has ended or does not answer, and no other has taken over yet.',
        steps: ['Wait. Another server takes over within 20 seconds.'],
      };
    case 'upstream_invalid_response':
      return {
        title: 'Unexpected API response',
        meaning: 'The response doesn’t match the API specification, so it isn’t shown.',
        steps: [
          'Check that MONITOR_API_BASE_URL points to the API, not to a login page or proxy.',
          'If it does, the problem is in the API. Wait, or contact the provider.',
        ],
      };
    case 'upstream_error':
      return {
        title: `The API returned an error${failure.upstream_status ? ` (${failure.upstream_status})` : ''}`,
        meaning: failure.error ?? 'The API couldn’t process the request.',
        steps: [
          'Wait. Sightline retries automatically.',
          'If it persists, check the monitoring service’s status.',
        ],
      };
    case 'monitor_not_found':
      return {
        title: 'Monitor not found',
        meaning: 'Created a moment ago, deleted, or in another organization.',
        steps: [
          'If it was just created, wait until the list has been read again.',
          'Search for it in the monitor list.',
          'If someone shared this link, ask which organization it belongs to.',
        ],
      };
    // The only parameter that a page passes on is the monitor's ID.
    case 'invalid_parameter':
      return {
        title: 'Invalid monitor ID',
        meaning: failure.error ?? 'Part of the URL is invalid.',
        steps: ['Check the URL or go to the monitor list.'],
      };
    case 'inventory_incomplete':
      return {
        title: 'Not everything has been read yet',
        meaning: 'An export contains the whole list, which is still loading.',
        steps: ['Wait until all monitors are loaded, then export again.'],
      };
    case 'not_ready':
      return {
        title: 'Not everything has been read yet',
        meaning: 'Monitors are still loading. Sightline can’t tell yet whether this one exists.',
        steps: ['Wait a moment; Sightline retries automatically.'],
      };
    case 'signed_out':
      return { title: 'You’re signed out', meaning: 'Your session has ended.', steps: ['Sign in again.'] };
    // Users meet these only when they open an address of the API by hand.
    case 'invalid_token':
    case 'token_read_only':
    case 'token_limited':
    case 'cross_site':
    case 'not_found':
    case 'method_not_allowed':
      return {
        title: 'Page not found',
        meaning: failure.error ?? 'This page doesn’t exist.',
        steps: ['Go to the monitor list.'],
      };
    case 'wrong_host':
      return {
        title: 'Wrong host name',
        meaning: failure.error ?? 'Sightline isn’t configured for this host name.',
        steps: [
          'Open Sightline at its configured URL.',
          'To allow this name, add it to SIGHTLINE_ALLOWED_HOSTS and restart Sightline.',
        ],
      };
    case 'sightline_unreachable':
      return {
        title: 'Can’t reach Sightline',
        meaning: 'Your browser didn’t get a valid response from the Sightline server.',
        steps: [
          'Check your network connection and VPN.',
          'Wait. This page keeps retrying.',
          'If Sightline was just updated, reload the page.',
        ],
      };
    case 'internal':
      return {
        title: 'Something went wrong in Sightline',
        meaning: 'This is a bug in Sightline, not a problem with your monitors or the API.',
        steps: [
          'Try again.',
          // An error in the browser has no ID, and the server has not logged it.
          failure.request_id
            ? 'If it persists, look up the request ID below in the server log.'
            : 'If it persists, reload the page. The browser’s console has the details.',
        ],
      };
  }
}

function explainQuota(quota: 'Daily' | 'Monthly', period: 'today' | 'this month'): Explanation {
  return {
    title: `${quota} quota used up`,
    meaning: `Your organization has no requests left ${period}, or only the last two, which aren’t used for refreshing. The API doesn’t publish when the quota resets.`,
    steps: [
      'Wait for the quota to reset.',
      'Check what else in your organization uses the API.',
      'Or upgrade to a plan with a larger quota.',
    ],
  };
}

/** The scopes that a key lacks, as text. Upstream does not always name one; every request needs `monitors:read`. */
function formatRequiredScopes({ required_scope, required_scopes_any_of }: ShownFailure): string {
  return required_scope ?? formatAlternatives(required_scopes_any_of ?? ['monitors:read']);
}

function scopesSentence(failure: ShownFailure): string {
  const required = formatRequiredScopes(failure);
  const granted = failure.granted_scopes;
  if (granted === undefined) return `The API requires ${required}, which this key doesn’t have.`;
  const held = granted.length === 0 ? 'has no scopes' : `has ${granted.join(', ')}`;
  return `The API requires ${required}; this key ${held}.`;
}
