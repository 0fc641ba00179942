import { expect, test } from 'vitest';
import { inventoryOf } from '@/lib/client/monitor-list.fixtures';
import { newestInventory } from './use-inventory-status';

const meta = (as_of: string, down: number, read = 10) => ({
  as_of,
  inventory: { ...inventoryOf(down), read },
});

test('of several answers the newest counts, wherever it stands', () => {
  const older = meta('2026-11-20T11:59:30.000Z', 3);
  const newer = meta('2026-11-20T12:00:00.000Z', 5);
  expect(newestInventory([older, newer])?.counts?.condition.down).toBe(5);
  expect(newestInventory([newer, older])?.counts?.condition.down).toBe(5);
  expect(newestInventory([])).toBeNull();
});

test('in a first crawl, which begins at one moment, the answer that has read further counts', () => {
  const early = meta('2026-11-20T12:00:00.000Z', 1, 4);
  const late = meta('2026-11-20T12:00:00.000Z', 2, 8);
  expect(newestInventory([late, early])?.counts?.condition.down).toBe(2);
  expect(newestInventory([early, late])?.counts?.condition.down).toBe(2);
});
