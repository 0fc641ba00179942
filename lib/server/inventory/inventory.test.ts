import { expect, test } from 'vitest';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import { wireRow } from '@/lib/server/upstream/wire-monitors.fixtures';
import { completeCrawl, crawled, crawledRows } from './crawl/crawl-result.fixtures.ts';
import type { CrawlResult } from './crawl/crawler.ts';
import { createInventory } from './inventory.ts';
import type { Snapshot } from './snapshot/snapshot.ts';

const clock = () => createFakeClock();

const uuidOf = (number: number) => String(wireRow(number).monitor_uuid).toLowerCase();

test('the view shows nothing, then the progress of the first crawl, then its result', () => {
  const inventory = createInventory(clock());
  expect(inventory.view()).toMatchObject({ state: 'reading', index: null, read: 0 });
  inventory.progress({ read: 2, dropped: 0, rows: () => crawledRows(1, 2), total: 3, asOf: 0 });
  expect(inventory.view()).toMatchObject({ state: 'reading', read: 2, total: 3 });
  inventory.publish(crawled(1, 2, 3));
  expect(inventory.view()).toMatchObject({ state: 'complete', read: 3, total: 3, problem: null });
  inventory.progress({ read: 1, dropped: 0, rows: () => crawledRows(1), total: 1, asOf: 0 });
  expect(inventory.view()).toMatchObject({ state: 'complete', read: 3 });
});

test('the snapshot has the time when its crawl began', () => {
  const inventory = createInventory(clock());
  inventory.publish({ ...completeCrawl(crawledRows(1), 7000), beganAt: 0 });
  expect(inventory.current().snapshot).toMatchObject({ beganAt: 0, asOf: 7000 });
});

test('row 81: progress without any of the reported monitors is ignored', () => {
  const inventory = createInventory(clock());
  inventory.progress({ read: 0, dropped: 0, rows: () => [], total: 50, asOf: 0 });
  expect(inventory.view()).toMatchObject({ state: 'reading', index: null, read: 0 });
  inventory.progress({ read: 0, dropped: 0, rows: () => [], total: 0, asOf: 0 });
  expect(inventory.view().index, 'the list is empty').not.toBeNull();
});

test('row 25: a failed crawl keeps the snapshot and reports the problem', () => {
  const time = clock();
  const inventory = createInventory(time);
  inventory.publish(crawled(1, 2));
  const before = inventory.view();
  const since = time.now();
  inventory.recordFailure({ code: 'upstream_timeout' });
  time.advance(60_000);
  inventory.recordFailure({ code: 'upstream_timeout' });
  const { index, problem, version } = inventory.view();
  expect(index).toBe(before.index);
  expect(problem).toEqual({ failure: { code: 'upstream_timeout' }, since });
  expect(version).not.toBe(before.version);
  inventory.publish(crawled(1, 2));
  expect(inventory.view().problem).toBeNull();
});

test('a failure with another code starts a new problem, one with the same code does not', () => {
  const time = clock();
  const inventory = createInventory(time);
  inventory.publish(crawled(1, 2));
  inventory.recordFailure({ code: 'upstream_error', status: 500 });
  const errorsSince = time.now();
  time.advance(60_000);
  inventory.recordFailure({ code: 'upstream_error', status: 503 });
  expect(inventory.view().problem?.since).toBe(errorsSince);
  const rejected = { code: 'api_key_rejected' } as const;
  inventory.recordFailure(rejected);
  expect(inventory.view().problem).toEqual({ failure: rejected, since: time.now() });
  time.advance(60_000);
  const refused = { ...incompleteCrawl('gaps', 3, 1, 2), failure: broken };
  inventory.publish(refused);
  expect(inventory.view().problem, 'although its rows are not shown').toEqual({
    failure: broken,
    since: time.now(),
  });
  const since = time.now();
  time.advance(60_000);
  inventory.publish(refused);
  expect(inventory.view()).toMatchObject({ state: 'incomplete', problem: { failure: broken, since } });
});

test('the version does not change while snapshot and problem do not change', () => {
  const inventory = createInventory(clock());
  inventory.publish(crawled(1));
  expect(inventory.view().version).toBe(inventory.view().version);
});

test('the view and its version change with the time of the next crawl', () => {
  const time = clock();
  const inventory = createInventory(time);
  inventory.publish(crawled(1, 2));
  inventory.schedule(30_000);
  const before = inventory.view();
  expect(before.refreshAt).toBe(time.now() + 30_000);
  inventory.schedule(30_900);
  expect(inventory.view().version, 'less than a second later').toBe(before.version);
  inventory.schedule(0);
  expect(inventory.view().refreshAt).toBe(time.now());
  expect(inventory.view().version).not.toBe(before.version);
});

test('row 26: a 404 for its detail removes a monitor at once, and from the result of a crawl in progress', () => {
  const inventory = createInventory(clock());
  inventory.publish(crawled(1, 2));
  inventory.remove(uuidOf(1));
  expect(inventory.monitor(uuidOf(1))).toBeUndefined();
  expect(inventory.monitor(uuidOf(2))).toBeDefined();
  inventory.publish(crawled(1, 2));
  expect(inventory.monitor(uuidOf(1))).toBeUndefined();
  inventory.publish(crawled(1, 2));
  expect(inventory.monitor(uuidOf(1))).toBeDefined();
});

test('row 97: a crawl that reads a monitor after its 404 shows it, with its past, and removes nothing', () => {
  const time = clock();
  const saved: Snapshot[] = [];
  const inventory = createInventory(time, { save: (snapshot) => saved.push(snapshot) });
  const readAt = (asOf: number) =>
    completeCrawl(
      crawledRows(1, 2).map((row) => ({ ...row, asOf, upstreamNow: asOf })),
      asOf,
    );
  inventory.publish(readAt(time.now()));
  const before = inventory.monitor(uuidOf(1));
  time.advance(10_000);
  inventory.remove(uuidOf(1));
  expect(inventory.monitor(uuidOf(1))).toBeUndefined();
  time.advance(1);
  inventory.publish(readAt(time.now()));
  expect(inventory.monitor(uuidOf(1))).toEqual(before);
  expect(inventory.view()).toMatchObject({ state: 'complete', read: 2, total: 2 });
  expect(saved.map(({ monitors }) => monitors.length)).toEqual([2, 2]);
  expect(saved[1]?.id).toBeGreaterThan(saved[0]?.id ?? 0);
});

test('row 97: during the first crawl a monitor with a 404 does not return from the rows read before', () => {
  const time = clock();
  const inventory = createInventory(time);
  const rows = () => crawledRows(1, 2);
  inventory.progress({ read: 2, dropped: 0, rows, total: 9, asOf: 0 });
  inventory.remove(uuidOf(1));
  inventory.progress({ read: 2, dropped: 0, rows, total: 9, asOf: 0 });
  expect(inventory.monitor(uuidOf(1))).toBeUndefined();
  expect(inventory.monitor(uuidOf(2))).toBeDefined();
});

test('waitUntil resolves on rows, on a problem, and after the timeout', async () => {
  const time = clock();
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

test('the result of the first crawl has another version than its progress, even with the same rows and time', () => {
  const inventory = createInventory(clock());
  inventory.progress({ read: 2, dropped: 0, rows: () => crawledRows(1, 2), total: 2, asOf: 0 });
  const { version } = inventory.view();
  inventory.publish(crawled(1, 2));
  expect(inventory.view().version).not.toBe(version);
});

const broken = { code: 'upstream_error', status: 500 } as const;

/** An incomplete crawl: `gaps` reached the end of the list with failed pages, `interrupted` did not. */
function incompleteCrawl(coverage: 'gaps' | 'interrupted', total: number, ...numbers: number[]): CrawlResult {
  return { ...crawled(...numbers), total, complete: false, coverage, failure: broken };
}

test('row 73: the state is incomplete, with the number of missing monitors, until a crawl misses none', () => {
  const inventory = createInventory(clock());
  inventory.publish({ ...crawled(1, 2), total: 3, dropped: 1 });
  expect(inventory.view()).toMatchObject({
    state: 'incomplete',
    read: 2,
    total: 3,
    missing: { count: 1, reason: 'malformed_rows' },
    problem: null,
  });
  inventory.publish({ ...crawled(1, 2, 3), total: 5, complete: false });
  expect(inventory.view()).toMatchObject({
    state: 'incomplete',
    read: 3,
    total: 5,
    missing: { count: 2, reason: 'moved_rows' },
  });
  inventory.publish(crawled(1, 2, 3));
  expect(inventory.view()).toMatchObject({ state: 'complete', read: 3, total: 3, missing: null });
});

test('row 72: the rows of an incomplete first crawl are shown, with the reason for the missing ones', () => {
  const inventory = createInventory(clock());
  inventory.publish(incompleteCrawl('interrupted', 3, 1, 2));
  expect(inventory.view()).toMatchObject({
    state: 'incomplete',
    read: 2,
    total: 3,
    missing: { count: 1, reason: 'page_failed' },
    problem: { failure: broken },
  });
  inventory.publish(incompleteCrawl('interrupted', 4, 1, 2, 3));
  expect(inventory.view(), 'a crawl with more rows replaces it').toMatchObject({ read: 3, total: 4 });
  const { index } = inventory.view();
  inventory.publish(incompleteCrawl('interrupted', 4, 1));
  expect(inventory.view().index, 'a crawl with fewer rows does not').toBe(index);
});

/** Results of an earlier crawl: complete, and complete except for a malformed row. */
const betterResults: CrawlResult[] = [crawled(1, 2, 3), { ...crawled(1, 2), total: 3, dropped: 1 }];

test.each(betterResults)(
  'row 25, row 72: the first crawl with a failed page does not replace a better snapshot',
  (better) => {
    const inventory = createInventory(clock());
    inventory.publish(better);
    const { index, state } = inventory.view();
    inventory.publish(incompleteCrawl('gaps', 3, 1));
    expect(inventory.view()).toMatchObject({ state, problem: { failure: broken } });
    expect(inventory.view().index).toBe(index);
  },
);

test.each(betterResults)('row 25: interrupted crawls never replace a better snapshot', (better) => {
  const inventory = createInventory(clock());
  inventory.publish(better);
  const { index } = inventory.view();
  for (let n = 0; n < 5; n += 1) inventory.publish(incompleteCrawl('interrupted', 3, 1));
  expect(inventory.view().index).toBe(index);
});

test('row 72: a page that fails permanently does not prevent updates of the other pages', () => {
  const time = clock();
  const inventory = createInventory(time);
  inventory.publish(crawled(1, 2, 3));
  const since = time.now();
  for (let n = 0; n < 20; n += 1) {
    inventory.publish({ ...incompleteCrawl('gaps', 3, 1, 2), asOf: 1000 * (n + 1) });
    time.advance(30_000);
  }
  expect(inventory.view()).toMatchObject({
    state: 'incomplete',
    read: 2,
    total: 3,
    asOf: 20_000,
    missing: { count: 1, reason: 'page_failed', kept: 1 },
    problem: { failure: broken, since },
  });
  expect(inventory.monitor(uuidOf(3)), 'as it was last read').toBeDefined();
  const { index } = inventory.view();
  inventory.publish(incompleteCrawl('interrupted', 3, 1));
  expect(inventory.view().index, 'an interrupted crawl with fewer rows replaces nothing').toBe(index);
  inventory.publish(crawled(1, 2, 3));
  expect(inventory.view()).toMatchObject({ state: 'complete', read: 3, missing: null, problem: null });
  const complete = inventory.view().index;
  inventory.publish(incompleteCrawl('gaps', 3, 1, 2));
  expect(inventory.view().index, 'after a complete crawl the first one with gaps replaces nothing').toBe(
    complete,
  );
});

test('row 73: a crawl that is not proven complete is never shown as complete', () => {
  const inventory = createInventory(clock());
  inventory.publish({ ...crawled(1, 2, 3), complete: false });
  expect(inventory.view()).toMatchObject({
    state: 'incomplete',
    missing: { count: 1, reason: 'moved_rows' },
    problem: null,
  });
  // More rows than the total, because monitors were deleted during the crawl.
  inventory.publish({ ...crawled(1, 2, 3), total: 2, complete: false, failure: broken });
  expect(inventory.view()).toMatchObject({
    state: 'incomplete',
    missing: { count: 1, reason: 'moved_rows' },
    problem: { failure: broken },
  });
});

test('row 73: the number of missing monitors survives a restart', () => {
  let saved: Snapshot | null = null;
  const before = createInventory(clock(), {
    save: (snapshot) => {
      saved = snapshot;
    },
  });
  before.publish({ ...crawled(1, 2), total: 3, dropped: 1 });
  if (saved === null) throw new Error('nothing was saved');
  const after = createInventory(clock());
  after.restore(saved);
  expect(after.view()).toMatchObject({ state: 'incomplete', read: 2, total: 3, missing: { count: 1 } });
});

test('a 404 for a monitor that is not in the list changes nothing', () => {
  const inventory = createInventory(clock());
  inventory.publish(crawled(1, 2));
  const before = inventory.view();
  inventory.remove(uuidOf(3));
  expect(inventory.view()).toEqual(before);
  expect(inventory.view().index).toBe(before.index);
});

test('row 73: a monitor that can no longer be read is shown as it was last read and counted as missing', () => {
  const inventory = createInventory(clock());
  inventory.publish(crawled(1, 2, 3));
  inventory.publish({ ...crawled(1, 2), total: 3, dropped: 1 });
  expect(inventory.view()).toMatchObject({
    state: 'incomplete',
    read: 2,
    total: 3,
    missing: { count: 1, reason: 'malformed_rows', kept: 1 },
  });
  expect(inventory.monitor(uuidOf(3))).toBeDefined();
});

test('row 26: a 404 for a monitor kept from an earlier crawl does not change the total', () => {
  const inventory = createInventory(clock());
  inventory.publish(crawled(1, 2, 3));
  inventory.publish({ ...crawled(1, 2), total: 3, dropped: 1 });
  inventory.remove(uuidOf(3));
  expect(inventory.view()).toMatchObject({ read: 2, total: 3, missing: { count: 1, kept: 0 } });
  inventory.remove(uuidOf(2));
  expect(inventory.view()).toMatchObject({ read: 1, total: 2, missing: { count: 1, kept: 0 } });
});

/** Large enough that an algorithm with quadratic time exceeds the timeout of the test. */
const CROWD = 300_000;

test('row 83: each waiter is checked once per change', async () => {
  const inventory = createInventory({ ...clock(), after: () => () => {} });
  let checks = 0;
  const isReady = ({ index }: ReturnType<typeof inventory.view>) => {
    checks += 1;
    return index !== null;
  };
  const waiters = Array.from({ length: CROWD }, () => inventory.waitUntil(isReady, 4000));
  checks = 0;
  inventory.publish(crawled(1));
  await Promise.all(waiters);
  expect(checks).toBe(CROWD);
});

test('row 83: the timeouts of all waiters expire in linear time', async () => {
  const timers: (() => void)[] = [];
  const after = (_: number, run: () => void) => {
    timers.push(run);
    return () => {};
  };
  const inventory = createInventory({ ...clock(), after });
  const waiters = Array.from({ length: CROWD }, () => inventory.waitUntil(() => false, 4000));
  for (const run of timers) run();
  await expect(Promise.all(waiters)).resolves.toHaveLength(CROWD);
});

test('the code of the problem is reported once for each change, in the replica that has it and in those that adopt it', () => {
  const reported: unknown[] = [];
  const inventory = createInventory(clock(), { problemChanged: (code) => reported.push(code) });
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
