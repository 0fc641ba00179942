import { expect, test } from 'vitest';
import { defaultInventoryQuery } from '../../contract/inventory-query.ts';
import { createFakeClock } from '../../server/clock.fixtures.ts';
import type { UpstreamFailure } from '../../server/errors.ts';
import { createMemoryStore } from '../../server/store/memory-store.ts';
import { createOrganization } from '../simulate/organization.ts';
import { seeded } from '../simulate/random.ts';
import { scenarios } from '../simulate/scenarios.ts';
import { createSimulatedUpstream } from '../simulate/upstream.ts';
import { createServed } from './assembled-server.ts';
import { mortal } from './mortal-upstream.ts';

const [scenario] = scenarios;

/** Ten minutes in which upstream answers nothing but this. @returns attempts upstream */
async function attemptsOf(viewers: number, failure: UpstreamFailure): Promise<number> {
  if (scenario === undefined) throw new Error('no scenario');
  const clock = createFakeClock();
  const organization = createOrganization(scenario, clock);
  const upstream = mortal(
    createSimulatedUpstream({ ...organization, clock, random: seeded(1) }).client,
    clock,
  );
  const served = await createServed({ clock, client: upstream.client, store: createMemoryStore() });
  served.refresher.start();
  await clock.pass(60_000);
  const { bytes } = await served.listMonitors(defaultInventoryQuery);
  const [row] = JSON.parse(new TextDecoder().decode(bytes)).data;
  upstream.fail(failure);
  const before = upstream.attempts();
  for (let second = 0; second < 600; second += 5) {
    for (let viewer = 0; viewer < viewers; viewer += 1) {
      served.refresher.seen(`viewer ${viewer}`, 15);
      served.getMonitor(row.monitor_uuid).catch(() => undefined);
      void served.listMonitors({ ...defaultInventoryQuery, q: `word ${viewer % 7}` });
    }
    await clock.pass(5000);
  }
  served.refresher.stop();
  return upstream.attempts() - before;
}

test.each<[number, UpstreamFailure]>([
  [17, { code: 'rate_limited', retryAt: null }],
  [11, { code: 'quota_unknown', retryAt: null }],
  [18, { code: 'api_key_rejected' }],
  [1, { code: 'upstream_unreachable', reason: 'refused' }],
])(
  'row %i: 500 viewers ask upstream no more often than one does: %o',
  async (_row, failure) => {
    const one = await attemptsOf(1, failure);
    const many = await attemptsOf(500, failure);
    expect(one).toBeGreaterThan(0);
    expect(many).toBe(one);
    expect(many).toBeLessThan(40);
  },
  60_000,
);
