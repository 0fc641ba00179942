import 'server-only';

interface MembershipRules {
  groups: readonly string[];
  domains: readonly string[];
  groupsClaim: string;
}

/**
 * Whether the provider's claims about a user satisfy the rules. If groups are configured, the user must be in
 * one of them; if domains are, the user needs a verified email address in one of them.
 */
export function isAllowed(claims: Readonly<Record<string, unknown>>, rules: MembershipRules): boolean {
  return isInGroup(claims, rules) && isInDomain(claims, rules.domains);
}

function isInGroup(
  claims: Readonly<Record<string, unknown>>,
  { groups, groupsClaim }: MembershipRules,
): boolean {
  if (groups.length === 0) return true;
  const claim = Object.hasOwn(claims, groupsClaim) ? claims[groupsClaim] : [];
  const names: unknown[] = Array.isArray(claim) ? claim : [claim];
  return names.some((name) => typeof name === 'string' && groups.includes(name));
}

function isInDomain(
  { email, email_verified }: Readonly<Record<string, unknown>>,
  domains: readonly string[],
): boolean {
  if (domains.length === 0) return true;
  // An unverified address can be anything that the user typed.
  if (typeof email !== 'string' || email_verified !== true) return false;
  return domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase());
}
