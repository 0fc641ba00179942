import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalHost, hostOfHeader, isAddress, isLoopbackHost } from './host-name';

test.each([
  ['localhost', 'localhost'],
  ['LocalHost:3000', 'localhost'],
  ['localhost.', 'localhost'],
  ['localhost.:80', 'localhost'],
  ['127.0.0.1:3000', '127.0.0.1'],
  ['[::1]', '[::1]'],
  ['[::1]:3000', '[::1]'],
  ['[0:0:0:0:0:0:0:1]:3000', '[::1]'],
  ['[FD00::A]', '[fd00::a]'],
  ['a.example.com:', 'a.example.com'],
  ['my_service:3000', 'my_service'],
  ['xn--mnchen-3ya.example', 'xn--mnchen-3ya.example'],
])('row 76: the header %j names the host %s', (header, host) => {
  expect(hostOfHeader(header)).toBe(host);
});

test.each([
  '',
  ':3000',
  '.',
  'localhost..',
  'localhost:80:80',
  'localhost:http',
  'user@localhost',
  'evil.example#localhost',
  'evil.example/localhost',
  'evil.example\\localhost',
  'evil.example?localhost',
  'localhost, evil.example',
  'a b',
  '::1',
  '[::1',
  '::1]',
  '[::1]x',
  '[fe80::1%25eth0]',
  '[127.0.0.1]',
  '*',
  '*.example.com',
  'a..b',
  'http://localhost',
  '300.1.1.1',
])('row 76: the header %j names no valid host', (header) => {
  expect(hostOfHeader(header)).toBeNull();
});

test('row 76: the canonical form of a canonical host is the host itself', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.domain(),
        fc.ipV4(),
        fc.ipV6().map((ip) => `[${ip}]`),
        fc.string(),
      ),
      (text) => {
        const host = canonicalHost(text);
        if (host !== null) expect(canonicalHost(host)).toBe(host);
      },
    ),
  );
});

test.each(['localhost', 'sightline.localhost', '127.0.0.1', '127.255.3.4', '[::1]'])(
  '%s is loopback',
  (host) => {
    expect(isLoopbackHost(host)).toBe(true);
  },
);

test.each([
  'localhost.evil.example',
  'evillocalhost',
  '127.0.0.1.evil.example',
  '128.0.0.1',
  '[::2]',
  '0.0.0.0',
])('row 76: %s is not loopback', (host) => {
  expect(isLoopbackHost(host)).toBe(false);
});

test.each(['10.0.0.7', '[::1]', '[fd00::7]', '[::ffff:a00:7]'])('row 76: %s is an address', (host) => {
  expect(isAddress(host)).toBe(true);
});

test.each(['evil.example', '10.0.0.7.evil.example', '10.0.0', 'localhost', 'dead.beef'])(
  'row 76: %s is a name',
  (host) => {
    expect(isAddress(host)).toBe(false);
  },
);
