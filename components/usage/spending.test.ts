import { expect, test } from 'vitest';
import { spendingParts } from './spending';
import { minutesAgo, usageOf } from './usage.fixtures';

const since = minutesAgo(60);
const here = { since, inventory: 10, list: 2, detail: 5, probe: 1, retry: 2, settings: 3 };

test('the parts are the requests of Sightline by purpose, and those of others', () => {
  const { ours, others, purposes } = spendingParts(
    usageOf({ spent_here: here, spent_elsewhere: { since, daily: 69, monthly: 58 } }),
  );
  expect(ours).toBe(23);
  expect(others).toBe(69);
  expect(purposes.map(({ name, count }) => [name, count])).toEqual([
    ['Inventory', 10],
    ['Refreshes asked for', 2],
    ['Details', 5],
    ['Recovery checks', 1],
    ['Retries', 2],
    ['Settings', 3],
  ]);
});

test('requests of others are unknown before the first counter', () => {
  const spent_elsewhere = { since: null, daily: 0, monthly: 0 };
  expect(spendingParts(usageOf({ spent_elsewhere })).others).toBeNull();
});
