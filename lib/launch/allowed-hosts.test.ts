import { expect, test } from 'vitest';
import { createAllowedHosts, hostOf, readAllowedHosts, rejectHost } from './allowed-hosts';

test('SIGHTLINE_ALLOWED_HOSTS lists names and addresses', () => {
  expect(readAllowedHosts(' ')).toEqual([]);
  expect(readAllowedHosts('Monitors.lan, 192.168.1.5 ,fd00::5,[FD00::6], münchen.example.')).toEqual([
    'monitors.lan',
    '192.168.1.5',
    '[fd00::5]',
    '[fd00::6]',
    'xn--mnchen-3ya.example',
  ]);
});

test.each(['*.example.com', 'https://a.example', 'a.example:3000', 'a.example/b', 'a,,b', '[::1', 'a;b'])(
  'row 76: SIGHTLINE_ALLOWED_HOSTS=%s is rejected with an error that names the variable',
  (value) => {
    expect(() => readAllowedHosts(value)).toThrow(/^SIGHTLINE_ALLOWED_HOSTS must .*\.$/);
  },
);

test.each([
  ['LocalHost:3000', 'localhost'],
  ['localhost.:80', 'localhost'],
  ['[0:0:0:0:0:0:0:1]:3000', '[::1]'],
  ['[FD00::A]', '[fd00::a]'],
  ['a.example.com:', 'a.example.com'],
  ['my_service:3000', 'my_service'],
])('row 76: the header %j names the host %s', (header, host) => {
  expect(hostOf(header)).toBe(host);
});

// The parser of URLs decides; these are texts that it would accept as a part of a URL, and what no browser sends.
test.each([
  ...['', '.', 'localhost:80:80', 'user@localhost', 'evil.example#localhost', 'evil.example/localhost', '*'],
  ...['evil.example\\localhost', 'localhost, evil.example', '::1', '300.1.1.1'],
])('row 76: the header %j names no host', (header) => {
  expect(hostOf(header)).toBeNull();
});

const settings = { hostname: '127.0.0.1', publicUrl: null, listed: [] };

test('row 76: without settings only loopback is allowed', () => {
  const allows = createAllowedHosts(settings);
  for (const host of ['localhost', 'a.localhost', '127.0.0.1', '127.9.9.9', '[::1]'])
    expect(allows(host), host).toBe(true);
  for (const host of [
    '192.168.1.5',
    '0.0.0.0',
    '[::]',
    'localhost.evil.example',
    'evillocalhost',
    '128.0.0.1',
  ])
    expect(allows(host), host).toBe(false);
  expect(allows('127.0.0.1.evil.example')).toBe(false);
});

test('row 76: HOSTNAME may be a wildcard, which is no host', () => {
  for (const hostname of ['0.0.0.0', '::', '0:0:0:0:0:0:0:0']) {
    const allows = createAllowedHosts({ ...settings, hostname });
    for (const host of ['0.0.0.0', '[::]', '192.168.1.5']) expect(allows(host), host).toBe(false);
  }
});

test('row 76: HOSTNAME may be a name or an IPv6 address', () => {
  expect(createAllowedHosts({ ...settings, hostname: 'Box.lan' })('box.lan')).toBe(true);
  expect(createAllowedHosts({ ...settings, hostname: 'fd00::5' })('[fd00::5]')).toBe(true);
});

const isAllowedHost = createAllowedHosts({
  hostname: '0.0.0.0',
  publicUrl: new URL('https://Sightline.example.com.:8443'),
  listed: ['monitors.lan'],
});
const statusOf = (headers: Record<string, string>, hops = 0, url = '/api/monitors') =>
  rejectHost({ url, headers }, hops, isAllowedHost)?.status ?? null;

test('row 76: a request for an allowed host is accepted; for another one it is rejected, and the error says what to do', () => {
  for (const host of ['Sightline.Example.com:443', 'monitors.lan:3000', 'localhost:3000', '[::1]:3000'])
    expect(statusOf({ host }), host).toBeNull();
  for (const host of ['evil.example:3000', 'a.monitors.lan', '192.168.1.5:3000', '', 'user@localhost']) {
    expect(rejectHost({ url: '/monitors', headers: { host } }, 0, isAllowedHost), host).toEqual({
      status: 421,
      code: 'wrong_host',
      error: expect.stringContaining('SIGHTLINE_ALLOWED_HOSTS'),
    });
  }
});

test('row 76: without a trusted proxy, X-Forwarded-Host is ignored', () => {
  expect(statusOf({ host: 'evil.example', 'x-forwarded-host': 'localhost' })).toBe(421);
  expect(statusOf({ host: 'localhost', 'x-forwarded-host': 'evil.example' })).toBeNull();
});

test.each([
  // One proxy: it appended the last value.
  [1, 'evil.example', 421],
  [1, 'sightline.example.com, evil.example', 421],
  [1, 'evil.example, sightline.example.com', null],
  [1, 'sightline.example.com,', 421],
  // Two proxies that append: the outer one appended the last value but one.
  [2, 'sightline.example.com, inner.internal', null],
  [2, 'localhost, evil.example, inner.internal', 421],
  // One of two proxies replaces the header.
  [2, 'sightline.example.com', null],
  [2, 'evil.example', 421],
  [1, '', null],
])('row 76: behind %d trusted proxies, X-Forwarded-Host: %j gives %j', (hops, forwarded, status) => {
  expect(statusOf({ host: 'localhost', 'x-forwarded-host': forwarded }, hops)).toBe(status);
});

test('row 76: a request without a host, as in HTTP/1.0, is accepted', () => {
  expect(statusOf({})).toBeNull();
});

test.each([
  ['/api/health?ready=1', null],
  ['/api/metrics', null],
  ['/api/healthy', 421],
  ['/api/health/', 421],
  ['/api/monitors?/api/health', 421],
])('row 76: a request by IP address, as probes send it, for %s gives %j', (url, status) => {
  for (const host of ['10.0.0.7', '10.0.0.7:3000', '[fd00::7]:3000', '[::ffff:10.0.0.7]:3000']) {
    expect(statusOf({ host }, 0, url), host).toBe(status);
  }
});

test('row 76: the paths of probes, too, reject names', () => {
  for (const host of ['evil.example:3000', '10.0.0.7.evil.example', '', '10.0.0.7@evil.example'])
    expect(statusOf({ host }, 0, '/api/health'), host).toBe(421);
});

test('row 76: behind a trusted proxy, X-Forwarded-Host decides for probes, too', () => {
  const by = (forwarded: string) => ({ host: '10.0.0.7:3000', 'x-forwarded-host': forwarded });
  expect(statusOf(by('evil.example'), 1, '/api/health')).toBe(421);
  expect(statusOf(by('10.0.0.8'), 1, '/api/health')).toBeNull();
});
