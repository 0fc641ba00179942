import fc from 'fast-check';
import { expect, test } from 'vitest';
import { conditions } from '../../../contract/conditions.ts';
import { aMonitor, arbitraryMonitors, fieldsOf } from '../snapshot/arbitrary-monitors.fixtures.ts';
import { buildSnapshot, type Snapshot } from '../snapshot/snapshot.ts';
import { buildIndex } from './inventory-index.ts';
import { snapshotOf } from './naive-inventory.fixtures.ts';

test('an index counts all monitors by condition, and the monitors in maintenance', () => {
  fc.assert(
    fc.property(arbitraryMonitors, (monitors) => {
      const { counts } = buildIndex(snapshotOf(monitors));
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
  const { lastDown } = buildIndex(snapshotOf([...down, aMonitor(99, { observed_since: at(59) })]));
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
  expect(buildIndex(next).lastDown).toEqual([new Date(noon + 30_000).toISOString()]);
});
