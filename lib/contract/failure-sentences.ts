import type { ErrorCode } from './error.ts';

/**
 * The API's sentences: what happened and what to do. Absent where the sentence depends on the request (api/error-message.ts). They
 * are apart from failures.ts because the browser does not load them.
 */
export const sentences: Readonly<Partial<Record<ErrorCode, string>>> = {
  signed_out: 'Sign in to see the monitors.',
  invalid_token: 'Token not accepted: it is wrong, or its line is no longer in the file of tokens.',
  token_read_only: 'Tokens can only read. To refresh, open Sightline in a browser.',
  not_found: 'Not found. The page /api/docs lists all endpoints.',
  monitor_not_found:
    'No monitor has this UUID: deleted, or in another organization; the API doesn’t distinguish.',
  wrong_host: 'Sightline isn’t configured for this host name.',
  inventory_incomplete: 'Monitors are still loading. Try the export again in a moment.',
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
  no_leader: 'No Sightline replica reads the API at the moment. Another one takes over within 20 seconds.',
  internal: 'Something went wrong in Sightline. See the server log for this request ID.',
  daily_quota_exhausted: 'Daily quota used up. Wait for it to reset.',
  monthly_quota_exhausted: 'Monthly quota used up. Wait for it to reset.',
};
