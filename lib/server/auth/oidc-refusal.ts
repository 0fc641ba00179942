import 'server-only';
import { AuthorizationResponseError, ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client';
import { z } from 'zod';
import type { SignInProblem } from '../../contract/sign-in.ts';
import type { OidcAccess } from './access-config.ts';

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
export function reasonForLog(error: unknown): string {
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

type Claims = Readonly<Record<string, unknown>>;
type Rules = Pick<OidcAccess, 'groups' | 'domains' | 'groupsClaim' | 'allowUnverified'>;

/**
 * Returns the rule that rejects a user with these claims; null: none does. If groups are configured, the user must be in one of
 * them. If domains are configured, the user needs a verified email address in one of them.
 */
export function refusalByRules(claims: Claims, rules: Rules): SignInProblem | null {
  return refusalByGroups(claims, rules) ?? refusalByDomains(claims, rules);
}

function refusalByGroups(claims: Claims, { groups, groupsClaim }: Rules): SignInProblem | null {
  if (groups.length === 0) return null;
  const names = [claimAt(claims, groupsClaim)].flat().filter((name) => typeof name === 'string');
  if (names.some((name) => groups.includes(name))) return null;
  if (names.length > 0) return 'wrong_group';
  // If there are too many groups, Entra ID names the claim that it left out, or says only that there are groups.
  const isLeftOut = Object.hasOwn(Object(claims._claim_names), groupsClaim) || claims.hasgroups === true;
  return isLeftOut ? 'groups_overage' : 'no_groups';
}

function refusalByDomains(claims: Claims, { domains, allowUnverified }: Rules): SignInProblem | null {
  if (domains.length === 0) return null;
  const { email, email_verified: verified } = claims;
  if (typeof email !== 'string' || !email.includes('@')) return 'no_email';
  if (!domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase())) return 'wrong_domain';
  // Some providers send the text "true".
  if (verified === true || verified === 'true') return null;
  // An unverified address can be anything that the user typed.
  if (verified !== undefined && verified !== null) return 'email_unverified';
  return allowUnverified ? null : 'email_unstated';
}

/**
 * Returns the claim with this name, else the claim at this path, such as `resource_access.app.roles`; undefined: neither exists. A
 * name within the path may contain dots, too: clients of Keycloak are often named by a URL.
 */
function claimAt(claims: unknown, name: string): unknown {
  if (!isRecord(claims)) return undefined;
  if (Object.hasOwn(claims, name)) return claims[name];
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    const key = name.slice(0, dot);
    const found = Object.hasOwn(claims, key) ? claimAt(claims[key], name.slice(dot + 1)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
