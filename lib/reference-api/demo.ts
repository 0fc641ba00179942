import type { OrganizationInput } from './fixture.ts';

/** The key of the demo organization unless another is asked for. */
export const DEMO_KEY = 'reference-api-demo-key';

/** How the demo organization is generated. */
export interface DemoOptions {
  /** How many monitors: 0 to 100,000; 248 unless told otherwise. */
  monitors?: number;
  /** 0 to 4,294,967,295; 1 unless told otherwise. */
  seed?: number;
  /** false: nothing ever changes from what it is at the start. */
  alive?: boolean;
  /** The key that can read the monitors. */
  key?: string;
}

/**
 * The generated organization, and a small second one. Beside the key that works there is one key for each way to be
 * refused, so that a person can see every failure by choosing a key (README, "Keys").
 */
export function demoOrganizations(options: DemoOptions = {}): OrganizationInput[] {
  const { monitors: count = 248, seed = 1, alive = true, key = DEMO_KEY } = options;
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
      monitors: { count, seed, alive },
    },
    {
      name: 'Example Neighbours',
      plan: 'free',
      keys: [{ key: 'reference-api-neighbour-key' }],
      monitors: { count: 12, seed: (seed + 1) % 0x1_0000_0000, alive },
    },
  ];
}
