import { basePath } from '@/lib/text/base-path';
import 'server-only';
import { compactVerify, createRemoteJWKSet, customFetch as fetchOfKeys } from 'jose';
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
  fetchUserInfo,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { z } from 'zod';
import type { SignInProblem } from '../../contract/sign-in.ts';
import type { Clock } from '../clock.ts';
import type { OidcAccess } from './access-config.ts';
import {
  isProviderError,
  issuerWithOtherSlash,
  reasonForLog,
  refusalByRules,
  refusalOf,
} from './oidc-refusal.ts';
import { createProviderFetch } from './provider-fetch.ts';
import type { SessionUser } from './sessions.ts';

/** State of a sign-in that goes on while the browser is at the provider. */
const pendingLoginSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  next: z.string(),
  /** When the sign-in ends, epoch ms. */
  until: z.number(),
});
export type PendingLogin = z.infer<typeof pendingLoginSchema>;

/**
 * The sign-ins that a browser has begun in its tabs, the newest last. They are in one sealed cookie, because a cookie for each
 * could make a header too long for proxies.
 */
export const pendingLoginsSchema = z.object({ all: z.array(pendingLoginSchema) });

/** Maximum number of sign-ins of one browser, and of the characters of their JSON: sealed it is a third longer. */
const [PENDING_MAX, PENDING_LENGTH_MAX] = [5, 2700];

/** Adds a sign-in to those of a browser. The oldest ones go when there are too many. */
export function addPending(others: readonly PendingLogin[], added: PendingLogin): PendingLogin[] {
  const all = [...others, added].slice(-PENDING_MAX);
  while (all.length > 1 && JSON.stringify(all).length > PENDING_LENGTH_MAX) all.shift();
  return all;
}

type SignInResult = { user: SessionUser } | { refusal: SignInProblem };

/** Maximum time for signing in at a provider, seconds: enough to find and enter a second factor. */
export const PENDING_S = 15 * 60;

/** By how much a provider's clock may differ, seconds. */
const TOLERANCE_S = 60;

/** A longer ID token would make the response to signing out too large for proxies with their usual buffers. Characters. */
const HINT_MAX = 2000;

const TIMEOUT_S = 10;

/** How long the provider's keys are used without reading them again, and at least between two readings for an unknown key. ms */
const [KEYS_MS, UNKNOWN_KEY_MS] = [300_000, 5_000];

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
    report: (refusal: SignInProblem, reason: string) => void;
    /** By default without a forward proxy. */
    fetch?: CustomFetch | undefined;
  },
) {
  const { clock, report, fetch = createProviderFetch(() => null) } = parts;
  const redirectUri = `${access.origin.canonical}${basePath}/api/auth/callback`;
  // The provider's metadata is requested on first use, and again after an error.
  const configurations = new LRUCache<number, Provider>({
    max: 2,
    fetchMethod: async (step) => {
      const config = await discover(access, step * SKEW_STEP_S, fetch);
      return { config, keys: keysOf(config, fetch) };
    },
  });

  /** The library judges the times of a token by Date.now() and the skew. Its tolerance is longer than a step. */
  function provider(): Promise<Provider> {
    return configurations.forceFetch(Math.round((clock.now() - Date.now()) / (SKEW_STEP_S * 1000)));
  }

  /** Turns an error into a refusal. */
  async function refusing<T>(run: () => Promise<T>): Promise<T | { refusal: SignInProblem }> {
    try {
      return await run();
    } catch (error) {
      const refusal = refusalOf(error);
      report(refusal, reasonForLog(error));
      return { refusal };
    }
  }

  /** A provider may reject the request for userinfo. Then only the claims of the ID token are used. @throws any other error */
  function refusedUserInfo(error: unknown): Record<string, unknown> {
    const isRefusal = isProviderError(error) || (error instanceof Error && error.cause instanceof Response);
    if (!isRefusal) throw error;
    report('provider_refused', `the userinfo, so only the ID token counts: ${reasonForLog(error)}`);
    return {};
  }

  return {
    /** Returns the URL to send the browser to, and the state to keep until it comes back. */
    begin(next: string): Promise<{ url: string; pending: PendingLogin } | { refusal: SignInProblem }> {
      const verifier = randomPKCECodeVerifier();
      const [state, nonce] = [randomState(), randomNonce()];
      return refusing(async () => {
        const { config } = await provider();
        const url = buildAuthorizationUrl(config, {
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
      if (clock.now() >= pending.until) return { refusal: 'expired' };
      return refusing(async (): Promise<SignInResult> => {
        const { config, keys } = await provider();
        // Checks issuer, audience, expiry (by `clock`), state, nonce and verifier.
        const tokens = await authorizationCodeGrant(config, new URL(`${redirectUri}${search}`), {
          expectedState: pending.state,
          expectedNonce: pending.nonce,
          pkceCodeVerifier: pending.verifier,
          idTokenExpected: true,
        });
        const idClaims = tokens.claims();
        if (idClaims === undefined || tokens.id_token === undefined) return { refusal: 'answer_invalid' };
        // The library does not check the signature of a token that it received from the provider itself.
        await compactVerify(tokens.id_token, keys);
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
        return { user: { name, idToken: tokens.id_token } };
      });
    },
    /** Returns the URL at which the provider ends its own session; null when it has none or cannot be reached. */
    async endUrl(user: SessionUser): Promise<string | null> {
      const { config } = (await provider().catch(() => null)) ?? {};
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

type Provider = { config: Configuration; keys: ReturnType<typeof createRemoteJWKSet> };

/** The keys of the provider. They are read when a token has to be checked. An unknown one is looked for once more. */
function keysOf(config: Configuration, fetch: CustomFetch): Provider['keys'] {
  const { issuer, jwks_uri } = config.serverMetadata();
  const url = URL.parse(jwks_uri ?? '');
  if (url === null || (url.protocol !== 'https:' && URL.parse(issuer)?.protocol === 'https:'))
    throw new Error('the provider’s metadata has no https address of its keys');
  return createRemoteJWKSet(url, {
    cacheMaxAge: KEYS_MS,
    cooldownDuration: UNKNOWN_KEY_MS,
    timeoutDuration: TIMEOUT_S * 1000,
    async [fetchOfKeys](address, { method, headers, redirect, signal }) {
      const sent = Object.fromEntries(headers);
      const response = await fetch(address, { method, headers: sent, redirect, signal, body: undefined });
      // The cause tells a provider that is down from one that answers wrongly.
      if (response.status >= 500) throw new Error('the keys cannot be read', { cause: response });
      return response;
    },
  });
}

async function discover(access: OidcAccess, skewS: number, fetch: CustomFetch): Promise<Configuration> {
  const { clientId, clientSecret } = access;
  const metadata = { [clockSkew]: skewS, [clockTolerance]: TOLERANCE_S };
  const from = (issuer: URL) =>
    discovery(issuer, clientId, metadata, clientAuthentication(clientSecret), {
      timeout: TIMEOUT_S,
      [customFetch]: fetch,
      // The configuration allows http on loopback only (access-config.ts).
      execute: issuer.protocol === 'http:' ? [allowInsecureRequests] : [],
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
