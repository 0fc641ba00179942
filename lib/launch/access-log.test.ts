import fc from 'fast-check';
import { expect, test } from 'vitest';
import { routeOf } from './access-log';

test.each([
  ['/monitors', '/monitors'],
  ['/monitors/3f1c2a9e-5b0d-4a7e-9c1f-0d6b8e2a7c55', '/monitors/[uuid]'],
  ['/api/monitors/export', '/api/monitors/export'],
  ['/api/monitors/secret\nline', '/api/monitors/[uuid]'],
  ['/api/made-up/secret', '/api/*'],
  ['/made-up?secret', '*'],
  ['/_next/static/chunks/a.js', null],
])('%j is logged as %s', (path, route) => {
  expect(routeOf(path)).toBe(route);
});

test('row 48: whatever a path holds, what is logged of it is one of our own words', () => {
  const path = fc
    .array(
      fc.oneof(
        fc.constantFrom('/', 'monitors', 'api', '\r\n', '\u001b[31m', '..'),
        fc.string({ unit: 'binary' }),
      ),
    )
    .map((parts) => `/${parts.join('')}`);
  fc.assert(
    fc.property(path, (text) => {
      expect(routeOf(text) ?? '').toMatch(/^(\*|\/[\w/[\]*]*|)$/);
    }),
  );
});
