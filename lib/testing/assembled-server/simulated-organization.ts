import { defaultInventoryQuery } from '../../contract/inventory-query.ts';
import type { MonitorDetail, MonitorListBody } from '../../contract/responses.ts';
import { UNLIMITED } from '../../reference-api/fixture.ts';
import type { Limits } from '../../reference-api/limiter.ts';
import type { EtaggedBody } from '../../server/api/http.ts';
import { createFakeClock, type FakeClock } from '../../server/clock.fixtures.ts';
import type { History } from '../../server/history/history.ts';
import type { ResetTime } from '../../server/quota/reset-time.ts';
import { openMemory } from '../../server/storage/open-sqlite-file.ts';
import { createOrganization } from '../simulate/organization.ts';
import { seeded } from '../simulate/random.ts';
import { createSimulatedUpstream } from '../simulate/upstream.ts';
import { assembleServer } from './assembled-server.ts';
import { controllable } from './controllable-upstream.ts';

/**
 * Creates an organization at the reference API, a controllable upstream in front of it, and a function that starts the
 * server. Limits that are not given do not apply.
 *
 * @param monitors their number
 * @param isFresh whether a month has just begun, so that nothing is spent
 * @param aheadMs how far upstream's clock is ahead of ours: its days and months end that much earlier
 */
export function simulateOrganization({
  limits = {},
  monitors = 250,
  isFresh = false,
  aheadMs = 0,
}: {
  limits?: Partial<Limits>;
  monitors?: number;
  isFresh?: boolean;
  aheadMs?: number;
}) {
  const clock = createFakeClock(isFresh ? Date.parse('2026-11-01T00:00:00.000Z') : undefined);
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
  const upstream = controllable(simulated.client, clock);
  const opened = openMemory();
  return {
    clock,
    organization,
    upstream,
    opened,
    async start(more: { history?: History; quotaReset?: ResetTime } = {}) {
      const parts = { clock, client: upstream.client, database: await opened, ...more };
      const server = await assembleServer(parts);
      const query = { ...defaultInventoryQuery, per_page: 100 };
      return {
        ...server,
        /** The list and its first 100 rows. */
        list: async () => (await readBody<MonitorListBody>(clock, server.listMonitors(query))).body,
        /** One monitor. */
        open: async (uuid: string) => (await readBody<MonitorDetail>(clock, server.getMonitor(uuid))).body,
      };
    },
  };
}

/** Advances the clock until something has been answered. */
export async function answered<T>(clock: FakeClock, answer: Promise<T>): Promise<T> {
  let isDone = false;
  const settled = answer.finally(() => {
    isDone = true;
  });
  settled.catch(() => undefined);
  while (!isDone) await clock.pass(10);
  return settled;
}

/** Reads a service's response. @returns the parsed body, and how much simulated time it took, milliseconds */
export async function readBody<T>(
  clock: FakeClock,
  response: Promise<EtaggedBody<T>>,
): Promise<{ body: T; tookMs: number }> {
  const begun = clock.monotonic();
  const { bytes } = await answered(clock, response);
  return { body: JSON.parse(new TextDecoder().decode(bytes)), tookMs: clock.monotonic() - begun };
}
