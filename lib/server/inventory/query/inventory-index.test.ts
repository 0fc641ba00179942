import fc from 'fast-check';
import { expect, test } from 'vitest';
import { conditions } from '../../../contract/conditions.ts';
import { inventorySorts } from '../../../contract/inventory-sorts.ts';
import { aMonitor, arbitraryMonitors, fieldsOf, uuidOf } from '../snapshot/arbitrary-monitors.fixtures.ts';
import type { InventoryMonitor } from '../snapshot/compact-row.ts';
import { buildSnapshot, type Snapshot } from '../snapshot/snapshot.ts';
import { buildIndex, type InventoryIndex } from './inventory-index.ts';
import { snapshotOf } from './naive-inventory.fixtures.ts';

const usedSorts = fc.subarray([...inventorySorts]);

/** Many unchanged monitors, so that the few others are inserted into their order instead of sorting all again. */
const crowd = Array.from({ length: 200 }, (_, n) =>
  aMonitor(1000 + n, { name: `crowd ${(n * 37) % 100}`, port: n % 9 }),
);

/** The data of an index that queries use. */
function contents({ searchTexts, addresses, profiles, profileWords, sorter }: InventoryIndex) {
  const profile = Array.from(profiles.profileOfRow, (number) => [profiles.all[number], profileWords[number]]);
  return { searchTexts, addresses, profile, orderings: inventorySorts.map((sort) => sorter.ordering(sort)) };
}

test('an index built from the previous one equals one built from scratch', () => {
  const generation = fc.tuple(arbitraryMonitors, usedSorts);
  fc.assert(
    fc.property(
      fc.array(generation, { minLength: 2, maxLength: 4 }),
      fc.boolean(),
      (generations, crowded) => {
        let previous: InventoryIndex | null = null;
        for (const [monitors, sorts] of generations) {
          const snapshot = snapshotOf(crowded ? [...crowd, ...monitors.slice(0, 6)] : monitors);
          const built: InventoryIndex = buildIndex(snapshot, previous);
          for (const sort of sorts) built.sorter.ordering(sort);
          previous = built;
          if (monitors === generations.at(-1)?.[0])
            expect(contents(built)).toEqual(contents(buildIndex(snapshot, null)));
        }
      },
    ),
    { numRuns: 150 },
  );
});

test('search texts of monitors with unchanged name and address are reused', () => {
  const monitors = [aMonitor(1), aMonitor(2), aMonitor(3)];
  const first = buildIndex(snapshotOf(monitors), null);
  const changed: InventoryMonitor[] = monitors.map((monitor) =>
    monitor.monitor_uuid === uuidOf(2) ? { ...monitor, name: 'renamed' } : { ...monitor, condition: 'down' },
  );
  const second = buildIndex(snapshotOf(changed), first);
  expect(second.searchTexts[1]).toContain('renamed');
  expect(second.searchTexts[0]).toBe(first.searchTexts[0]);
});

test('row 90: a target is parsed again only after the monitor has changed', () => {
  const monitors = [1, 2, 3].map((n) =>
    aMonitor(n, { type: 'https', target: `host-${n}.example/a`, port: null }),
  );
  const first = buildIndex(snapshotOf(monitors), null);
  const [one, two, three] = monitors;
  if (!one || !two || !three) throw new Error('There are three monitors.');
  const next = [
    { ...one, condition: 'down' as const },
    { ...two, type: 'ping' },
    { ...three, target: 'other' },
  ];
  const { addresses } = buildIndex(snapshotOf(next), first);
  expect(addresses[0]).toBe(first.addresses[0]);
  expect(addresses.map((address) => [address?.host, address?.port])).toEqual([
    ['host-1.example', 443],
    ['host-2.example', null],
    ['other', 443],
  ]);
});

test('an index counts all monitors by condition, and the monitors in maintenance', () => {
  fc.assert(
    fc.property(arbitraryMonitors, (monitors) => {
      const { counts } = buildIndex(snapshotOf(monitors), null);
      for (const condition of conditions)
        expect(counts.condition[condition]).toBe(
          monitors.filter((one) => one.condition === condition).length,
        );
      expect(counts.maintenance).toBe(monitors.filter((one) => one.maintenance_mode).length);
    }),
  );
});

test('lastDown contains the times of the latest monitors that were first shown as down', () => {
  const at = (n: number) => new Date(Date.UTC(2026, 10, 20, 12, n)).toISOString();
  const down = Array.from({ length: 25 }, (_, n) =>
    aMonitor(n, { condition: 'down', observed_since: at((n * 7) % 25) }),
  );
  const { lastDown } = buildIndex(snapshotOf([...down, aMonitor(99, { observed_since: at(59) })]), null);
  expect(lastDown).toEqual(Array.from({ length: 20 }, (_, n) => at(24 - n)));
});

test('lastDown contains the time of the snapshot, although the failed check may be older than the previous one', () => {
  const noon = Date.UTC(2026, 10, 20, 12);
  const read = (asOf: number, status: string, checkedAt: number, previous: Snapshot | null) => {
    const last_check_at = new Date(checkedAt).toISOString();
    const monitor = { ...fieldsOf(aMonitor(1)), last_status: status, last_check_at };
    const rows = [{ monitor, asOf, upstreamNow: asOf }];
    return buildSnapshot({ rows, previous, asOf, evidence: 'complete', missing: null });
  };
  const seen = read(noon, 'up', noon - 70_000, null);
  const next = read(noon + 30_000, 'down', noon - 10_000, seen);
  expect(Date.parse(next.monitors[0]?.observed_since ?? '')).toBe(noon - 10_000);
  expect(buildIndex(next, null).lastDown).toEqual([new Date(noon + 30_000).toISOString()]);
});
