import { UNLIMITED } from '../../reference-api/fixture.ts';
import type { Limits } from '../../reference-api/limiter.ts';
import { createFakeClock } from '../../server/clock.fixtures.ts';
import { createMemoryStore } from '../../server/store/memory-store.ts';
import { createOrganization } from '../simulate/organization.ts';
import { seeded } from '../simulate/random.ts';
import { createSimulatedUpstream } from '../simulate/upstream.ts';
import { createServed } from './assembled-server.ts';
import { mortal } from './mortal-upstream.ts';

/**
 * An organization at the reference API, the upstream that it is to the server, and how to start the
 * server. A limit that is not named does not bind.
 *
 * @param monitors how many it has
 * @param aheadMs how far upstream's clock is ahead of ours: its days and months end so much earlier
 */
export function simulateOrganization({
  limits = {},
  monitors = 250,
  aheadMs = 0,
}: {
  limits?: Partial<Limits>;
  monitors?: number;
  aheadMs?: number;
}) {
  const clock = createFakeClock();
  const organization = createOrganization(
    {
      name: 'assembled',
      monitors,
      limits: { minute: 600, daily: UNLIMITED, monthly: UNLIMITED, ...limits },
      viewers: 1,
      others: { aDay: 0, burst: 0 },
      days: 1,
      avoidable: true,
    },
    { ...clock, now: () => clock.now() + aheadMs },
  );
  const simulated = createSimulatedUpstream({ ...organization, clock, random: seeded(1) });
  const upstream = mortal(simulated.client, clock);
  const store = createMemoryStore();
  return {
    clock,
    organization,
    upstream,
    store,
    start: () => createServed({ clock, client: upstream.client, store }),
  };
}
