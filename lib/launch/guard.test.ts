import { expect, test } from 'vitest';
import { refusalOf } from './guard';

const ask = (method: string, url: string, headers: string[] = []) =>
  refusalOf({ method, url, headers: {}, rawHeaders: headers })?.status ?? null;

test('reading goes on to Next, and so do forms to routes', () => {
  expect(ask('GET', '/monitors?q=api')).toBeNull();
  expect(ask('HEAD', '/monitors')).toBeNull();
  expect(ask('POST', '/api/auth/login')).toBeNull();
  expect(ask('DELETE', '/api/monitors')).toBeNull();
});

test.each([
  ['POST', '/monitors', 405],
  ['PUT', '/', 405],
  ['TRACE', '/api/monitors', 405],
  ['PROPFIND', '/api/monitors', 405],
  ['GET', '/monitors/%', 400],
  ['GET', '/monitors/%ff', 400],
  ['GET', '/monitors/%00', 400],
  ['GET', `/monitors?q=${'x'.repeat(64_000)}`, 414],
])('row 42, row 44: %s %.40s is refused with %d', (method, url, status) => {
  expect(ask(method, url)).toBe(status);
});

test('row 44: an upgrade is refused', () => {
  const upgrade = { method: 'GET', url: '/', headers: { upgrade: 'websocket' }, rawHeaders: [] };
  expect(refusalOf(upgrade)?.status).toBe(426);
});

test('headers that are too long together are refused', () => {
  expect(ask('GET', '/', ['cookie', 'x'.repeat(40_000)])).toBe(431);
});
