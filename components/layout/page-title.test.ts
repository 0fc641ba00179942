import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inventoryOf } from '@/lib/client/monitor-list.fixtures';
import { downMark } from './page-title';

test('the mark is the number of down monitors, and empty when it is zero or unknown', () => {
  const inventory = inventoryOf(3);
  expect(downMark(inventory)).toBe('(3) ');
  expect(downMark(inventoryOf(1204))).toBe('(1,204) ');
  expect(downMark({ ...inventory, state: 'reading' })).toBe('(3+) ');
  expect(downMark(inventoryOf(0))).toBe('');
  expect(downMark({ ...inventory, state: 'incomplete' })).toBe('(3+) ');
  expect(downMark(null)).toBe('');
});

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('the dot of the tab icon has the color of "down"', () => {
  const [, color] = /--down: light-dark\((oklch\([^)]*\)),/.exec(read('app/globals.css')) ?? [];
  expect(color).toBeDefined();
  expect(read('public/icon-down.svg')).toContain(`fill="${color}"`);
});
