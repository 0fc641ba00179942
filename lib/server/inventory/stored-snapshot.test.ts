import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryMonitors } from '@/lib/server/inventory/arbitrary-monitors.fixtures';
import { parseStoredSnapshot, storedSnapshot } from './stored-snapshot';

const snapshots = fc.record({
  id: fc.nat(),
  asOf: fc.nat(),
  missing: fc.option(
    fc.record({
      count: fc.integer({ min: 1, max: 9 }),
      reason: fc.constantFrom('page_failed' as const, 'malformed_rows' as const, 'moved_rows' as const),
    }),
  ),
  monitors: arbitraryMonitors,
  absences: fc
    .array(fc.tuple(fc.uuid(), fc.record({ complete: fc.nat(1), any: fc.nat(9) })), { maxLength: 5 })
    .map((entries) => new Map(entries)),
});

test('a snapshot survives being stored', () => {
  fc.assert(
    fc.property(snapshots, (snapshot) => {
      expect(parseStoredSnapshot([...storedSnapshot(snapshot)])).toEqual(snapshot);
    }),
  );
});

test('row 37: what is damaged, cut short or of another version is refused', () => {
  fc.assert(
    fc.property(snapshots, fc.nat(), (snapshot, at) => {
      const parts = [...storedSnapshot(snapshot)];
      expect(() => parseStoredSnapshot(parts.slice(0, 0))).toThrow();
      expect(() =>
        parseStoredSnapshot(parts.map((part) => part.replace('"version":2', '"version":1'))),
      ).toThrow();
      const [head = '', ...rows] = parts;
      if (rows.length === 0) return;
      expect(() => parseStoredSnapshot([head, ...rows.slice(1)])).toThrow();
      const cut = rows.map((part, index) => (index === at % rows.length ? part.slice(0, -2) : part));
      expect(() => parseStoredSnapshot([head, ...cut])).toThrow();
    }),
  );
});
