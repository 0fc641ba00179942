import fc from 'fast-check';
import { expect, test } from 'vitest';
import { monitorsWithSettings } from '@/lib/server/inventory/snapshot/arbitrary-monitors.fixtures';
import { parseStoredSnapshot, storedSnapshot } from './stored-snapshot';

const anySnapshot = fc.record({
  id: fc.nat(),
  asOf: fc.nat(),
  beganAt: fc.nat(),
  readUntil: fc.nat(),
  clockAhead: fc.constant(0),
  missing: fc.option(
    fc.record({
      count: fc.integer({ min: 1, max: 9 }),
      reason: fc.constantFrom('page_failed' as const, 'malformed_rows' as const, 'moved_rows' as const),
    }),
  ),
  monitors: monitorsWithSettings,
  keptMonitors: fc
    .array(fc.tuple(fc.uuid(), fc.record({ seenAt: fc.nat(), complete: fc.nat(1) })), {
      maxLength: 5,
    })
    .map((entries) => new Map(entries)),
});
const snapshots = anySnapshot.chain((snapshot) => {
  const down = snapshot.monitors.filter(({ condition }) => condition === 'down');
  const instants = fc.array(fc.nat(), { minLength: down.length, maxLength: down.length });
  return instants.map((shown) => ({
    ...snapshot,
    recentChanges: new Map(down.map(({ monitor_uuid }, n) => [monitor_uuid, [shown[n] ?? 0]])),
    monitors: snapshot.monitors.map((monitor) =>
      monitor.condition === 'down' ? { ...monitor, timeout_ms: 500, settings_as_of: 'earlier' } : monitor,
    ),
    updatedByChecks: shown.length,
  }));
});

test('a stored snapshot is restored unchanged', () => {
  return fc.assert(
    fc.asyncProperty(snapshots, async (snapshot) => {
      expect(await parseStoredSnapshot([...storedSnapshot(snapshot)])).toEqual(snapshot);
    }),
  );
});

test('row 37: a damaged or truncated record and one of another version are rejected', () => {
  return fc.assert(
    fc.asyncProperty(snapshots, fc.nat(), async (snapshot, at) => {
      const parts = [...storedSnapshot(snapshot)];
      await expect(parseStoredSnapshot(parts.slice(0, 0))).rejects.toThrow();
      await expect(
        parseStoredSnapshot(parts.map((part) => part.replace('"version":5', '"version":1'))),
      ).rejects.toThrow();
      const [head = '', ...rows] = parts;
      if (rows.length === 0) return;
      await expect(parseStoredSnapshot([head, ...rows.slice(1)])).rejects.toThrow();
      const cut = rows.map((part, index) => (index === at % rows.length ? part.slice(0, -2) : part));
      await expect(parseStoredSnapshot([head, ...cut])).rejects.toThrow();
    }),
  );
});
