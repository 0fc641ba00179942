import type { CheckedKey, Organization } from './organization.ts';

/** The organization and the key of a request. */
export interface Caller {
  organization: Organization;
  key: CheckedKey;
}

const BEARER = /^Bearer +([\w\-.~+/]+=*)$/i;

/**
 * Returns the key in an Authorization header (spec: Authentication), or undefined when it is missing or malformed. The
 * scheme `Bearer` is case-insensitive (RFC 9110, section 11.1); the key is not.
 */
export function bearerToken(authorization: string | undefined): string | undefined {
  return BEARER.exec(authorization ?? '')?.[1];
}

/**
 * Returns the caller with this key, or undefined when it is unknown, revoked, or expired at `now` (Unix milliseconds).
 */
export function findCaller(
  organizations: readonly Organization[],
  token: string,
  now: number,
): Caller | undefined {
  for (const organization of organizations) {
    const key = organization.key(token);
    if (key === undefined) continue;
    const isExpired = key.expires_at !== null && Date.parse(key.expires_at) <= now;
    return key.revoked || isExpired ? undefined : { organization, key };
  }
  return undefined;
}
