import 'server-only';

interface Rules {
  groups: readonly string[];
  domains: readonly string[];
  groupsClaim: string;
}

/**
 * Whether the provider's word on somebody is enough to let them in. Where groups are named, one of them is needed;
 * where domains are named, an address of one of them that the provider has verified. Both where both are.
 */
export function mayEnter(claims: Readonly<Record<string, unknown>>, rules: Rules): boolean {
  return inGroup(claims, rules) && inDomain(claims, rules.domains);
}

function inGroup(claims: Readonly<Record<string, unknown>>, { groups, groupsClaim }: Rules): boolean {
  if (groups.length === 0) return true;
  const held = Object.hasOwn(claims, groupsClaim) ? claims[groupsClaim] : [];
  const names: unknown[] = Array.isArray(held) ? held : [held];
  return names.some((name) => typeof name === 'string' && groups.includes(name));
}

function inDomain(
  { email, email_verified }: Readonly<Record<string, unknown>>,
  domains: readonly string[],
): boolean {
  if (domains.length === 0) return true;
  // An address that nobody has verified is whatever its owner typed.
  if (typeof email !== 'string' || email_verified !== true) return false;
  return domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase());
}
