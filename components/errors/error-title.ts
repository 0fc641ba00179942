import type { ErrorBody, ErrorCode } from '@/lib/contract/error';

/** A failure for display. `sightline_unreachable`: the browser received no valid response from the BFF. */
export interface ShownFailure extends Partial<Omit<ErrorBody, 'code'>> {
  code: ErrorCode | 'sightline_unreachable';
}

const notEverythingRead = 'Not everything has been read yet';
/** Users meet these only when they open an address of the API by hand. */
const notFound = 'Page not found';

/** Apart from the explanations, because a notice has only the title and must be shown when nothing more can be loaded. */
const titles: Readonly<Record<ShownFailure['code'], string | ((failure: ShownFailure) => string)>> = {
  sightline_unreachable: 'Can’t reach Sightline',
  // The only parameter that a page passes on is the monitor's ID.
  invalid_parameter: 'Invalid monitor ID',
  signed_out: 'You’re signed out',
  invalid_token: notFound,
  token_read_only: notFound,
  token_limited: notFound,
  cross_site: notFound,
  not_found: notFound,
  monitor_not_found: 'Monitor not found',
  method_not_allowed: notFound,
  wrong_host: 'Wrong host name',
  inventory_incomplete: notEverythingRead,
  not_ready: notEverythingRead,
  rate_limited: 'Rate limit reached',
  daily_quota_exhausted: 'Daily quota used up',
  monthly_quota_exhausted: 'Monthly quota used up',
  quota_unknown: 'Remaining requests unknown',
  api_key_rejected: 'API key rejected',
  missing_scope: (failure) => `The API key is missing the scope ${formatRequiredScopes(failure)}`,
  access_denied: 'API access denied',
  upstream_unreachable: 'Can’t reach the API',
  upstream_invalid_response: 'Unexpected API response',
  upstream_error: ({ upstream_status }) =>
    `The API returned an error${upstream_status ? ` (${upstream_status})` : ''}`,
  upstream_timeout: 'The API timed out',
  storage_unreachable: 'Can’t reach the database',
  no_leader: 'No server reads the API',
  internal: 'Something went wrong in Sightline',
};

/** "a, b or c" */
const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** The scopes that a key lacks, as text. Upstream does not always name one; every request needs `monitors:read`. */
export function formatRequiredScopes({ required_scope, required_scopes_any_of }: ShownFailure): string {
  return required_scope ?? alternatives.format(required_scopes_any_of ?? ['monitors:read']);
}

/** What has failed, in a few words. */
export function errorTitle(failure: ShownFailure): string {
  const title = titles[failure.code];
  return typeof title === 'function' ? title(failure) : title;
}
