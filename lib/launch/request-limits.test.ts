import { expect, test } from 'vitest';
import { rejectRequest } from './request-limits';

type RequestParts = Parameters<typeof rejectRequest>[0];

const plain: RequestParts = {
  method: 'GET',
  url: '/',
  httpVersion: '1.1',
  headers: { host: 'sightline.example.com' },
  rawHeaders: [],
};
const statusOf = (parts: Partial<RequestParts>) => rejectRequest({ ...plain, ...parts })?.status ?? null;
const statusOfRequest = (method: string, url: string) => statusOf({ method, url });

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
  ['GET', '/api/monitors?page=1&__proto__=1', 400],
  ['GET', '/api/monitors?%5F_proto__', 400],
  ['GET', `/monitors?q=${'x'.repeat(64_000)}`, 414],
])('row 42, row 44: %s %.40s is rejected with %d', (method, url, status) => {
  expect(statusOfRequest(method, url)).toBe(status);
});

test('row 44: the error for an unsupported method names the supported ones where they are known', () => {
  const errorOf = (method: string, url: string) => rejectRequest({ ...plain, method, url })?.error;
  expect(errorOf('POST', '/monitors')).toBe('This endpoint accepts only GET and HEAD.');
  expect(errorOf('PROPFIND', '/api/monitors/refresh')).toBe('Sightline does not support this method.');
});

test.each(['websocket', 'WebSocket', 'h2c, websocket', 'websocket/13'])(
  'row 44: Upgrade: %s is rejected',
  (upgrade) => {
    expect(statusOf({ headers: { ...plain.headers, upgrade } })).toBe(426);
  },
);

test.each(['h2c', 'TLS/1.0', 'h2c, TLS/1.3', 'websocketry', ''])(
  'row 78: Upgrade: %j is ignored',
  (upgrade) => {
    expect(statusOf({ headers: { ...plain.headers, upgrade } })).toBeNull();
  },
);

test('row 44: a body with too large a Content-Length is rejected before it arrives', () => {
  const post = (length: string, url = '/api/auth/login') =>
    statusOf({
      method: 'POST',
      url,
      headers: { ...plain.headers, 'content-length': length },
    });
  expect(post('10000000')).toBe(413);
  expect(post('300')).toBeNull();
  expect(post('10485760', '/api/coverage?format=csv')).toBeNull();
  expect(post('10485761', '/api/coverage')).toBe(413);
});

test('row 58: an absolute URL instead of a path is rejected, and so is a missing Host', () => {
  expect(statusOfRequest('GET', 'http://evil.example/monitors')).toBe(400);
  expect(statusOf({ headers: {} })).toBe(400);
  expect(statusOf({ headers: {}, httpVersion: '1.0' }), 'old health checks').toBeNull();
});

test('row 76: a repeated Host is rejected, since a proxy may have read the other one', () => {
  expect(statusOf({ rawHeaders: ['Host', 'localhost', 'host', 'evil.example'] })).toBe(400);
  expect(statusOf({ rawHeaders: ['Host', 'localhost', 'X', 'host'] })).toBeNull();
});
