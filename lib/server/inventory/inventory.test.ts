import { expect, test } from 'vitest';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import {
  broken,
  completeCrawl,
  crawled,
  crawledRows,
  incompleteCrawl,
} from './crawl/crawl-result.fixtures.ts';
import { createInventory } from './inventory.ts';

test('the view shows nothing, then the progress of the first crawl, then its result', () => {
  const inventory = createInventory(createFakeClock());
  expect(inventory.shown()).toMatchObject({ state: 'reading', index: null, read: 0 });
  inventory.progress({ read: 2, dropped: 0, rows: () => crawledRows(1, 2), total: 3, asOf: 0 });
  expect(inventory.shown()).toMatchObject({ state: 'reading', read: 2, total: 3 });
  inventory.publish(crawled(1, 2, 3));
  expect(inventory.shown()).toMatchObject({ state: 'complete', read: 3, total: 3, problem: null });
  inventory.progress({ read: 1, dropped: 0, rows: () => crawledRows(1), total: 1, asOf: 0 });
  expect(inventory.shown()).toMatchObject({ state: 'complete', read: 3 });
});

test('the snapshot has the time when its crawl began', () => {
  const inventory = createInventory(createFakeClock());
  inventory.publish({ ...completeCrawl(crawledRows(1), 7000), beganAt: 0 });
  expect(inventory.current().snapshot).toMatchObject({ beganAt: 0, asOf: 7000 });
});

test('row 81: progress without any of the reported monitors is ignored', () => {
  const inventory = createInventory(createFakeClock());
  inventory.progress({ read: 0, dropped: 0, rows: () => [], total: 50, asOf: 0 });
  expect(inventory.shown()).toMatchObject({ state: 'reading', index: null, read: 0 });
  inventory.progress({ read: 0, dropped: 0, rows: () => [], total: 0, asOf: 0 });
  expect(inventory.shown().index, 'the list is empty').not.toBeNull();
});

test('row 25: a failed crawl keeps the snapshot and reports the problem', () => {
  const time = createFakeClock();
  const inventory = createInventory(time);
  inventory.publish(crawled(1, 2));
  const before = inventory.shown();
  const since = time.now();
  inventory.recordFailure({ code: 'upstream_timeout' });
  time.advance(60_000);
  inventory.recordFailure({ code: 'upstream_timeout' });
  const { index, problem, version } = inventory.shown();
  expect(index).toBe(before.index);
  expect(problem).toEqual({ failure: { code: 'upstream_timeout' }, since });
  expect(version).not.toBe(before.version);
  inventory.publish(crawled(1, 2));
  expect(inventory.shown().problem).toBeNull();
});

test('a failure with another code starts a new problem, one with the same code does not', () => {
  const time = createFakeClock();
  const inventory = createInventory(time);
  inventory.publish(crawled(1, 2));
  inventory.recordFailure({ code: 'upstream_error', status: 500 });
  const errorsSince = time.now();
  time.advance(60_000);
  inventory.recordFailure({ code: 'upstream_error', status: 503 });
  expect(inventory.shown().problem?.since).toBe(errorsSince);
  const rejected = { code: 'api_key_rejected' } as const;
  inventory.recordFailure(rejected);
  expect(inventory.shown().problem).toEqual({ failure: rejected, since: time.now() });
  time.advance(60_000);
  const refused = { ...incompleteCrawl('gaps', 3, 1, 2), failure: broken };
  inventory.publish(refused);
  expect(inventory.shown().problem, 'although its rows are not shown').toEqual({
    failure: broken,
    since: time.now(),
  });
  const since = time.now();
  time.advance(60_000);
  inventory.publish(refused);
  expect(inventory.shown()).toMatchObject({ state: 'incomplete', problem: { failure: broken, since } });
});

test('the view and its version change with the time of the next crawl', () => {
  const time = createFakeClock();
  const inventory = createInventory(time);
  inventory.publish(crawled(1, 2));
  inventory.schedule(30_000);
  const before = inventory.shown();
  expect(before.refreshAt).toBe(time.now() + 30_000);
  inventory.schedule(30_900);
  expect(inventory.shown().version, 'less than a second later').toBe(before.version);
  inventory.schedule(0);
  expect(inventory.shown().refreshAt).toBe(time.now());
  expect(inventory.shown().version).not.toBe(before.version);
});

test('the result of the first crawl has another version than its progress, even with the same rows and time', () => {
  const inventory = createInventory(createFakeClock());
  inventory.progress({ read: 2, dropped: 0, rows: () => crawledRows(1, 2), total: 2, asOf: 0 });
  const { version } = inventory.shown();
  inventory.publish(crawled(1, 2));
  expect(inventory.shown().version).not.toBe(version);
});

test('each change of the problem is reported once, in the replica with the problem and in those that adopt its state', () => {
  const reported: unknown[] = [];
  const inventory = createInventory(createFakeClock(), { problemChanged: (code) => reported.push(code) });
  inventory.publish(crawled(1));
  expect(reported, 'no problem at first').toEqual([]);
  inventory.recordFailure({ code: 'upstream_error', status: 500 });
  inventory.recordFailure({ code: 'upstream_error', status: 503 });
  inventory.recordFailure({ code: 'api_key_rejected' });
  const state = inventory.current();
  inventory.publish(crawled(1));
  inventory.publish(crawled(1));
  expect(reported).toEqual(['upstream_error', 'api_key_rejected', null]);
  inventory.adopt(state);
  inventory.adopt(state);
  expect(reported.slice(3)).toEqual(['api_key_rejected']);
});
