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
