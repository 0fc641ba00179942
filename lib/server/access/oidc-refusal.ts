import 'server-only';
import { AuthorizationResponseError, ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client';

/** Why somebody is not let in through the provider. Closed: the login page has a sentence for each. */
export type OidcRefusal = 'provider_down' | 'provider_refused' | 'answer_invalid' | 'not_allowed';

/** What an error of openid-client means for the person who signs in. What is not understood is not trusted. */
export function refusalOf(error: unknown): OidcRefusal {
  if (saidNo(error)) return 'provider_refused';
  if (!(error instanceof Error)) return 'answer_invalid';
  // fetch's own errors: no connection, or no answer in time; and answers that say it is the provider's own trouble.
  const unreachable =
    error.message === 'fetch failed' ||
    error.name === 'TimeoutError' ||
    ('code' in error && error.code === 'OAUTH_TIMEOUT') ||
    (error.cause instanceof Response && error.cause.status >= 500);
  return unreachable ? 'provider_down' : 'answer_invalid';
}

/** Why, for the operator: the libraries' own words and codes, never a claim or a token. */
export function reasonOf(error: unknown): string {
  // The provider's code stands in an address that anybody can write.
  if (saidNo(error)) return 'error' in error ? error.error.replace(/\W/g, '_').slice(0, 60) : error.name;
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  const below = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return `${error.message}${below}${code}`.slice(0, 300);
}

function saidNo(error: unknown) {
  return (
    error instanceof AuthorizationResponseError ||
    error instanceof ResponseBodyError ||
    error instanceof WWWAuthenticateChallengeError
  );
}
