import { expect, test } from 'vitest';
import { createAllowedHosts, readAllowedHosts } from './allowed-hosts';

test('SIGHTLINE_ALLOWED_HOSTS lists names and addresses', () => {
  expect(readAllowedHosts(undefined)).toEqual([]);
  expect(readAllowedHosts(' ')).toEqual([]);
  expect(readAllowedHosts('Monitors.lan, 192.168.1.5 ,fd00::5,[FD00::6], münchen.example.')).toEqual([
    'monitors.lan',
    '192.168.1.5',
    '[fd00::5]',
    '[fd00::6]',
    'xn--mnchen-3ya.example',
  ]);
});

test.each([
  '*',
  '*.example.com',
  'https://a.example',
  'a.example:3000',
  'a.example/b',
  'a,,b',
  'a b',
  '[::1',
  'a;b',
])('row 76: SIGHTLINE_ALLOWED_HOSTS=%s is rejected with an error that names the variable', (value) => {
  expect(() => readAllowedHosts(value)).toThrow(/^SIGHTLINE_ALLOWED_HOSTS must .*\.$/);
});

const settings = { hostname: '127.0.0.1', publicUrl: null, listed: [] };

test('row 76: without settings only loopback is allowed', () => {
  const allows = createAllowedHosts(settings);
  for (const host of ['localhost', 'a.localhost', '127.0.0.1', '127.9.9.9', '[::1]']) {
    expect(allows(host), host).toBe(true);
  }
  for (const host of ['evil.example', '192.168.1.5', '0.0.0.0', '[::]', 'localhost.evil.example']) {
    expect(allows(host), host).toBe(false);
  }
});

test('row 76: the public URL, HOSTNAME and the listed hosts are allowed too', () => {
  const allows = createAllowedHosts({
    hostname: 'Box.lan',
    publicUrl: new URL('https://Sightline.example.com.:8443'),
    listed: ['monitors.lan'],
  });
  for (const host of ['sightline.example.com', 'box.lan', 'monitors.lan', 'localhost']) {
    expect(allows(host), host).toBe(true);
  }
  expect(allows('example.com')).toBe(false);
  expect(allows('a.monitors.lan')).toBe(false);
});

test.each(['0.0.0.0', '::', '0:0:0:0:0:0:0:0'])(
  'row 76: HOSTNAME=%s is a wildcard, not a host',
  (hostname) => {
    const allows = createAllowedHosts({ ...settings, hostname });
    expect(allows('0.0.0.0')).toBe(false);
    expect(allows('[::]')).toBe(false);
    expect(allows('192.168.1.5')).toBe(false);
  },
);

test('row 76: HOSTNAME may be an IPv6 address', () => {
  expect(createAllowedHosts({ ...settings, hostname: 'fd00::5' })('[fd00::5]')).toBe(true);
});
