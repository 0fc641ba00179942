import { expect } from 'vitest';
import { generated } from '../../lib/testing/property-runs.ts';
import { propertySeed } from '../../lib/testing/property-seed.ts';
import { heapOf, measurableHeap } from '../support/preloaded/measure-heap.ts';
import { test } from '../support/products/http-test.ts';
import { plenty } from '../support/products/stack.ts';
import { withPassword } from '../support/sign-in/password.ts';
import { createTarget, organization } from './generated-requests.ts';

const hostileOrganization = { organizations: [organization], limits: plenty };
const env = { ...withPassword, SIGHTLINE_LOG_LEVEL: 'info' };

test('generated requests: no 5xx, no hang, no data revealed or changed', async ({ stack }) => {
  const { product } = await stack(hostileOrganization, { env, waitForInventory: false });
  const target = await createTarget(product);
  const before = await target.list();
  const faults = await target.send(generated(300), propertySeed);
  console.log(`  seed ${propertySeed}, responses by status: ${target.statuses()}`);
  expect(faults.slice(0, 20), `seed ${propertySeed}`).toEqual([]);
  expect(await target.list(), 'the list is unchanged').toEqual(before);
  expect(target.unexpectedOutput()).toEqual([]);
});

const ROUNDS = 4;
const REQUESTS_A_ROUND = 2500;
/** The allowed heap growth in the last round, MiB: less than the headers that it sent. */
const GROWTH_MAX = 1.5;

test('10,000 generated requests: no 5xx, no hang, no memory leak', { tags: 'nightly' }, async ({ stack }) => {
  const { product } = await stack(hostileOrganization, {
    env: { ...env, ...measurableHeap },
    waitForInventory: false,
  });
  const target = await createTarget(product);
  const before = await target.list();
  const heaps: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const seed = propertySeed + round;
    const faults = await target.send(REQUESTS_A_ROUND, seed);
    expect(faults.slice(0, 20), `seed ${seed}`).toEqual([]);
    const { used, rss } = await heapOf(product);
    heaps.push(used);
    console.log(
      `  after ${REQUESTS_A_ROUND * (round + 1)} requests: heap ${used.toFixed(1)} MiB, process ${rss.toFixed(0)} MiB`,
    );
  }
  console.log(`  seed ${propertySeed}, responses by status: ${target.statuses()}`);
  // The first rounds fill the caches and compile the code; between the last two the heap must not grow.
  const [third = 0, last = 0] = heaps.slice(-2);
  expect(last - third, 'heap growth in the last round, MiB').toBeLessThan(GROWTH_MAX);
  expect(await target.list(), 'the list is unchanged').toEqual(before);
  expect(target.unexpectedOutput()).toEqual([]);
});
