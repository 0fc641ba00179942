const FREE = ['account:read', 'monitors:read'] as const;
const TEAM = [...FREE, 'incidents:read', 'status-pages:read', 'audit-logs:read'] as const;
const PRO = [...TEAM, 'monitors:write', 'incidents:write', 'status-pages:write', 'metrics:read'] as const;

/** Which scopes each plan may grant (spec: Plan gating of scopes). Pro and above: the whole catalog. */
const GRANTED_BY_PLAN = {
  free: FREE,
  team: TEAM,
  pro: PRO,
  business: PRO,
  enterprise: PRO,
} as const satisfies Record<string, readonly string[]>;

/** The spec's plans. */
export const PLANS = ['free', 'team', 'pro', 'business', 'enterprise'] as const;

/**
 * A plan of the spec, or the list of scopes that an invented plan grants. The second is ours: every plan of the spec
 * grants `monitors:read`, so without it no downgrade could ever take a live endpoint away.
 */
export type Plan = (typeof PLANS)[number] | string[];

/**
 * The scopes that a key actually holds under a plan, in the key's order, each once. What the plan does not grant is
 * dropped silently (Scope rules 3), and so is a string that is no scope at all, such as `monitors:*`.
 */
export function heldScopes(scopes: readonly string[], plan: Plan): string[] {
  const granted: readonly string[] = Array.isArray(plan) ? plan : GRANTED_BY_PLAN[plan];
  return [...new Set(scopes)].filter((scope) => granted.includes(scope));
}
