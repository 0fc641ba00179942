import fc from 'fast-check';
import { expect, test } from 'vitest';
import { snapshotOf } from '../query/naive-inventory.fixtures.ts';
import { arbitraryMonitors } from './arbitrary-monitors.fixtures.ts';
import type { InventoryMonitor } from './compact-row.ts';
import { matchPreviousRows } from './match-previous-rows.ts';
import { createdAt } from './snapshot.ts';

function dated(monitors: readonly InventoryMonitor[]) {
  const rows = snapshotOf(monitors).monitors;
  return { monitors: rows, created: Float64Array.from(rows, createdAt) };
}

test('the previous row is the one with the same UUID and creation time', () => {
  fc.assert(
    fc.property(arbitraryMonitors, arbitraryMonitors, fc.nat(25), (some, others, kept) => {
      const earlier = dated(some);
      const staying = some.slice(0, kept);
      const stays = new Set(staying.map((monitor) => monitor.monitor_uuid));
      const rows = dated([...staying, ...others.filter((monitor) => !stays.has(monitor.monitor_uuid))]);
      const expected = rows.monitors.map((monitor, row) =>
        earlier.monitors.findIndex(
          (old, place) =>
            old.monitor_uuid === monitor.monitor_uuid && earlier.created[place] === rows.created[row],
        ),
      );
      expect([...matchPreviousRows(rows, earlier)]).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});
