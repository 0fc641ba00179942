import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { rowOf } from '@/lib/client/monitor-list.fixtures';
import { barPercent, ResponseCell } from './cells';

test.each([
  [0, 2],
  [20, 2],
  [77, 24],
  [430, 56],
  [5000, 100],
  [60_000, 100],
])('%i ms is a bar of %i %', (milliseconds, percent) => {
  expect(barPercent(milliseconds)).toBe(percent);
});

test('a slower response never has a shorter bar', () => {
  fc.assert(
    fc.property(fc.nat(2 ** 31), fc.nat(2 ** 31), (a, b) => {
      expect(barPercent(Math.max(a, b))).toBeGreaterThanOrEqual(barPercent(Math.min(a, b)));
    }),
  );
});

test('a response time has a bar, but not where nothing is checked, because it may be years old', () => {
  const htmlOf = (is_active: boolean) => {
    const monitor = rowOf(1, { is_active, last_response_time_ms: 430 });
    return renderToStaticMarkup(createElement(ResponseCell, { monitor, gone: false }));
  };
  expect(htmlOf(true)).toContain('430 ms');
  expect(htmlOf(true)).toContain('width:56%');
  expect(htmlOf(false)).toMatch(/title="Measured when it was last checked\.".*430 ms/);
  expect(htmlOf(false)).not.toContain('width:');
});
