/**
 * The smallest plan that can grant a scope; larger plans can too (API specification, "Plan gating of
 * scopes").
 */
type Plan = 'every plan' | 'Team' | 'Pro / Business';

interface Scope {
  name: string;
  group: 'Account' | 'Monitoring' | 'Advanced';
  /** Whether an endpoint requires the scope; otherwise its name is only reserved. */
  isLive: boolean;
  grants: string;
  /** The smallest plan that can grant the scope. */
  from: Plan;
}

/** The scope catalog of the API specification, in its order. */
export const scopeCatalog: readonly Scope[] = [
  {
    name: 'account:read',
    group: 'Account',
    isLive: false,
    grants: 'Organization name, plan, basic settings',
    from: 'every plan',
  },
  {
    name: 'monitors:read',
    group: 'Monitoring',
    isLive: true,
    grants: 'List and fetch monitor configuration (no time-series data)',
    from: 'every plan',
  },
  {
    name: 'monitors:write',
    group: 'Monitoring',
    isLive: false,
    grants: 'Create, update, delete monitors; toggle maintenance',
    from: 'Pro / Business',
  },
  {
    name: 'incidents:read',
    group: 'Monitoring',
    isLive: false,
    grants: 'List incidents and history',
    from: 'Team',
  },
  {
    name: 'incidents:write',
    group: 'Monitoring',
    isLive: false,
    grants: 'Create, update, resolve incidents; post updates',
    from: 'Pro / Business',
  },
  {
    name: 'status-pages:read',
    group: 'Advanced',
    isLive: false,
    grants: 'Status page configuration and component state',
    from: 'Team',
  },
  {
    name: 'status-pages:write',
    group: 'Advanced',
    isLive: false,
    grants: 'Update page configuration, components, branding',
    from: 'Pro / Business',
  },
  {
    name: 'metrics:read',
    group: 'Advanced',
    isLive: false,
    grants: 'Time-series check results, response times, uptime percentages',
    from: 'Pro / Business',
  },
  {
    name: 'audit-logs:read',
    group: 'Advanced',
    isLive: false,
    grants: 'Organization audit log entries',
    from: 'Team',
  },
];
