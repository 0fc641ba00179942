import 'server-only';
import { AuthorizationResponseError, ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client';

/** Why signing in at the provider failed. The login page has a sentence for each. */
export type OidcRefusal = 'provider_down' | 'provider_refused' | 'answer_invalid' | 'not_allowed';

/** Maps an error of openid-client to a refusal. An unknown error counts as an invalid response. */
export function refusalOf(error: unknown): OidcRefusal {
  if (isProviderError(error)) return 'provider_refused';
  if (!(error instanceof Error)) return 'answer_invalid';
  // fetch's own errors (no connection, or no response in time), and server errors of the provider.
  const isDown =
    error.message === 'fetch failed' ||
    error.name === 'TimeoutError' ||
    ('code' in error && error.code === 'OAUTH_TIMEOUT') ||
    (error.cause instanceof Response && error.cause.status >= 500);
  return isDown ? 'provider_down' : 'answer_invalid';
}

/** Returns the reason for the log: messages and codes of the libraries, never a claim or a token. */
export function reasonOf(error: unknown): string {
  // The provider's error code is part of a URL that anyone can forge.
  if (isProviderError(error))
    return 'error' in error ? error.error.replace(/\W/g, '_').slice(0, 60) : error.name;
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  const below = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return `${error.message}${below}${code}`.slice(0, 300);
}

function isProviderError(error: unknown) {
  return (
    error instanceof AuthorizationResponseError ||
    error instanceof ResponseBodyError ||
    error instanceof WWWAuthenticateChallengeError
  );
}
