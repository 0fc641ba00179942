import fc from 'fast-check';
import { expect, test } from 'vitest';
import { conditions } from '../../../contract/conditions.ts';
import { arbitraryMonitors } from '../snapshot/arbitrary-monitors.fixtures.ts';
import { buildIndex } from './inventory-index.ts';
import { snapshotOf } from './naive-inventory.fixtures.ts';

test('an index counts all monitors by condition, and those in maintenance and flapping', () => {
  fc.assert(
    fc.property(arbitraryMonitors, (monitors) => {
      const { counts } = buildIndex(snapshotOf(monitors));
      for (const condition of conditions)
        expect(counts.condition[condition]).toBe(
          monitors.filter((one) => one.condition === condition).length,
        );
      expect(counts.maintenance).toBe(monitors.filter((one) => one.maintenance_mode).length);
      expect(counts.flapping).toBe(monitors.filter((one) => one.flapping).length);
    }),
  );
});
