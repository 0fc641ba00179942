import type { OrganizationInput } from './fixture.ts';

export const DEMO_KEY = 'reference-api-demo-key';
export const DEMO_MONITORS = 248;

export interface DemoOptions {
  /** The number of monitors, 0 to 100,000; `DEMO_MONITORS` by default. */
  monitors?: number;
  /** 0 to 4,294,967,295; 1 by default. */
  seed?: number;
  /** false freezes all monitors as they are at the start; true by default. */
  alive?: boolean;
  key?: string;
  /** The present time, Unix milliseconds. With it the organization had its incident in the last night, and a monitor flaps. */
  startedAt?: number;
}

const HOUR = 3_600_000;
/** The incident begins 2 h 13 min after midnight UTC. */
const INCIDENT_AFTER = 133 * 60_000;
/** One monitor began to flap so long before the start. */
const FLAPPING_BEFORE = 1.5 * HOUR;

/** Returns when the incident of the last night that is over began, Unix milliseconds. */
const lastNight = (now: number): number => {
  const over = now - 3 * HOUR;
  return over - (over % (24 * HOUR)) + INCIDENT_AFTER;
};

/** Returns the generated organization, with a key for each kind of rejection (docs/reference-api.md), and a small second one. */
export function demoOrganizations(options: DemoOptions = {}): OrganizationInput[] {
  const { monitors: count = DEMO_MONITORS, seed = 1, alive = true, key = DEMO_KEY, startedAt } = options;
  const incidentAt = startedAt === undefined ? null : lastNight(startedAt);
  const flappingSince = startedAt === undefined ? null : startedAt - FLAPPING_BEFORE;
  return [
    {
      name: 'Example Stores',
      plan: 'team',
      keys: [
        { key },
        { key: 'reference-api-no-scope-key', scopes: ['incidents:read', 'monitors:write'] },
        { key: 'reference-api-revoked-key', revoked: true },
        { key: 'reference-api-expired-key', expires_at: '2020-01-01T00:00:00.000Z' },
        { key: 'reference-api-elsewhere-key', ip_allowlist: ['192.0.2.0/24', '2001:db8::/32'] },
      ],
      monitors: { count, seed, alive, incidentAt, flappingSince },
    },
    {
      name: 'Example Neighbours',
      plan: 'free',
      keys: [{ key: 'reference-api-neighbour-key' }],
      monitors: { count: 12, seed: (seed + 1) % 0x1_0000_0000, alive },
    },
  ];
}
