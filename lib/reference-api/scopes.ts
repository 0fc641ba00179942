const FREE = ['account:read', 'monitors:read'] as const;
const TEAM = [...FREE, 'incidents:read', 'status-pages:read', 'audit-logs:read'] as const;
const PRO = [...TEAM, 'monitors:write', 'incidents:write', 'status-pages:write', 'metrics:read'] as const;

/** The spec's plans. */
export const PLANS = ['free', 'team', 'pro', 'business', 'enterprise'] as const;

/** The scopes that each plan may grant (spec: Plan gating of scopes). Pro and above: the complete catalog. */
const GRANTED_BY_PLAN = { free: FREE, team: TEAM, pro: PRO, business: PRO, enterprise: PRO };

/**
 * A plan of the spec, or the list of scopes that an invented plan grants. Invented plans are our addition: every plan
 * of the spec grants `monitors:read`, so no downgrade between them could make an endpoint unavailable.
 */
export type Plan = (typeof PLANS)[number] | string[];

/**
 * Returns the scopes that a key effectively has under a plan, in the key's order, each once. Scopes that the plan does
 * not grant are dropped silently (Scope rules 3), and so are strings that are not scopes, such as `monitors:*`.
 */
export function heldScopes(scopes: readonly string[], plan: Plan): string[] {
  const granted: readonly string[] = Array.isArray(plan) ? plan : GRANTED_BY_PLAN[plan];
  return [...new Set(scopes)].filter((scope) => granted.includes(scope));
}
