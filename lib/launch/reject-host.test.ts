import { expect, test } from 'vitest';
import { createAllowedHosts } from './allowed-hosts';
import { rejectHost } from './reject-host';

const allows = createAllowedHosts({
  hostname: '0.0.0.0',
  publicUrl: new URL('https://sightline.example.com'),
  listed: ['monitors.lan'],
});
const statusOf = (headers: Record<string, string>, hops = 0, url = '/api/monitors') =>
  rejectHost({ url, headers }, hops, allows)?.status ?? null;

test.each([
  'sightline.example.com',
  'Sightline.Example.com:443',
  'monitors.lan:3000',
  'localhost:3000',
  '127.0.0.1:8080',
  '[::1]:3000',
])('row 76: a request for %s is accepted', (host) => {
  expect(statusOf({ host })).toBeNull();
});

test.each(['evil.example', 'evil.example:3000', '192.168.1.5:3000', '0.0.0.0:3000', '', 'user@localhost'])(
  'row 76: a request for %j is rejected, and the error says what to do',
  (host) => {
    expect(rejectHost({ url: '/monitors', headers: { host } }, 0, allows)).toEqual({
      status: 421,
      code: 'wrong_host',
      error: expect.stringContaining('SIGHTLINE_ALLOWED_HOSTS'),
    });
  },
);

test('row 76: without a trusted proxy, X-Forwarded-Host is ignored', () => {
  expect(statusOf({ host: 'evil.example', 'x-forwarded-host': 'localhost' })).toBe(421);
  expect(statusOf({ host: 'localhost', 'x-forwarded-host': 'evil.example' })).toBeNull();
});

test.each([
  // One proxy: it appended the last value.
  [1, 'sightline.example.com', null],
  [1, 'evil.example', 421],
  [1, 'sightline.example.com, evil.example', 421],
  [1, 'evil.example, sightline.example.com', null],
  [1, 'sightline.example.com,', 421],
  // Two proxies that append: the outer one appended the last value but one.
  [2, 'sightline.example.com, inner.internal', null],
  [2, 'evil.example, inner.internal', 421],
  [2, 'localhost, evil.example, inner.internal', 421],
  // Two proxies of which one replaces the header.
  [2, 'sightline.example.com', null],
  [2, 'evil.example', 421],
  [1, '', null],
])('row 76: behind %d trusted proxies, X-Forwarded-Host: %j gives %j', (hops, forwarded, status) => {
  expect(statusOf({ host: 'localhost', 'x-forwarded-host': forwarded }, hops)).toBe(status);
});

test('row 76: behind a trusted proxy that forwards no host, Host is used', () => {
  expect(statusOf({ host: 'monitors.lan' }, 1)).toBeNull();
  expect(statusOf({ host: 'evil.example' }, 1)).toBe(421);
});

test('row 76: a request without a host, as in HTTP/1.0, is accepted', () => {
  expect(statusOf({})).toBeNull();
});

test.each([
  ['/api/health', null],
  ['/api/health?ready=1', null],
  ['/api/metrics', null],
  ['/api/healthy', 421],
  ['/api/health/', 421],
  ['/api/health/../monitors', 421],
  ['/api/monitors?/api/health', 421],
  ['/', 421],
])('row 76: a request by IP address, as probes send it, for %s gives %j', (url, status) => {
  for (const host of ['10.0.0.7', '10.0.0.7:3000', '[fd00::7]', '[fd00::7]:3000', '[::ffff:10.0.0.7]:3000']) {
    expect(statusOf({ host }, 0, url), host).toBe(status);
  }
});

test.each([
  'evil.example',
  'evil.example:3000',
  '10.0.0.7.evil.example',
  'pod-7',
  '',
  '10.0.0.7@evil.example',
])('row 76: the paths of probes, too, reject the name %j', (host) => {
  for (const url of ['/api/health', '/api/health?ready=1', '/api/metrics']) {
    expect(statusOf({ host }, 0, url), url).toBe(421);
  }
});

test('row 76: behind a trusted proxy, X-Forwarded-Host decides for probes, too', () => {
  const by = (forwarded: string) => ({ host: '10.0.0.7:3000', 'x-forwarded-host': forwarded });
  expect(statusOf(by('evil.example'), 1, '/api/health')).toBe(421);
  expect(statusOf(by('10.0.0.8'), 1, '/api/health')).toBeNull();
});
