import { expect, test } from 'vitest';
import { createFakeClock } from '../clock.fixtures.ts';
import { completeCrawl, crawled, crawledRows, wireUuid } from './crawl/crawl-result.fixtures.ts';
import { createInventory } from './inventory.ts';
import type { Snapshot } from './snapshot/snapshot.ts';

test('row 26: a 404 for its detail removes a monitor at once, and from the result of a crawl in progress', () => {
  const inventory = createInventory(createFakeClock());
  inventory.publish(crawled(1, 2));
  inventory.remove(wireUuid(1));
  expect(inventory.monitor(wireUuid(1))).toBeUndefined();
  expect(inventory.monitor(wireUuid(2))).toBeDefined();
  inventory.publish(crawled(1, 2));
  expect(inventory.monitor(wireUuid(1))).toBeUndefined();
  inventory.publish(crawled(1, 2));
  expect(inventory.monitor(wireUuid(1))).toBeDefined();
});

test('row 97: a crawl that reads a monitor after its 404 shows it, with its past, and removes nothing', () => {
  const time = createFakeClock();
  const saved: Snapshot[] = [];
  const inventory = createInventory(time, { save: (snapshot) => saved.push(snapshot) });
  const readAt = (asOf: number) =>
    completeCrawl(
      crawledRows(1, 2).map((row) => ({ ...row, asOf, upstreamNow: asOf })),
      asOf,
    );
  inventory.publish(readAt(time.now()));
  const before = inventory.monitor(wireUuid(1));
  time.advance(10_000);
  inventory.remove(wireUuid(1));
  expect(inventory.monitor(wireUuid(1))).toBeUndefined();
  time.advance(1);
  inventory.publish(readAt(time.now()));
  expect(inventory.monitor(wireUuid(1))).toEqual(before);
  expect(inventory.shown()).toMatchObject({ state: 'complete', read: 2, total: 2 });
  expect(saved.map(({ monitors }) => monitors.length)).toEqual([2, 2]);
  expect(saved[1]?.id).toBeGreaterThan(saved[0]?.id ?? 0);
});

test('row 97: during the first crawl a monitor with a 404 does not return from the rows read before', () => {
  const time = createFakeClock();
  const inventory = createInventory(time);
  const rows = () => crawledRows(1, 2);
  inventory.progress({ read: 2, dropped: 0, rows, total: 9, asOf: 0 });
  inventory.remove(wireUuid(1));
  inventory.progress({ read: 2, dropped: 0, rows, total: 9, asOf: 0 });
  expect(inventory.monitor(wireUuid(1))).toBeUndefined();
  expect(inventory.monitor(wireUuid(2))).toBeDefined();
});

test('a 404 for a monitor that is not in the list changes nothing', () => {
  const inventory = createInventory(createFakeClock());
  inventory.publish(crawled(1, 2));
  const before = inventory.shown();
  inventory.remove(wireUuid(3));
  expect(inventory.shown()).toEqual(before);
  expect(inventory.shown().index).toBe(before.index);
});

test('row 26: a 404 for a monitor kept from an earlier crawl does not change the total', () => {
  const inventory = createInventory(createFakeClock());
  inventory.publish(crawled(1, 2, 3));
  inventory.publish({ ...crawled(1, 2), total: 3, dropped: 1 });
  inventory.remove(wireUuid(3));
  expect(inventory.shown()).toMatchObject({ read: 2, total: 3, missing: { count: 1, kept: 0 } });
  inventory.remove(wireUuid(2));
  expect(inventory.shown()).toMatchObject({ read: 1, total: 2, missing: { count: 1, kept: 0 } });
});
