import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('the dot of the tab icon has the color of "down"', () => {
  const [, color] = /--down: light-dark\((oklch\([^)]*\)),/.exec(read('app/globals.css')) ?? [];
  expect(color).toBeDefined();
  expect(read('public/icon-down.svg')).toContain(`fill="${color}"`);
});
