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
