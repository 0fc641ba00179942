import { expect, test } from 'vitest';
import { createFakeClock } from '../clock.fixtures.ts';
import { crawled } from './crawl/crawl-result.fixtures.ts';
import { createInventory } from './inventory.ts';

test('row 39: an outage is shown until it ends, also while crawls succeed or fail', () => {
  const inventory = createInventory(createFakeClock());
  inventory.publish(crawled(1));
  const { problem: _, ...state } = inventory.current();
  inventory.setOutage({ code: 'storage_unreachable' });
  const outage = inventory.shown().problem;
  expect(outage?.failure.code).toBe('storage_unreachable');
  inventory.publish(crawled(1));
  expect(inventory.shown().problem).toEqual(outage);
  inventory.adopt({ ...state, problem: null });
  expect(inventory.shown().problem).toEqual(outage);
  inventory.setOutage(null);
  expect(inventory.shown().problem).toBeNull();
  inventory.recordFailure({ code: 'upstream_error', status: 500 });
  inventory.setOutage(null);
  expect(inventory.shown().problem?.failure.code, 'of another cause').toBe('upstream_error');
});

test('row 39: after an outage the problem of the API is shown again, with its beginning', () => {
  const time = createFakeClock();
  const reported: unknown[] = [];
  const inventory = createInventory(time, { problemChanged: (code) => reported.push(code) });
  inventory.publish(crawled(1));
  inventory.recordFailure({ code: 'api_key_rejected' });
  const rejected = inventory.shown().problem;
  time.advance(60_000);
  inventory.setOutage({ code: 'storage_unreachable' });
  inventory.recordFailure({ code: 'storage_unreachable' });
  expect(inventory.current().problem, 'other replicas learn it').toEqual(rejected);
  inventory.setOutage(null);
  expect(inventory.shown().problem).toEqual(rejected);
  inventory.setOutage({ code: 'storage_unreachable' });
  inventory.recordFailure({ code: 'upstream_error', status: 500 });
  inventory.setOutage(null);
  expect(reported).toEqual([
    'api_key_rejected',
    'storage_unreachable',
    'api_key_rejected',
    'storage_unreachable',
    'upstream_error',
  ]);
});

test('row 39: a crawl that ends after an outage with its failure does not show it again', () => {
  const inventory = createInventory(createFakeClock());
  inventory.setOutage({ code: 'storage_unreachable' });
  inventory.setOutage(null);
  inventory.publish({ ...crawled(1), extent: 'gaps', failure: { code: 'storage_unreachable' } });
  expect(inventory.shown().problem).toBeNull();
  inventory.recordFailure({ code: 'api_key_rejected' });
  inventory.recordFailure({ code: 'storage_unreachable' });
  expect(inventory.shown().problem?.failure.code).toBe('api_key_rejected');
});

test('row 68: the problem of an outage that a leader of another version has published is not shown', () => {
  const inventory = createInventory(createFakeClock());
  inventory.publish(crawled(1));
  const problem = { failure: { code: 'storage_unreachable' }, since: 0 } as const;
  inventory.adopt({ ...inventory.current(), problem });
  expect(inventory.shown().problem).toBeNull();
  expect(inventory.current().problem, 'nor published again').toBeNull();
});
