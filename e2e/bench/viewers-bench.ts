/**
 * Measures the upstream requests that viewers cause: the real inventory and list service with the simulated upstream,
 * for ten simulated minutes of the same clicks by 1, 10 and 200 viewers.
 */
import { readInventoryQuery } from '../../lib/contract/inventory-query.ts';
import { noPasts } from '../../lib/server/api/memory-history.fixtures.ts';
import { createMonitorList } from '../../lib/server/api/monitor-list.ts';
import { createFakeClock } from '../../lib/server/clock.fixtures.ts';
import { createInventory } from '../../lib/server/inventory/inventory.ts';
import { createOrganization } from '../../lib/testing/simulate/organization.ts';
import { createProduct } from '../../lib/testing/simulate/product.ts';
import { seeded } from '../../lib/testing/simulate/random.ts';
import { scenarios } from '../../lib/testing/simulate/scenarios.ts';
import { createSimulatedUpstream } from '../../lib/testing/simulate/upstream.ts';

const SECONDS = 600;
/** Each viewer clicks once in this many seconds. */
const CLICK_EVERY_S = 5;

/** The queries of the clicks: pages, filters, sorts, searches, and back. */
const clicks = [
  '',
  'page=2',
  'page=3&per_page=50',
  'type=https',
  'type=tcp&is_active=true',
  'condition=down',
  'sort=name&order=asc',
  'q=api',
  'q=gateway&facets=true',
  'region=fra1&sort=interval&order=desc',
];

/** Prints one line for each number of viewers. */
export async function benchViewers(): Promise<void> {
  const [main] = scenarios;
  if (!main) throw new Error('no scenarios');
  console.log(
    `\nViewers: ${main.monitors} monitors, ${SECONDS / 60} simulated minutes, a click every ${CLICK_EVERY_S} s`,
  );
  for (const viewers of [1, 10, 200]) {
    const random = seeded(1);
    const clock = createFakeClock();
    const organization = createOrganization(
      { ...main, limits: { ...main.limits, daily: main.limits.monthly } },
      clock,
    );
    const upstream = createSimulatedUpstream({ ...organization, clock, random });
    const inventory = createInventory(clock);
    let refreshes = 0;
    const { refresher } = createProduct({
      readSettings: false,
      client: upstream.client,
      clock,
      random,
      publish(result) {
        refreshes += 1;
        inventory.publish(result);
      },
      recordFailure: inventory.recordFailure,
    });
    const { listMonitors } = createMonitorList({
      ...{ inventory, history: noPasts, clock, demo: false },
      review: { namedBy: async () => null },
    });
    let asked = 0;

    async function click(viewer: number): Promise<void> {
      const parsed = readInventoryQuery(new URLSearchParams(clicks[Math.floor(random() * clicks.length)]));
      if (parsed.problems.length > 0) throw new Error(JSON.stringify(parsed.problems));
      refresher.seen(`viewer ${viewer}`, false);
      await listMonitors(parsed.query);
      asked += 1;
    }

    refresher.start();
    for (let second = 0; second < SECONDS; second += 1) {
      const clicking = Array.from({ length: viewers }, (_, viewer) => viewer).filter(
        (viewer) => (second + viewer) % CLICK_EVERY_S === 0,
      );
      const responses = clicking.map(click);
      await clock.pass(1000);
      await Promise.all(responses);
    }
    refresher.stop();
    const { received } = upstream.counts();
    console.log(
      `  ${String(viewers).padStart(3)} viewers  ${String(asked).padStart(6)} answers  ${refreshes} refreshes  ` +
        `${received} requests upstream, ${(received / refreshes).toFixed(1)} a refresh`,
    );
  }
}
