import { TAKEOVER_S, UPSTREAM_DEADLINE_MS } from './limits.ts';

/** What depends only on the code of an error. The API sends title, sentence and first step as one text; screens show all steps. */
interface ErrorKind {
  /** The HTTP status. A problem with the API key is between Sightline and upstream, so it is a 502. */
  status: number;
  /** Null: no screen shows this error. */
  title: string | null;
  /** What has happened. `lib/server/api/failures.ts` replaces it where that depends on more than the code. */
  sentence: string;
  /** What to do, in order. */
  steps: readonly string[];
  /** Nobody knows when a retry succeeds: the next crawl is only a probe, or cannot end the failure. */
  endsAnyTime?: true;
}

const apiOnly = (status: number, sentence: string): ErrorKind => ({
  status,
  title: null,
  sentence,
  steps: [],
});

const wait = 'Wait. Sightline retries automatically.';
const checkService = 'If it persists, check the monitoring service’s status.';

const quota = (title: string, period: 'today' | 'this month'): ErrorKind => ({
  status: 429,
  title,
  sentence: `Your organization has no requests left ${period}, or only the last two, which aren’t used for refreshing. The API doesn’t publish when the quota resets.`,
  steps: [
    'Wait for the quota to reset.',
    'Check what else in your organization uses the API.',
    'Or upgrade to a plan with a larger quota.',
  ],
  endsAnyTime: true,
});

/** Every error, by its code: its status, and what the API and the screens say of it. */
export const errorTable = {
  invalid_parameter: {
    status: 400,
    title: 'Invalid URL',
    sentence: 'Part of the URL is invalid.',
    steps: ['Check the URL or go to the monitor list.'],
  },
  signed_out: {
    status: 401,
    title: 'You’re signed out',
    sentence: 'There is no session, or it has ended.',
    steps: ['Sign in again.'],
  },
  invalid_token: apiOnly(
    401,
    'Token not accepted: it is wrong, or its line is no longer in the file of tokens.',
  ),
  token_read_only: apiOnly(403, 'Tokens can only read. To refresh, open Sightline in a browser.'),
  cross_site: apiOnly(403, 'Cross-site request refused.'),
  not_found: apiOnly(404, 'Not found. GET /api/openapi.json describes all endpoints.'),
  monitor_not_found: {
    status: 404,
    title: 'Monitor not found',
    sentence: 'Created a moment ago, deleted, or in another organization.',
    steps: [
      'If it was just created, wait until the list has been read again.',
      'Search for it in the monitor list.',
      'If someone shared this link, ask which organization it belongs to.',
    ],
  },
  method_not_allowed: apiOnly(405, 'This endpoint does not accept the method.'),
  inventory_incomplete: {
    status: 409,
    title: 'Not everything has been read yet',
    sentence: 'This needs the whole list, which is still loading.',
    steps: ['Wait until all monitors are loaded, then try again.'],
  },
  too_large: apiOnly(413, 'The body is too large. A list of addresses may have 10 MiB: split it.'),
  wrong_host: apiOnly(421, 'Sightline isn’t configured for this host name.'),
  no_addresses: apiOnly(422, 'No address was found in the list, so nothing was compared.'),
  busy: {
    status: 429,
    title: 'Sightline is busy',
    sentence: 'It is comparing other lists, or making other reports.',
    steps: ['Wait a few seconds. Sightline’s pages retry automatically.'],
  },
  token_limited: apiOnly(429, 'Too many requests with this token in a minute. Wait until retry_at.'),
  rate_limited: {
    status: 429,
    title: 'Rate limit reached',
    sentence: 'This API key has used all its requests for this minute.',
    steps: ['Wait for the minute to reset.', 'If this happens often, check what else uses this key.'],
  },
  daily_quota_exhausted: quota('Daily quota used up', 'today'),
  monthly_quota_exhausted: quota('Monthly quota used up', 'this month'),
  quota_unknown: {
    status: 429,
    title: 'Remaining requests unknown',
    sentence:
      'The API didn’t say whether the rate limit, daily quota or monthly quota was reached, or how many requests are left.',
    steps: [
      'Try again in a minute. If that works, it was the rate limit.',
      'If it persists, check your quota in the monitoring service’s dashboard.',
    ],
  },
  internal: {
    status: 500,
    title: 'Something went wrong in Sightline',
    sentence: 'This is a bug in Sightline, not a problem with your monitors or the API.',
    steps: [
      'Try again.',
      'If it persists, look up the request ID in the server log. Without one, reload the page. The browser’s console has the details.',
    ],
  },
  api_key_rejected: {
    status: 502,
    title: 'API key rejected',
    sentence: 'The API says the key is missing, malformed, revoked or expired; it doesn’t say which.',
    steps: [
      'Create a new API key in the monitoring service’s dashboard, set it in MONITOR_API_KEY (or in the MONITOR_API_KEY_FILE file) and restart Sightline.',
      'With a key of the same organization the list and its history go on.',
    ],
  },
  missing_scope: {
    status: 502,
    title: 'The API key is missing a scope',
    sentence: 'The API requires a scope that this key doesn’t have.',
    steps: [
      'Add the scope to the key in the dashboard. The key stays the same; the scope applies from the next request.',
      'Choose monitors:read, which every plan offers. monitors:write doesn’t include it.',
    ],
  },
  access_denied: {
    status: 502,
    title: 'API access denied',
    sentence:
      'The key is valid, but this server’s IP address isn’t on the key’s IP allowlist, or the plan no longer grants the required scope.',
    steps: [
      'Add this server’s outbound IP address to the key’s allowlist.',
      'If your plan changed recently, check which scopes it grants.',
    ],
  },
  upstream_unreachable: {
    status: 502,
    title: 'Can’t reach the API',
    sentence: 'Couldn’t connect to the API.',
    steps: [
      'Check that MONITOR_API_BASE_URL is correct and reachable from this server.',
      'If it worked before, wait. Sightline retries automatically.',
    ],
  },
  upstream_invalid_response: {
    status: 502,
    title: 'Unexpected API response',
    sentence: 'The response doesn’t match the API specification, so it isn’t shown.',
    steps: [
      'Check that MONITOR_API_BASE_URL points to the API, not to a login page or proxy.',
      'If it does, the problem is in the API. Wait, or contact the provider.',
    ],
  },
  upstream_error: {
    status: 502,
    title: 'The API returned an error',
    sentence: 'The API couldn’t process the request.',
    steps: [wait, checkService],
  },
  not_ready: {
    status: 503,
    title: 'Not everything has been read yet',
    sentence: 'Monitors are still loading. Sightline can’t tell yet whether this one exists.',
    steps: ['Wait a moment; Sightline retries automatically.'],
  },
  storage_unreachable: {
    status: 503,
    title: 'Can’t reach the database',
    sentence:
      'The Sightline servers agree through the database on which one reads the API. Without it, nothing is read, and the data gets older.',
    steps: [
      'Wait. Sightline continues automatically once the database is back.',
      'Check that PostgreSQL is running, and that this server can reach it.',
    ],
    endsAnyTime: true,
  },
  storage_unwritable: {
    status: 503,
    title: 'Can’t save',
    sentence: 'The database refuses what Sightline writes.',
    steps: ['Check the storage on the usage page.'],
    endsAnyTime: true,
  },
  no_leader: {
    status: 503,
    title: 'No server reads the API',
    sentence:
      'One of the Sightline servers reads the API for all. It has ended or does not answer, and no other has taken over yet.',
    steps: [`Wait. Another server takes over within ${TAKEOVER_S} seconds.`],
    endsAnyTime: true,
  },
  upstream_timeout: {
    status: 504,
    title: 'The API timed out',
    sentence: `No complete response arrived within ${UPSTREAM_DEADLINE_MS / 1000} s.`,
    steps: [wait, checkService],
  },
} satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof errorTable;

/** Returns what a code means. */
export const errorKind = (code: ErrorCode): ErrorKind => errorTable[code];
