import { BlockList, isIPv4, isIPv6 } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../../testing/any-character.ts';
import { generated } from '../../../testing/property-runs.ts';
import { readIpAddress, readNetwork } from './ip-address.ts';

test.each([
  ['10.1.2.3', '10.1.2.3'],
  ['2001:DB8:0:0::1', '2001:db8::1'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['::FFFF:a01:203', '10.1.2.3'],
  ['0:0:0:0:0:ffff:10.1.2.3', '10.1.2.3'],
  ['::a01:203', '::a01:203'],
])('the IP address %s is %s', (text, expected) => {
  expect(readIpAddress(text)?.text).toBe(expected);
});

test.each([
  '',
  '10.1.2',
  '10.1',
  '1',
  '0x0a.1.2.3',
  '10.1.2.256',
  '10.1.2.03',
  ':',
  '::1::',
  'example.com',
  '[::1]',
  // A zone that Node accepts and ipaddr.js does not.
  '::%a.b',
  'fe80::1%eth0.100',
])('%j is not an IP address', (text) => {
  expect(readIpAddress(text)).toBeNull();
});

test.each([
  '10.0.0.0/33',
  '10.0.0/8',
  '10.1/16',
  'a/24',
  '10.0.0.0/',
  '2001:db8::/129',
  '/8',
  '10.0.0.0/8/8',
  '10.0.0.0/-1',
  '::ffff:10.0.0.0/124',
])('%s is not a network', (text) => {
  expect(readNetwork(text)).toBeNull();
});

const near = fc.constantFrom('10.1.2.3', '10.1.2.4', '10.1.0.0', '10.128.0.0', '11.0.0.1', '0.0.0.0');
const nearV6 = fc.constantFrom('2001:db8::1', '2001:db8::2', '2001:db8:8000::', '2001:db9::', '::1', '::');
const anyAddress = fc.oneof(
  near,
  near.map((ip) => `::ffff:${ip}`),
  nearV6,
  fc.ipV4(),
  // Without the obsolete `::10.1.2.3`, which ipaddr.js takes for `::ffff:10.1.2.3`.
  fc.ipV6().filter((ip) => isIPv6(ip) && !ip.includes('.')),
);

const familyOf = (ip: string) => (isIPv4(ip) ? 'ipv4' : 'ipv6');

test('a network contains the same addresses as in a block list of Node', () => {
  const count = { inside: 0, outside: 0 };
  fc.assert(
    fc.property(anyAddress, anyAddress, fc.nat(128), (ip, other, length) => {
      const isIPv6Network = isIPv6(ip);
      fc.pre(isIPv6Network || length <= 32);
      // For the block list `::/0` contains all IPv4 addresses. For us it means the IPv6 addresses.
      fc.pre(!isIPv6Network || ![ip, other].some((one) => readIpAddress(one)?.bits.startsWith('ipv4')));
      const list = new BlockList();
      list.addSubnet(ip, length, familyOf(ip));
      const isInside = list.check(other, familyOf(other));
      const network = readNetwork(`${ip}/${length}`);
      expect(network).not.toBeNull();
      expect(readIpAddress(other)?.bits.startsWith(network ?? '')).toBe(isInside);
      if (isInside) count.inside += 1;
      else count.outside += 1;
    }),
    { numRuns: generated(1000) },
  );
  expect(Math.min(count.inside, count.outside)).toBeGreaterThan(generated(50));
});

test('`::/0` contains all IPv6 addresses and no IPv4 address', () => {
  const network = readNetwork('::/0') ?? '';
  expect(readIpAddress('2001:db8::1')?.bits.startsWith(network)).toBe(true);
  expect(readIpAddress('10.1.2.3')?.bits.startsWith(network)).toBe(false);
});

test('parsing never throws', () => {
  const characters = fc.string({ unit: fc.constantFrom(...'0123456789abcdefxg.:/%[]'), maxLength: 50 });
  fc.assert(
    fc.property(
      fc.oneof(characters, fc.string({ unit: anyCharacter }), fc.ipV6()),
      fc.nat(200),
      (text, length) => {
        readIpAddress(text);
        readIpAddress(`${text}%eth0`);
        readNetwork(text);
        readNetwork(`${text}/${length}`);
      },
    ),
    { numRuns: generated(1000) },
  );
});
