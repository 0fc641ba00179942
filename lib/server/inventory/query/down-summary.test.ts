import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultInventoryQuery, type InventoryQuery } from '../../../contract/inventory-query.ts';
import { generated } from '../../../testing/property-runs.ts';
import { aMonitor } from '../snapshot/arbitrary-monitors.fixtures.ts';
import type { InventoryMonitor } from '../snapshot/snapshot.ts';
import { buildIndex } from './inventory-index.ts';
import { naiveMatches, snapshotOf } from './naive-inventory.fixtures.ts';
import { runQuery } from './query.ts';

function summary(monitors: InventoryMonitor[], query: Partial<InventoryQuery> = {}) {
  const index = buildIndex(snapshotOf(monitors));
  return runQuery(index, { ...defaultInventoryQuery, facets: true, ...query }).downSummary;
}

const many = (count: number, from: number, changes: Partial<InventoryMonitor>) =>
  Array.from({ length: count }, (_, n) => aMonitor(from + n, changes));

const down = { condition: 'down' } as const;
const outage = [
  ...many(6, 0, { ...down, type: 'https', regions: ['fra1'] }),
  ...many(3, 10, { ...down, type: 'https', regions: ['waw1'], maintenance_mode: true }),
  ...many(40, 20, { type: 'tcp', regions: ['waw1'] }),
  ...many(10, 70, { type: 'https', regions: ['fra1'] }),
];

test('the most common region and type of the monitors that are down, and the number in maintenance', () => {
  expect(summary(outage)).toEqual({
    down: 9,
    maintenance: null,
    region: { value: 'fra1', count: 6 },
    type: { value: 'https', count: 9 },
  });
});

test('a value that nearly all monitors have is not reported', () => {
  const monitors = [...many(8, 0, down), ...many(40, 20, {})];
  expect(summary(monitors)).toEqual({ down: 8, maintenance: null, region: null, type: null });
});

test('common values are reported for at least five monitors that are down', () => {
  expect(summary([...many(4, 0, down), ...many(40, 20, {})])).toBeNull();
  expect(summary([...many(5, 0, down), ...many(40, 20, {})])?.down).toBe(5);
});

test('maintenance is reported if most are in it, and clearly more than of all', () => {
  const working = many(5, 0, { ...down, maintenance_mode: true });
  expect(summary([...working, ...many(4, 10, down), ...many(40, 20, {})])?.maintenance).toBe(5);
  expect(summary([...working, ...many(6, 10, down), ...many(40, 20, {})])?.maintenance).toBeNull();
  expect(summary([...working, ...many(8, 10, { maintenance_mode: true })])?.maintenance).toBeNull();
});

test('all filters except the one of the condition apply', () => {
  expect(summary(outage, { condition: ['up'] })).toEqual(summary(outage));
  const inFra = summary(outage, { region: ['fra1'] });
  expect(inFra).toMatchObject({ down: 6, region: null });
  expect(summary(outage, { q: 'tcp' })).toBeNull();
});

test('the counts equal the number of rows that a filter by the value returns', () => {
  const one = fc.record({
    condition: fc.constantFrom('down', 'down', 'up'),
    type: fc.constantFrom('https', 'tcp', '__proto__'),
    regions: fc.subarray(['fra1', 'waw1', 'constructor']),
    maintenance_mode: fc.boolean(),
  });
  const some = fc.array(one, { minLength: 10, maxLength: 40 });
  const regions = fc.subarray(['fra1', 'waw1', 'constructor'], { maxLength: 1 });
  let summed = 0;
  fc.assert(
    fc.property(some, regions, regions, (all, included, excluded) => {
      const downNow = all.map((changes, n) => aMonitor(n, changes));
      const query = { region: [...included, ...excluded.map((value) => `-${value}`)] };
      const result = summary(downNow, query);
      if (!result) return;
      summed += 1;
      const filters = { ...query, condition: ['down' as const] };
      const rows = downNow.filter((monitor) => naiveMatches(monitor, filters, downNow));
      expect(rows.length).toBe(result.down);
      if (result.maintenance !== null)
        expect(rows.filter((row) => row.maintenance_mode).length).toBe(result.maintenance);
      const { type, region: shared } = result;
      if (type) expect(rows.filter((row) => row.type === type.value).length).toBe(type.count);
      if (shared)
        expect(rows.filter(({ regions }) => regions.includes(shared.value)).length).toBe(shared.count);
    }),
    { numRuns: generated(300) },
  );
  expect(summed).toBeGreaterThan(30);
});

test('without facets there is no summary', () => {
  expect(summary(outage, { facets: false })).toBeUndefined();
});
