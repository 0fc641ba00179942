import { basePath } from '@/lib/text/base-path';
import 'server-only';
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  clockSkew,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { OidcAccess } from './access-config.ts';
import {
  isProviderError,
  issuerWithOtherSlash,
  type OidcRefusal,
  reasonOf,
  refusalOf,
} from './oidc-refusal.ts';
import { refusalByRules } from './oidc-rules.ts';
import type { SessionUser } from './sessions.ts';

/** State of a sign-in, kept in a sealed cookie while the browser is at the provider. */
export const pendingLoginSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  next: z.string(),
  /** When the sign-in ends, epoch ms. Replicas of version 1.0.0 do not set it, because their seals expire. */
  until: z.number().optional(),
});
export type PendingLogin = z.infer<typeof pendingLoginSchema>;

type SignInResult = { user: SessionUser } | { refusal: OidcRefusal | 'expired' };

/** Maximum time for signing in at a provider, seconds: enough to find and enter a second factor. */
export const PENDING_S = 15 * 60;

/** By how much a provider's clock may differ, seconds. */
const TOLERANCE_S = 60;

/** A longer ID token would make the response to signing out too large for proxies with their usual buffers. Characters. */
const HINT_MAX = 2000;

const TIMEOUT_S = 10;

/** A new configuration of the library is created after the machine's clock has drifted from the shared clock by this, seconds. */
const SKEW_STEP_S = 10;

/**
 * Sign-in at an OpenID provider: authorization code flow with PKCE (BCP 212, RFC 9700).
 *
 * @param parts.report called for each refusal with a technical reason, which is safe to log
 */
export function createOidc(
  access: OidcAccess,
  parts: {
    clock: Pick<Clock, 'now'>;
    report: (refusal: OidcRefusal, reason: string) => void;
    /** By default without a forward proxy. */
    fetch?: CustomFetch;
  },
) {
  const { clock, report } = parts;
  const redirectUri = `${access.origin.canonical}${basePath}/api/auth/callback`;
  // The provider's metadata is requested on first use, and again after an error.
  const configurations = new LRUCache<number, Configuration>({
    max: 2,
    fetchMethod: (step) => discover(access, step * SKEW_STEP_S, parts.fetch),
  });

  /** The library judges the times of a token by Date.now() and the skew. Its tolerance is longer than a step. */
  function provider(): Promise<Configuration> {
    return configurations.forceFetch(Math.round((clock.now() - Date.now()) / (SKEW_STEP_S * 1000)));
  }

  /** Turns an error into a refusal. */
  async function refusing<T>(run: () => Promise<T>): Promise<T | { refusal: OidcRefusal }> {
    try {
      return await run();
    } catch (error) {
      const refusal = refusalOf(error);
      report(refusal, reasonOf(error));
      return { refusal };
    }
  }

  /** A provider may reject the request for userinfo. Then only the claims of the ID token are used. @throws any other error */
  function refusedUserInfo(error: unknown): Record<string, unknown> {
    const isRefusal = isProviderError(error) || (error instanceof Error && error.cause instanceof Response);
    if (!isRefusal) throw error;
    report('provider_refused', `the userinfo, so only the ID token counts: ${reasonOf(error)}`);
    return {};
  }

  return {
    /** Returns the URL to send the browser to, and the state to keep until it comes back. */
    begin(next: string): Promise<{ url: string; pending: PendingLogin } | { refusal: OidcRefusal }> {
      const verifier = randomPKCECodeVerifier();
      const [state, nonce] = [randomState(), randomNonce()];
      return refusing(async () => {
        const url = buildAuthorizationUrl(await provider(), {
          redirect_uri: redirectUri,
          scope: access.scope,
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        });
        const until = clock.now() + PENDING_S * 1000;
        return { url: url.href, pending: { state, nonce, verifier, next, until } };
      });
    },
    /** Completes a sign-in. @param search the query with which the provider redirected the browser back */
    async finish(search: string, pending: PendingLogin): Promise<SignInResult> {
      if (clock.now() >= (pending.until ?? Number.POSITIVE_INFINITY)) return { refusal: 'expired' };
      return refusing(async (): Promise<SignInResult> => {
        const config = await provider();
        // Checks issuer, audience, signature, expiry (by `clock`), state, nonce and verifier.
        const tokens = await authorizationCodeGrant(config, new URL(`${redirectUri}${search}`), {
          expectedState: pending.state,
          expectedNonce: pending.nonce,
          pkceCodeVerifier: pending.verifier,
          idTokenExpected: true,
        });
        const idClaims = tokens.claims();
        if (idClaims === undefined) return { refusal: 'answer_invalid' };
        // The ID token may lack name, email and groups (OpenID Connect Core 5.4): userinfo has them.
        const userInfo = config.serverMetadata().userinfo_endpoint
          ? await fetchUserInfo(config, tokens.access_token, idClaims.sub).catch(refusedUserInfo)
          : {};
        const claims: Record<string, unknown> = { ...userInfo, ...idClaims };
        const refusal = refusalByRules(claims, access);
        if (refusal !== null) {
          report(refusal, 'the claims do not satisfy the rules');
          return { refusal };
        }
        const name = [claims.name, claims.preferred_username, claims.email].find(isName) ?? idClaims.sub;
        // The issuer and `sub` together never change (OpenID Connect Core 2).
        const person = hash('sha256', `${idClaims.iss} ${idClaims.sub}`, 'base64url');
        return { user: { name, person, idToken: tokens.id_token } };
      });
    },
    /** Returns the URL at which the provider ends its own session; null when it has none or cannot be reached. */
    async endUrl(user: SessionUser): Promise<string | null> {
      const config = await provider().catch(() => null);
      if (!config?.serverMetadata().end_session_endpoint) return null;
      return buildEndSessionUrl(config, {
        post_logout_redirect_uri: `${access.origin.canonical}${basePath}/login`,
        ...(user.idToken !== undefined && user.idToken.length <= HINT_MAX
          ? { id_token_hint: user.idToken }
          : {}),
      }).href;
    },
  };
}

async function discover(access: OidcAccess, skewS: number, fetch?: CustomFetch): Promise<Configuration> {
  const { clientId, clientSecret } = access;
  const metadata = { [clockSkew]: skewS, [clockTolerance]: TOLERANCE_S };
  const from = (issuer: URL) =>
    discovery(issuer, clientId, metadata, clientAuthentication(clientSecret), {
      timeout: TIMEOUT_S,
      ...(fetch ? { [customFetch]: fetch } : {}),
      execute: [
        // Without it the signature of a token received directly from the provider would not be checked.
        enableNonRepudiationChecks,
        // The configuration allows http on loopback only (access-config.ts).
        ...(issuer.protocol === 'http:' ? [allowInsecureRequests] : []),
      ],
    });
  try {
    return await from(access.issuer);
  } catch (error) {
    const issuer = issuerWithOtherSlash(error);
    if (issuer === null) throw error;
    return from(issuer);
  }
}

/** Returns the client authentication that the provider supports: Basic, or else the secret in the body. */
function clientAuthentication(secret: string | null): ClientAuth {
  if (secret === null) return None();
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (provider, ...rest) => {
    // RFC 6749, 2.3.1; OpenID Connect Discovery 3: Basic is the default.
    const supported = provider.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (supported.includes('client_secret_basic') ? basic : post)(provider, ...rest);
  };
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= 200;
}
