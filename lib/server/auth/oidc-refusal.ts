import 'server-only';
import { AuthorizationResponseError, ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client';
import { z } from 'zod';
import type { SignInProblem } from '../../contract/sign-in.ts';

/** Maps an error of openid-client to a refusal. An unknown error counts as an invalid response. */
export function refusalOf(error: unknown): SignInProblem {
  if (isProviderError(error)) return 'provider_refused';
  if (!(error instanceof Error)) return 'answer_invalid';
  // fetch's own errors (no connection, or no response in time), and server errors of the provider.
  const isDown =
    error.message === 'fetch failed' ||
    error.name === 'TimeoutError' ||
    ('code' in error && (error.code === 'OAUTH_TIMEOUT' || error.code === 'ERR_JWKS_TIMEOUT')) ||
    (error.cause instanceof Response && error.cause.status >= 500);
  return isDown ? 'provider_down' : 'answer_invalid';
}

/** Returns the reason for the log: messages and codes of the libraries, never a claim or a token. Class names are useless: the build minifies them. */
export function reasonOf(error: unknown): string {
  // The provider's error code is part of a URL that anyone can forge.
  if (isProviderError(error))
    return 'error' in error ? error.error.replace(/\W/g, '_').slice(0, 60) : 'WWW-Authenticate challenge';
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  const issuers = issuersOf(error.cause);
  if (issuers !== null) return issuers;
  const below = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return `${error.message}${below}${code}`.slice(0, 300);
}

/** Names the configured issuer and the one in the provider's metadata, when they differ; null for another cause. */
function issuersOf(cause: unknown): string | null {
  const { data } = issuerMismatch.safeParse(cause);
  if (data === undefined) return null;
  const given = URL.parse(data.body.issuer)?.href ?? 'no URL';
  return `SIGHTLINE_OIDC_ISSUER is ${data.expected}, the provider calls itself ${given}`.slice(0, 300);
}

const issuerMismatch = z.object({
  attribute: z.literal('issuer'),
  expected: z.string(),
  body: z.object({ issuer: z.string() }),
});

/** Returns the issuer of the provider's metadata when it differs from the configured one only in its final slash; else null. */
export function issuerWithOtherSlash(error: unknown): URL | null {
  const { data } = issuerMismatch.safeParse(error instanceof Error ? error.cause : null);
  const isSame = data?.body.issuer.replace(/\/$/, '') === data?.expected.replace(/\/$/, '');
  return data !== undefined && isSame ? URL.parse(data.body.issuer) : null;
}

export function isProviderError(error: unknown) {
  return (
    error instanceof AuthorizationResponseError ||
    error instanceof ResponseBodyError ||
    error instanceof WWWAuthenticateChallengeError
  );
}
