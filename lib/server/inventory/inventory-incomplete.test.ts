import { expect, test } from 'vitest';
import { createFakeClock } from '../clock.fixtures.ts';
import { broken, crawled, incompleteCrawl, wireUuid } from './crawl/crawl-result.fixtures.ts';
import type { CrawlResult } from './crawl/crawler.ts';
import { createInventory } from './inventory.ts';
import type { Snapshot } from './snapshot/snapshot.ts';

test('row 73: the state is incomplete, with the number of missing monitors, until a crawl misses none', () => {
  const inventory = createInventory(createFakeClock());
  inventory.publish({ ...crawled(1, 2), total: 3, dropped: 1 });
  expect(inventory.shown()).toMatchObject({
    state: 'incomplete',
    read: 2,
    total: 3,
    missing: { count: 1, reason: 'malformed_rows' },
    problem: null,
  });
  inventory.publish({ ...crawled(1, 2, 3), total: 5, complete: false });
  expect(inventory.shown()).toMatchObject({
    state: 'incomplete',
    read: 3,
    total: 5,
    missing: { count: 2, reason: 'moved_rows' },
  });
  inventory.publish(crawled(1, 2, 3));
  expect(inventory.shown()).toMatchObject({ state: 'complete', read: 3, total: 3, missing: null });
});

test('row 72: the rows of an incomplete first crawl are shown, with the reason for the missing ones', () => {
  const inventory = createInventory(createFakeClock());
  inventory.publish(incompleteCrawl('interrupted', 3, 1, 2));
  expect(inventory.shown()).toMatchObject({
    state: 'incomplete',
    read: 2,
    total: 3,
    missing: { count: 1, reason: 'page_failed' },
    problem: { failure: broken },
  });
  inventory.publish(incompleteCrawl('interrupted', 4, 1, 2, 3));
  expect(inventory.shown(), 'a crawl with more rows replaces it').toMatchObject({ read: 3, total: 4 });
  const { index } = inventory.shown();
  inventory.publish(incompleteCrawl('interrupted', 4, 1));
  expect(inventory.shown().index, 'a crawl with fewer rows does not').toBe(index);
});

/** Results of an earlier crawl: complete, and complete except for a malformed row. */
const betterResults: CrawlResult[] = [crawled(1, 2, 3), { ...crawled(1, 2), total: 3, dropped: 1 }];

test.each(betterResults)(
  'row 25, row 72: neither the first crawl with a failed page nor any interrupted one replaces a better snapshot',
  (better) => {
    for (const [extent, times] of [
      ['gaps', 1],
      ['interrupted', 5],
    ] as const) {
      const inventory = createInventory(createFakeClock());
      inventory.publish(better);
      const { index, state } = inventory.shown();
      for (let n = 0; n < times; n += 1) inventory.publish(incompleteCrawl(extent, 3, 1));
      expect(inventory.shown()).toMatchObject({ state, problem: { failure: broken } });
      expect(inventory.shown().index).toBe(index);
    }
  },
);

test('row 72: a page that fails permanently does not prevent updates of the other pages', () => {
  const time = createFakeClock();
  const inventory = createInventory(time);
  inventory.publish(crawled(1, 2, 3));
  const since = time.now();
  for (let n = 0; n < 20; n += 1) {
    inventory.publish({ ...incompleteCrawl('gaps', 3, 1, 2), asOf: 1000 * (n + 1) });
    time.advance(30_000);
  }
  expect(inventory.shown()).toMatchObject({
    state: 'incomplete',
    read: 2,
    total: 3,
    asOf: 20_000,
    missing: { count: 1, reason: 'page_failed', kept: 1 },
    problem: { failure: broken, since },
  });
  expect(inventory.monitor(wireUuid(3)), 'as it was last read').toBeDefined();
  const { index } = inventory.shown();
  inventory.publish(incompleteCrawl('interrupted', 3, 1));
  expect(inventory.shown().index, 'an interrupted crawl with fewer rows replaces nothing').toBe(index);
  inventory.publish(crawled(1, 2, 3));
  expect(inventory.shown()).toMatchObject({ state: 'complete', read: 3, missing: null, problem: null });
  const complete = inventory.shown().index;
  inventory.publish(incompleteCrawl('gaps', 3, 1, 2));
  expect(inventory.shown().index, 'after a complete crawl the first one with gaps replaces nothing').toBe(
    complete,
  );
});

test('row 73: a crawl that is not proven complete is never shown as complete', () => {
  const inventory = createInventory(createFakeClock());
  inventory.publish({ ...crawled(1, 2, 3), complete: false });
  expect(inventory.shown()).toMatchObject({
    state: 'incomplete',
    missing: { count: 1, reason: 'moved_rows' },
    problem: null,
  });
  // More rows than the total, because monitors were deleted during the crawl.
  inventory.publish({ ...crawled(1, 2, 3), total: 2, complete: false, failure: broken });
  expect(inventory.shown()).toMatchObject({
    state: 'incomplete',
    missing: { count: 1, reason: 'moved_rows' },
    problem: { failure: broken },
  });
});

test('row 73: the number of missing monitors survives a restart', () => {
  let saved: Snapshot | null = null;
  const before = createInventory(createFakeClock(), {
    save: (snapshot) => {
      saved = snapshot;
    },
  });
  before.publish({ ...crawled(1, 2), total: 3, dropped: 1 });
  if (saved === null) throw new Error('nothing was saved');
  const after = createInventory(createFakeClock());
  after.restore(saved);
  expect(after.shown()).toMatchObject({ state: 'incomplete', read: 2, total: 3, missing: { count: 1 } });
});

test('row 73: a monitor that can no longer be read is shown as it was last read and counted as missing', () => {
  const inventory = createInventory(createFakeClock());
  inventory.publish(crawled(1, 2, 3));
  inventory.publish({ ...crawled(1, 2), total: 3, dropped: 1 });
  expect(inventory.shown()).toMatchObject({
    state: 'incomplete',
    read: 2,
    total: 3,
    missing: { count: 1, reason: 'malformed_rows', kept: 1 },
  });
  expect(inventory.monitor(wireUuid(3))).toBeDefined();
});
