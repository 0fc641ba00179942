import { BlockList, isIP } from 'node:net';

const FREE = ['account:read', 'monitors:read'] as const;
const TEAM = [...FREE, 'incidents:read', 'status-pages:read', 'audit-logs:read'] as const;
const PRO = [...TEAM, 'monitors:write', 'incidents:write', 'status-pages:write', 'metrics:read'] as const;

export const PLANS = ['free', 'team', 'pro', 'business', 'enterprise'] as const;

/** The scopes that each plan may grant (spec: Plan gating of scopes). Pro and above: the complete catalog. */
const GRANTED_BY_PLAN = { free: FREE, team: TEAM, pro: PRO, business: PRO, enterprise: PRO };

/** A plan of the spec, or the scopes of an invented plan. Only an invented plan can be without `monitors:read`. */
export type Plan = (typeof PLANS)[number] | string[];

/** Returns the scopes that a key has under a plan, each once. Other scopes are dropped silently (spec: Scope rules 3). */
export function heldScopes(scopes: readonly string[], plan: Plan): string[] {
  const granted: readonly string[] = Array.isArray(plan) ? plan : GRANTED_BY_PLAN[plan];
  return [...new Set(scopes)].filter((scope) => granted.includes(scope));
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Whether an allowlist of addresses and CIDR ranges contains an address. An empty one contains none. */
export function isAllowed(source: string, allowlist: readonly string[]): boolean {
  const list = new BlockList();
  for (const entry of allowlist) {
    const [address = '', bits] = entry.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return isIP(source) !== 0 && list.check(source, familyOf(source));
}
