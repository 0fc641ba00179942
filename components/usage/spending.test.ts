import { expect, test } from 'vitest';
import { readingFacts, spendingParts } from './spending';
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

test('a few facts say how often the list is read, why not more often, and what that leaves', () => {
  const { refresh } = usageOf();
  const factsOf = (given: Partial<typeof refresh> = {}) =>
    readingFacts(usageOf({ refresh: { ...refresh, ...given } })).map(
      ({ name, value }) => `${name}: ${value}`,
    );
  const people = 'Kept for people: 20 % of the rest, to open monitors and refresh';
  expect(factsOf()).toEqual([
    'List is read: every 30 s, 3 requests each',
    'Kept for others: 50 today, 1,000 this month',
    people,
  ]);
  expect(factsOf({ actual_s: 102, limited_by: 'daily' }).slice(0, 2)).toEqual([
    'List is read: every 1 min 42 s, 3 requests each',
    'Not every 30 s: so that today’s requests last',
  ]);
  const unknown = { paused: true, wanted_s: null, reserve: { daily: null, monthly: null } };
  expect(factsOf(unknown)).toEqual(['List is read: not at all: all viewers have paused', people]);
});
