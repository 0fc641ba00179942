import 'server-only';
import type { SignInProblem } from '../../contract/sign-in.ts';
import type { OidcAccess } from './access-config.ts';

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
