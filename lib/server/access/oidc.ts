import 'server-only';
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { z } from 'zod';
import type { OidcAccess } from './access-config.ts';
import { mayEnter } from './oidc-membership.ts';
import type { SessionUser } from './sessions.ts';

/** What must be remembered, in a sealed cookie, between leaving for the provider and coming back. */
export const pendingLoginSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  next: z.string(),
});
export type PendingLogin = z.infer<typeof pendingLoginSchema>;

/** Why somebody who came back from the provider is not let in. Closed: the login page has a sentence for each. */
type OidcRefusal = 'provider_down' | 'provider_refused' | 'answer_invalid' | 'not_allowed';

type Answer = { user: SessionUser } | { refusal: OidcRefusal };

/** Signing in at an OpenID provider: authorization code flow with PKCE (BCP 212, RFC 9700). */
export interface Oidc {
  /** Where to send the browser, and what to remember meanwhile; null when the provider cannot be reached. */
  begin(next: string): Promise<{ url: string; pending: PendingLogin } | null>;
  /** @param search the query with which the provider sent the browser back */
  finish(search: string, pending: PendingLogin): Promise<Answer>;
  /** Where the provider ends its own session; null when it offers no such place or cannot be reached. */
  endUrl(user: SessionUser): Promise<string | null>;
}

/** The provider must answer within this, seconds. */
const TIMEOUT_S = 10;

export function createOidc(access: OidcAccess): Oidc {
  const redirectUri = `${access.origin.canonical}/api/auth/callback`;
  const provider = discovered(access);

  async function begin(next: string) {
    const config = await provider();
    if (config === null) return null;
    const pending = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier(), next };
    const url = buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: access.scope,
      state: pending.state,
      nonce: pending.nonce,
      code_challenge: await calculatePKCECodeChallenge(pending.verifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, pending };
  }

  async function finish(search: string, pending: PendingLogin): Promise<Answer> {
    const config = await provider();
    if (config === null) return { refusal: 'provider_down' };
    try {
      // Issuer, audience, signature, expiry, state, nonce and the verifier are checked in here.
      const tokens = await authorizationCodeGrant(config, new URL(`${redirectUri}${search}`), {
        expectedState: pending.state,
        expectedNonce: pending.nonce,
        pkceCodeVerifier: pending.verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) return { refusal: 'answer_invalid' };
      if (!mayEnter(claims, access)) return { refusal: 'not_allowed' };
      const name = [claims.name, claims.preferred_username, claims.email].find(isName) ?? claims.sub;
      return { user: { name, ...(tokens.id_token === undefined ? {} : { idToken: tokens.id_token }) } };
    } catch (error) {
      return { refusal: refusalOf(error) };
    }
  }

  return {
    begin,
    finish,
    async endUrl(user) {
      const config = await provider();
      if (!config?.serverMetadata().end_session_endpoint) return null;
      return buildEndSessionUrl(config, {
        post_logout_redirect_uri: `${access.origin.canonical}/login`,
        ...(user.idToken === undefined ? {} : { id_token_hint: user.idToken }),
      }).href;
    },
  };
}

/** Asks the provider for its metadata once, when first needed; again at the next need if it could not be had. */
function discovered(access: OidcAccess): () => Promise<Configuration | null> {
  let known: Promise<Configuration | null> | null = null;
  return async () => {
    known ??= discovery(access.issuer, access.clientId, access.clientSecret ?? undefined, undefined, {
      timeout: TIMEOUT_S,
      // The configuration accepts plain http from loopback only (access-config.ts).
      execute: access.issuer.protocol === 'http:' ? [allowInsecureRequests] : [],
    }).catch(() => null);
    const config = await known;
    if (config === null) known = null;
    return config;
  };
}

function refusalOf(error: unknown): OidcRefusal {
  if (error instanceof AuthorizationResponseError) return 'provider_refused';
  // fetch's own errors: no connection, or no answer in time.
  const unreachable =
    error instanceof Error &&
    (error.name === 'TimeoutError' ||
      ('code' in error && error.code === 'OAUTH_TIMEOUT') ||
      error.message === 'fetch failed');
  return unreachable ? 'provider_down' : 'answer_invalid';
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= 200;
}
