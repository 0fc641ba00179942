import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { clientAddress, sanitizeHeaders } from './sanitize-headers';

function sanitized(headers: Record<string, string>, hops = 0) {
  const request = new IncomingMessage(new Socket());
  Object.assign(request.headers, headers);
  sanitizeHeaders(request, { hops, publicHost: 'sightline.example.com' });
  return request.headers;
}

test('row 58: Next receives the public host, whatever the request contains', () => {
  const headers = sanitized({
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'gopher',
    'x-forwarded-prefix': '/evil',
    forwarded: 'host=evil.example',
  });
  expect(headers).toEqual({ host: 'sightline.example.com', 'x-forwarded-for': 'unknown' });
});

test.each([
  ...[
    'next-action',
    'next-resume',
    'x-middleware-subrequest',
    'x-invoke-path',
    'x-matched-path',
    'x-nextjs-data',
  ],
  ...[
    'x-prerender-revalidate',
    'x-now-route-matches',
    'x-next-resume-state-length',
    'content-security-policy',
  ],
])('row 44, row 49: %s is removed', (name) => {
  expect(sanitized({ [name]: '1' })).not.toHaveProperty([name]);
});

test('headers that browsers send are kept', () => {
  const browser = {
    accept: '*/*',
    cookie: 'a=b',
    rsc: '1',
    'next-router-prefetch': '1',
    'next-router-state-tree': '%5B%22%22%2C%7B%7D%5D',
    'next-url': '/monitors',
    'sightline-refresh': 'on',
  };
  expect(sanitized(browser)).toMatchObject(browser);
});

/** What a browser sends when it navigates from the list. */
const list = [
  '',
  { children: ['monitors', { children: ['__PAGE__?{"q":"api"}', {}, null, 'refetch'] }, null, null] },
  null,
  null,
  16,
];
const detail = [
  '',
  { children: [['uuid', '3f1c', 'd', null], { children: ['__PAGE__', {}] }, ['/a', '/b']] },
];

test.each([list, detail, ['', {}]])('a router state that a browser sends is kept: %j', (...state) => {
  const header = encodeURIComponent(JSON.stringify(state));
  expect(sanitized({ 'next-router-state-tree': header })).toHaveProperty(['next-router-state-tree'], header);
});

test.each([
  ['garbage', 'garbage'],
  ['a truncated state', '%5B%22%22%2C'],
  ['an invalid encoding', '%ff'],
  ['a state of another form', encodeURIComponent(JSON.stringify(['', { children: 'monitors' }]))],
  ['a state that is too long', JSON.stringify(['x'.repeat(20_000), {}])],
])('as a router state, %s is removed', (_what, header) => {
  expect(sanitized({ 'next-router-state-tree': header })).not.toHaveProperty(['next-router-state-tree']);
});

function addressOf(peer: string | undefined, forwardedFor: string | undefined, hops: number): string {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: peer });
  const request = new IncomingMessage(socket);
  if (forwardedFor !== undefined) request.headers['x-forwarded-for'] = forwardedFor;
  return clientAddress(request, hops);
}

test('row 53: without a trusted proxy the header is ignored', () => {
  expect(addressOf('10.0.0.9', '1.2.3.4', 0)).toBe('10.0.0.9');
});

test('row 53: only the addresses that trusted proxies appended count, not the ones that the client sent', () => {
  expect(addressOf('10.0.0.9', '1.2.3.4', 1)).toBe('1.2.3.4');
  expect(addressOf('10.0.0.9', 'made-up, 6.6.6.6, 1.2.3.4', 1)).toBe('1.2.3.4');
  expect(addressOf('10.0.0.9', '6.6.6.6, 1.2.3.4, 10.0.0.8', 2)).toBe('1.2.3.4');
  expect(addressOf('10.0.0.9', '2001:db8::1', 1)).toBe('2001:db8::1');
});

test('row 53: the port that some proxies append does not belong to the address', () => {
  expect(addressOf('10.0.0.9', '6.6.6.6, 1.2.3.4:50123', 1)).toBe('1.2.3.4');
  expect(addressOf('10.0.0.9', '[2001:db8::1]:50123', 1)).toBe('2001:db8::1');
  expect(addressOf('10.0.0.9', '[2001:db8::1]', 1)).toBe('2001:db8::1');
  expect(addressOf('10.0.0.9', '1.2.3:50123', 1)).toBe('10.0.0.9');
});

test('row 53: a missing or invalid entry is not taken for an address', () => {
  expect(addressOf('10.0.0.9', '6.6.6.6, unknown', 1)).toBe('10.0.0.9');
  expect(addressOf('10.0.0.9', undefined, 1)).toBe('10.0.0.9');
  expect(addressOf('10.0.0.9', '1.2.3.4', 3)).toBe('1.2.3.4');
});

test('the address of a closed connection is unknown', () => {
  expect(addressOf(undefined, undefined, 0)).toBe('unknown');
});
