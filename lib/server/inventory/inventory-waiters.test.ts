import { expect, test } from 'vitest';
import { createFakeClock } from '../clock.fixtures.ts';
import { crawled } from './crawl/crawl-result.fixtures.ts';
import { createInventory } from './inventory.ts';

test('waitUntil resolves on rows, on a problem, and after the timeout', async () => {
  const time = createFakeClock();
  const events: string[] = [];
  for (const [name, trigger] of [
    ['rows', (inventory: ReturnType<typeof createInventory>) => inventory.publish(crawled(1))],
    [
      'problem',
      (inventory: ReturnType<typeof createInventory>) =>
        inventory.recordFailure({ code: 'upstream_timeout' }),
    ],
    ['time', () => time.advance(1)],
  ] as const) {
    const inventory = createInventory(time);
    const waited = inventory
      .waitUntil(({ index, problem }) => index !== null || problem !== null, 4000)
      .then(() => events.push(name));
    await time.pass(3999);
    expect(events, `before ${name}`).not.toContain(name);
    trigger(inventory);
    await waited;
  }
  expect(events).toEqual(['rows', 'problem', 'time']);
});

const CROWD = 1000;

test('row 83: each waiter is checked once per change', async () => {
  const inventory = createInventory({ ...createFakeClock(), after: () => () => {} });
  let checks = 0;
  const isReady = ({ index }: ReturnType<typeof inventory.shown>) => {
    checks += 1;
    return index !== null;
  };
  const waiters = Array.from({ length: CROWD }, () => inventory.waitUntil(isReady, 4000));
  checks = 0;
  inventory.publish(crawled(1));
  await Promise.all(waiters);
  expect(checks).toBe(CROWD);
});

/** Large enough that an algorithm with quadratic time exceeds the timeout of the test. */
const LARGE_CROWD = 300_000;

test('row 83: the timeouts of all waiters expire in linear time', { tags: 'deep' }, async () => {
  const timers: (() => void)[] = [];
  const after = (_: number, run: () => void) => {
    timers.push(run);
    return () => {};
  };
  const inventory = createInventory({ ...createFakeClock(), after });
  const waiters = Array.from({ length: LARGE_CROWD }, () => inventory.waitUntil(() => false, 4000));
  for (const run of timers) run();
  await expect(Promise.all(waiters)).resolves.toHaveLength(LARGE_CROWD);
});
