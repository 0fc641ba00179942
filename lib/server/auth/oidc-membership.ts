import 'server-only';
import type { OidcAccess } from './access-config.ts';

/**
 * Whether the provider's claims about a user satisfy the rules. If groups are configured, the user must be in
 * one of them; if domains are, the user needs a verified email address in one of them.
 */
export function isAllowed(
  claims: Readonly<Record<string, unknown>>,
  { groups, domains, groupsClaim }: Pick<OidcAccess, 'groups' | 'domains' | 'groupsClaim'>,
): boolean {
  const names = Object.hasOwn(claims, groupsClaim) ? [claims[groupsClaim]].flat() : [];
  const isInGroup = names.some((name) => typeof name === 'string' && groups.includes(name));
  // An unverified address can be anything that the user typed.
  const email = typeof claims.email === 'string' && claims.email_verified === true ? claims.email : null;
  const isInDomain =
    email !== null && domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase());
  return (groups.length === 0 || isInGroup) && (domains.length === 0 || isInDomain);
}
