import { expect, test } from 'vitest';
import { downMark, newestInventory } from './use-inventory';

const meta = (as_of: string, down: number, read = 10) => ({
  as_of,
  inventory: { state: 'complete' as const, read, total: 10, missing: null, down },
});

test('the mark says how many are down, and nothing when none is or nobody knows', () => {
  const { inventory } = meta('2026-11-20T12:00:00.000Z', 3);
  expect(downMark(inventory)).toBe('(3) ');
  expect(downMark({ ...inventory, down: 1204 })).toBe('(1,204) ');
  expect(downMark({ ...inventory, state: 'reading' })).toBe('(3+) ');
  expect(downMark({ ...inventory, down: 0 })).toBe('');
  expect(downMark({ ...inventory, state: 'incomplete' })).toBe('(3+) ');
  expect(downMark(null)).toBe('');
});

test('of several answers the newest counts, wherever it stands', () => {
  const older = meta('2026-11-20T11:59:30.000Z', 3);
  const newer = meta('2026-11-20T12:00:00.000Z', 5);
  expect(newestInventory([older, newer])?.down).toBe(5);
  expect(newestInventory([newer, older])?.down).toBe(5);
  expect(newestInventory([])).toBeNull();
});

test('in a first crawl, which begins at one moment, the answer that has read further counts', () => {
  const early = meta('2026-11-20T12:00:00.000Z', 1, 4);
  const late = meta('2026-11-20T12:00:00.000Z', 2, 8);
  expect(newestInventory([late, early])?.down).toBe(2);
  expect(newestInventory([early, late])?.down).toBe(2);
});
