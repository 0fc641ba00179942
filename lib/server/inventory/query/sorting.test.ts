import fc from 'fast-check';
import { expect, test } from 'vitest';
import { conditions } from '../../../contract/conditions.ts';
import { inventorySorts } from '../../../contract/list-layout.ts';
import { generated } from '../../../testing/property-runs.ts';
import { aMonitor, arbitraryMonitors } from '../snapshot/arbitrary-monitors.fixtures.ts';
import type { InventoryMonitor } from '../snapshot/snapshot.ts';
import { naiveSort, snapshotOf } from './naive-inventory.fixtures.ts';
import { createSorter } from './sorting.ts';

type Sort = (typeof inventorySorts)[number];

function sorted(monitors: readonly InventoryMonitor[], sort: Sort, order: 'asc' | 'desc') {
  const rows = snapshotOf(monitors).monitors.map((monitor) => ({ monitor }));
  return createSorter(rows)(sort, order).map(({ monitor }) => monitor);
}

const names = (monitors: readonly (InventoryMonitor | undefined)[]) =>
  monitors.map((monitor) => monitor?.name);

test.each(inventorySorts)('%s sorts like the simple implementation, in both orders', (sort) => {
  fc.assert(
    fc.property(arbitraryMonitors, fc.constantFrom('asc', 'desc'), (monitors, order) => {
      expect(sorted(monitors, sort, order)).toEqual(naiveSort(monitors, sort, order));
    }),
    { numRuns: generated(200) },
  );
});

test('nulls are last in both orders', () => {
  const monitors = [
    aMonitor(1, { last_response_time_ms: null }),
    aMonitor(2, { last_response_time_ms: 0 }),
    aMonitor(3, { last_response_time_ms: 7 }),
  ];
  const numbers = (order: 'asc' | 'desc') =>
    sorted(monitors, 'last_response_time_ms', order).map((monitor) => monitor?.last_response_time_ms);
  expect(numbers('asc')).toEqual([0, 7, null]);
  expect(numbers('desc')).toEqual([7, 0, null]);
});

test('names sort in natural order', () => {
  const inOrder = ['10.0.0.9', '10.0.0.10', 'api', 'Éclair', 'edge', 'node 2', 'Node 10', 'zebra'];
  const monitors = inOrder.map((name, n) => aMonitor(n, { name })).reverse();
  expect(names(sorted(monitors, 'name', 'asc'))).toEqual(inOrder);
  expect(names(sorted(monitors, 'name', 'desc'))).toEqual(inOrder.toReversed());
});

const since = (iso: string) => ({ observed_since: iso });

test('no valid time outweighs a condition', () => {
  const monitors = [
    aMonitor(1, { condition: 'up', name: 'up', ...since('9999-12-31T23:59:59Z') }),
    aMonitor(2, { condition: 'pending', name: 'pending', ...since('9999-12-31T23:59:59Z') }),
    aMonitor(3, { condition: 'overdue', name: 'overdue', ...since('0001-01-01T00:00:00Z') }),
    aMonitor(4, { condition: 'down', name: 'down', ...since('0001-01-01T00:00:00Z') }),
  ];
  expect(names(sorted(monitors, 'attention', 'asc'))).toEqual(['down', 'overdue', 'pending', 'up']);
});

test('attention: down first, and the latest change first within a condition', () => {
  expect(conditions).toEqual(['down', 'overdue', 'unknown', 'pending', 'up', 'inactive']);
  const monitors = conditions
    .toReversed()
    .flatMap((condition, n) => [
      aMonitor(2 * n, { condition, name: `${condition} new`, ...since('2026-11-20T11:00:00.000Z') }),
      aMonitor(2 * n + 1, { condition, name: `${condition} old`, ...since('2026-11-19T11:00:00.000Z') }),
    ]);
  expect(names(sorted(monitors, 'attention', 'asc'))).toEqual(
    conditions.flatMap((condition) => [`${condition} new`, `${condition} old`]),
  );
});
