import { expect, test } from 'vitest';
import { inventoryOf } from '@/lib/client/monitor-list.fixtures';
import { newestMeta } from './use-inventory-status';

const meta = (as_of: string, down: number, read = 10) => ({
  as_of,
  inventory: { ...inventoryOf(down), read },
});

test('returns the newest of several responses, independent of their order', () => {
  const older = meta('2026-11-20T11:59:30.000Z', 3);
  const newer = meta('2026-11-20T12:00:00.000Z', 5);
  expect(newestMeta([older, newer])?.inventory.counts?.condition.down).toBe(5);
  expect(newestMeta([newer, older])?.inventory.counts?.condition.down).toBe(5);
  expect(newestMeta([])).toBeNull();
});

test('during the first crawl, when the times are equal, returns the response with more monitors', () => {
  const early = meta('2026-11-20T12:00:00.000Z', 1, 4);
  const late = meta('2026-11-20T12:00:00.000Z', 2, 8);
  expect(newestMeta([late, early])?.inventory.counts?.condition.down).toBe(2);
  expect(newestMeta([early, late])?.inventory.counts?.condition.down).toBe(2);
});
