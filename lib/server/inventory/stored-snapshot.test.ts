import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aMonitor, arbitraryMonitors } from '@/lib/server/inventory/arbitrary-monitors.fixtures';
import { snapshotOf } from './naive-inventory.fixtures';
import { parseStoredSnapshot, storedSnapshot } from './stored-snapshot';

const anySnapshot = fc.record({
  id: fc.nat(),
  asOf: fc.nat(),
  missing: fc.option(
    fc.record({
      count: fc.integer({ min: 1, max: 9 }),
      reason: fc.constantFrom('page_failed' as const, 'malformed_rows' as const, 'moved_rows' as const),
    }),
  ),
  monitors: arbitraryMonitors,
  missingMonitors: fc
    .array(fc.tuple(fc.uuid(), fc.record({ complete: fc.nat(1), any: fc.nat(9) })), { maxLength: 5 })
    .map((entries) => new Map(entries)),
});
const snapshots = anySnapshot.chain((snapshot) => {
  const down = snapshot.monitors.filter(({ condition }) => condition === 'down');
  const instants = fc.array(fc.nat(), { minLength: down.length, maxLength: down.length });
  return instants.map((shown) => ({
    ...snapshot,
    shownDownAt: new Map(down.map(({ monitor_uuid }, n) => [monitor_uuid, shown[n] ?? 0])),
    recentChanges: new Map(down.map(({ monitor_uuid }, n) => [monitor_uuid, [shown[n] ?? 0]])),
  }));
});

test('a stored snapshot is restored unchanged', () => {
  fc.assert(
    fc.property(snapshots, (snapshot) => {
      expect(parseStoredSnapshot([...storedSnapshot(snapshot)])).toEqual(snapshot);
    }),
  );
});

test('for records of earlier releases shown_down_at defaults to observed_since', () => {
  const snapshot = snapshotOf([aMonitor(1, { condition: 'down' }), aMonitor(2)]);
  const stored = storedSnapshot({ ...snapshot, shownDownAt: new Map() });
  expect(parseStoredSnapshot([...stored])).toEqual(snapshot);
});

test('a record of an earlier release is read: it knew all fields', () => {
  const snapshot = snapshotOf([aMonitor(1), aMonitor(2)]);
  const stored = [...storedSnapshot(snapshot)].map((part) => part.replaceAll('"unknown_fields":[],', ''));
  expect(stored.join('')).not.toContain('unknown_fields');
  expect(parseStoredSnapshot(stored)).toEqual(snapshot);
});

test('row 37: a damaged or truncated record and one of another version are rejected', () => {
  fc.assert(
    fc.property(snapshots, fc.nat(), (snapshot, at) => {
      const parts = [...storedSnapshot(snapshot)];
      expect(() => parseStoredSnapshot(parts.slice(0, 0))).toThrow();
      expect(() =>
        parseStoredSnapshot(parts.map((part) => part.replace('"version":3', '"version":1'))),
      ).toThrow();
      const [head = '', ...rows] = parts;
      if (rows.length === 0) return;
      expect(() => parseStoredSnapshot([head, ...rows.slice(1)])).toThrow();
      const cut = rows.map((part, index) => (index === at % rows.length ? part.slice(0, -2) : part));
      expect(() => parseStoredSnapshot([head, ...cut])).toThrow();
    }),
  );
});
