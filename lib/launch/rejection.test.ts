import { expect, test } from 'vitest';
import { rejectRequest } from './rejection';

const statusOfRequest = (method: string, url: string) => rejectRequest({ method, url })?.status ?? null;

test('reads, and other methods on routes, are passed on to Next', () => {
  expect(statusOfRequest('GET', '/monitors?q=api')).toBeNull();
  expect(statusOfRequest('HEAD', '/monitors')).toBeNull();
  expect(statusOfRequest('GET', '/monitors?next=/../x')).toBeNull();
  expect(statusOfRequest('GET', '/monitors?q=__proto__&q=a?__proto__')).toBeNull();
  expect(statusOfRequest('GET', '/_next/static/chunks/0.a..b.js')).toBeNull();
  expect(statusOfRequest('POST', '/api/auth/login')).toBeNull();
  expect(statusOfRequest('DELETE', '/api/monitors')).toBeNull();
});

test.each([
  ['POST', '/monitors', 405],
  ['PUT', '/', 405],
  ['TRACE', '/api/monitors', 405],
  ['PROPFIND', '/api/monitors', 405],
  ['GET', '/monitors/%', 400],
  ['GET', '/monitors/%ff', 400],
  ['GET', '/monitors/%00', 400],
  ['GET', '/_global-error', 404],
  ['GET', '//%5fglobal-error', 404],
  ['GET', '/x/../monitors', 400],
  ['GET', '/x/%2e%2e/monitors', 400],
  ['GET', '/x/..%2fmonitors', 400],
  ['GET', '/x\\..\\monitors', 400],
  ['GET', '/./monitors', 400],
  ['GET', 'http://evil.example/monitors', 400],
  ['GET', `/monitors?q=${'x'.repeat(64_000)}`, 414],
])('row 42, row 44, row 58: %s %.40s is rejected with %d', (method, url, status) => {
  expect(statusOfRequest(method, url)).toBe(status);
});

test('row 44: the error for an unsupported method names the supported ones where they are known', () => {
  const errorOf = (method: string, url: string) => rejectRequest({ method, url })?.error;
  expect(errorOf('POST', '/monitors')).toBe('This endpoint accepts only GET and HEAD.');
  expect(errorOf('PROPFIND', '/api/monitors/refresh')).toBe('Sightline does not support this method.');
});
