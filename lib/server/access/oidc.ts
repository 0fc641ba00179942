import 'server-only';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { z } from 'zod';
import type { OidcAccess } from './access-config.ts';
import { mayEnter } from './oidc-membership.ts';
import { type OidcRefusal, reasonOf, refusalOf } from './oidc-refusal.ts';
import type { SessionUser } from './sessions.ts';

/** What must be remembered, in a sealed cookie, between leaving for the provider and coming back. */
export const pendingLoginSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  next: z.string(),
});
export type PendingLogin = z.infer<typeof pendingLoginSchema>;

type Answer = { user: SessionUser } | { refusal: OidcRefusal };

/** Signing in at an OpenID provider: authorization code flow with PKCE (BCP 212, RFC 9700). */
export interface Oidc {
  /** Where to send the browser, and what to remember meanwhile. */
  begin(next: string): Promise<{ url: string; pending: PendingLogin } | { refusal: OidcRefusal }>;
  /** @param search the query with which the provider sent the browser back */
  finish(search: string, pending: PendingLogin): Promise<Answer>;
  /** Where the provider ends its own session; null when it offers no such place or cannot be reached. */
  endUrl(user: SessionUser): Promise<string | null>;
}

/** The provider must answer within this, seconds. */
const TIMEOUT_S = 10;

/** @param report hears of each refusal that has a technical reason, in words fit for a log */
export function createOidc(access: OidcAccess, report: (refusal: OidcRefusal, reason: string) => void): Oidc {
  const redirectUri = `${access.origin.canonical}/api/auth/callback`;
  const provider = discovered(access);

  const refused = (error: unknown): { refusal: OidcRefusal } => {
    const refusal = refusalOf(error);
    report(refusal, reasonOf(error));
    return { refusal };
  };

  async function begin(next: string) {
    const pending = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier(), next };
    try {
      const url = buildAuthorizationUrl(await provider(), {
        redirect_uri: redirectUri,
        scope: access.scope,
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, pending };
    } catch (error) {
      return refused(error);
    }
  }

  async function finish(search: string, pending: PendingLogin): Promise<Answer> {
    try {
      const config = await provider();
      // Issuer, audience, signature, expiry, state, nonce and the verifier are checked in here.
      const tokens = await authorizationCodeGrant(config, new URL(`${redirectUri}${search}`), {
        expectedState: pending.state,
        expectedNonce: pending.nonce,
        pkceCodeVerifier: pending.verifier,
        idTokenExpected: true,
      });
      const idClaims = tokens.claims();
      if (idClaims === undefined) return { refusal: 'answer_invalid' };
      // OpenID Connect Core 5.4: name, address and groups need not stand in the ID token; they are asked for here.
      const more = config.serverMetadata().userinfo_endpoint
        ? await fetchUserInfo(config, tokens.access_token, idClaims.sub)
        : {};
      const claims: Record<string, unknown> = { ...more, ...idClaims };
      if (!mayEnter(claims, access)) return { refusal: 'not_allowed' };
      const name = [claims.name, claims.preferred_username, claims.email].find(isName) ?? idClaims.sub;
      return { user: { name, ...(tokens.id_token === undefined ? {} : { idToken: tokens.id_token }) } };
    } catch (error) {
      return refused(error);
    }
  }

  return {
    begin,
    finish,
    async endUrl(user) {
      const config = await provider().catch(() => null);
      if (!config?.serverMetadata().end_session_endpoint) return null;
      return buildEndSessionUrl(config, {
        post_logout_redirect_uri: `${access.origin.canonical}/login`,
        ...(user.idToken === undefined ? {} : { id_token_hint: user.idToken }),
      }).href;
    },
  };
}

/** Asks the provider for its metadata once, when first needed; again at the next need if it could not be had. */
function discovered(access: OidcAccess): () => Promise<Configuration> {
  let known: Promise<Configuration> | null = null;
  return async () => {
    known ??= discovery(access.issuer, access.clientId, undefined, authentication(access.clientSecret), {
      timeout: TIMEOUT_S,
      execute: [
        // Without it a token that came straight from the provider would be believed unsigned.
        enableNonRepudiationChecks,
        // The configuration accepts plain http from loopback only (access-config.ts).
        ...(access.issuer.protocol === 'http:' ? [allowInsecureRequests] : []),
      ],
    });
    try {
      return await known;
    } catch (error) {
      known = null;
      throw error;
    }
  };
}

/** How we show the provider that we are the client: as it says it wants it, else as every provider must take it. */
function authentication(secret: string | null): ClientAuth {
  if (secret === null) return None();
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (provider, ...rest) => {
    // RFC 6749, 2.3.1; OpenID Connect Discovery 3: Basic is the default.
    const taken = provider.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (taken.includes('client_secret_basic') ? basic : post)(provider, ...rest);
  };
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= 200;
}
