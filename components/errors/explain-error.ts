import type { ErrorBody, ErrorCode } from '@/lib/contract/error';
import { TAKEOVER_S } from '@/lib/contract/lease-times';
import { UPSTREAM_DEADLINE_MS } from '@/lib/contract/upstream-deadline';

/** A failure for display. `sightline_unreachable`: the browser received no valid response from the BFF. */
export interface ShownFailure extends Partial<Omit<ErrorBody, 'code'>> {
  code: ErrorCode | 'sightline_unreachable';
}

/** The explanation of a failure: its title, its meaning, and the steps to take, in order. */
export interface Explanation {
  title: string;
  meaning: string;
  steps: readonly string[];
}

const waitForRetry = 'Wait. Sightline retries automatically.';
const checkService = 'If it persists, check the monitoring service’s status.';

/** Users meet these only when they open an address of the API by hand. */
const apiOnly = ({ error }: ShownFailure): Explanation => ({
  title: 'Page not found',
  meaning: error ?? 'This page doesn’t exist.',
  steps: ['Go to the monitor list.'],
});

function quota(title: string, period: 'today' | 'this month'): Explanation {
  return {
    title,
    meaning: `Your organization has no requests left ${period}, or only the last two, which aren’t used for refreshing. The API doesn’t publish when the quota resets.`,
    steps: [
      'Wait for the quota to reset.',
      'Check what else in your organization uses the API.',
      'Or upgrade to a plan with a larger quota.',
    ],
  };
}

const explanations: Readonly<
  Record<ShownFailure['code'], Explanation | ((failure: ShownFailure) => Explanation)>
> = {
  sightline_unreachable: {
    title: 'Can’t reach Sightline',
    meaning: 'Your browser didn’t get a valid response from the Sightline server.',
    steps: [
      'Check your network connection and VPN.',
      'Wait. This page keeps retrying.',
      'If Sightline was just updated, reload the page.',
    ],
  },
  invalid_parameter: ({ error, parameter }) => ({
    title: parameter === 'uuid' ? 'Invalid monitor ID' : 'Invalid URL',
    meaning: error ?? 'Part of the URL is invalid.',
    steps: ['Check the URL or go to the monitor list.'],
  }),
  signed_out: { title: 'You’re signed out', meaning: 'Your session has ended.', steps: ['Sign in again.'] },
  invalid_token: apiOnly,
  token_read_only: apiOnly,
  token_limited: apiOnly,
  cross_site: apiOnly,
  not_found: apiOnly,
  monitor_not_found: {
    title: 'Monitor not found',
    meaning: 'Created a moment ago, deleted, or in another organization.',
    steps: [
      'If it was just created, wait until the list has been read again.',
      'Search for it in the monitor list.',
      'If someone shared this link, ask which organization it belongs to.',
    ],
  },
  method_not_allowed: apiOnly,
  wrong_host: ({ error }) => ({
    title: 'Wrong host name',
    meaning: error ?? 'Sightline isn’t configured for this host name.',
    steps: [
      'Open Sightline at its configured URL.',
      'To allow this name, add it to SIGHTLINE_ALLOWED_HOSTS and restart Sightline.',
    ],
  }),
  inventory_incomplete: {
    title: 'Not everything has been read yet',
    meaning: 'This needs the whole list, which is still loading.',
    steps: ['Wait until all monitors are loaded, then try again.'],
  },
  too_large: apiOnly,
  no_addresses: apiOnly,
  busy: ({ error }) => ({
    title: 'Sightline is busy',
    // The server's sentence names what it does only a few times at once.
    meaning: error ?? '',
    steps: ['Wait a moment; Sightline retries automatically.'],
  }),
  not_ready: {
    title: 'Not everything has been read yet',
    meaning: 'Monitors are still loading. Sightline can’t tell yet whether this one exists.',
    steps: ['Wait a moment; Sightline retries automatically.'],
  },
  rate_limited: {
    title: 'Rate limit reached',
    meaning: 'This API key has used all its requests for this minute.',
    steps: [
      'Wait for the countdown. Sightline then retries automatically.',
      'If this happens often, check what else uses this key.',
    ],
  },
  daily_quota_exhausted: quota('Daily quota used up', 'today'),
  monthly_quota_exhausted: quota('Monthly quota used up', 'this month'),
  quota_unknown: {
    title: 'Remaining requests unknown',
    meaning:
      'The API didn’t say whether the rate limit, daily quota or monthly quota was reached, or how many requests are left.',
    steps: [
      'Try again in a minute. If that works, it was the rate limit.',
      'If it persists, check your quota in the monitoring service’s dashboard.',
    ],
  },
  api_key_rejected: {
    title: 'API key rejected',
    meaning: 'The API says the key is missing, malformed, revoked or expired; it doesn’t say which.',
    steps: [
      'Create a new API key in the monitoring service’s dashboard.',
      'Set it in MONITOR_API_KEY (or in the MONITOR_API_KEY_FILE file) and restart Sightline.',
      'With a key of the same organization the list and its history go on.',
    ],
  },
  missing_scope: (failure) => ({
    title: `The API key is missing the scope ${formatRequiredScopes(failure)}`,
    meaning: scopesSentence(failure),
    steps: [
      'Add the scope to the key in the dashboard. The key stays the same; the scope applies from the next request.',
      'Choose monitors:read, which every plan offers. monitors:write doesn’t include it.',
    ],
  }),
  access_denied: {
    title: 'API access denied',
    meaning:
      'The key is valid, but this server’s IP address isn’t on the key’s IP allowlist, or the plan no longer grants the required scope.',
    steps: [
      'Add this server’s outbound IP address to the key’s allowlist.',
      'If your plan changed recently, check which scopes it grants.',
    ],
  },
  upstream_unreachable: ({ error }) => ({
    title: 'Can’t reach the API',
    meaning: error ?? 'Couldn’t connect to the API.',
    steps: [
      'Check that MONITOR_API_BASE_URL is correct and reachable from this server.',
      'If it worked before, wait. Sightline retries automatically.',
    ],
  }),
  upstream_invalid_response: {
    title: 'Unexpected API response',
    meaning: 'The response doesn’t match the API specification, so it isn’t shown.',
    steps: [
      'Check that MONITOR_API_BASE_URL points to the API, not to a login page or proxy.',
      'If it does, the problem is in the API. Wait, or contact the provider.',
    ],
  },
  upstream_error: ({ error, upstream_status }) => ({
    title: `The API returned an error${upstream_status ? ` (${upstream_status})` : ''}`,
    meaning: error ?? 'The API couldn’t process the request.',
    steps: [waitForRetry, checkService],
  }),
  upstream_timeout: {
    title: 'The API timed out',
    meaning: `No complete response arrived within ${UPSTREAM_DEADLINE_MS / 1000} s.`,
    steps: [waitForRetry, checkService],
  },
  storage_unreachable: {
    title: 'Can’t reach the database',
    meaning:
      'The Sightline servers agree through the database on which one reads the API. Without it, nothing is read, and the data gets older.',
    steps: [
      'Wait. Sightline continues automatically once the database is back.',
      'Check that PostgreSQL is running, and that this server can reach it.',
    ],
  },
  storage_unwritable: ({ error }) => ({
    title: 'Can’t save',
    meaning: error ?? 'The database refuses what Sightline writes.',
    steps: ['Check the storage on the usage page.'],
  }),
  no_leader: {
    title: 'No server reads the API',
    meaning:
      'One of the Sightline servers reads the API for all. It has ended or does not answer, and no other has taken over yet.',
    steps: [`Wait. Another server takes over within ${TAKEOVER_S} seconds.`],
  },
  internal: ({ request_id }) => ({
    title: 'Something went wrong in Sightline',
    meaning: 'This is a bug in Sightline, not a problem with your monitors or the API.',
    steps: [
      'Try again.',
      // An error in the browser has no ID, and the server has not logged it.
      request_id
        ? 'If it persists, look up the request ID below in the server log.'
        : 'If it persists, reload the page. The browser’s console has the details.',
    ],
  }),
};

function scopesSentence(failure: ShownFailure): string {
  const required = formatRequiredScopes(failure);
  const granted = failure.granted_scopes;
  if (granted === undefined) return `The API requires ${required}, which this key doesn’t have.`;
  const held = granted.length === 0 ? 'has no scopes' : `has ${granted.join(', ')}`;
  return `The API requires ${required}; this key ${held}.`;
}

/** "a, b or c" */
const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** The scopes that a key lacks, as text. Upstream does not always name one; every request needs `monitors:read`. */
function formatRequiredScopes({ required_scope, required_scopes_any_of }: ShownFailure): string {
  return required_scope ?? alternatives.format(required_scopes_any_of ?? ['monitors:read']);
}

export function explainError(failure: ShownFailure): Explanation {
  const explanation = explanations[failure.code];
  return typeof explanation === 'function' ? explanation(failure) : explanation;
}

export function errorTitle(failure: ShownFailure): string {
  return explainError(failure).title;
}
