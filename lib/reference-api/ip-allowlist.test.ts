import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAllowed, isAllowlistEntry } from './ip-allowlist.ts';

describe('isAllowed', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7', true],
    ['192.0.2.7', '192.0.2.8', false],
    ['192.0.2.0/24', '192.0.2.255', true],
    ['192.0.2.0/24', '192.0.3.0', false],
    ['192.0.2.9/24', '192.0.2.1', true],
    ['192.0.2.128/25', '192.0.2.127', false],
    ['0.0.0.0/0', '203.0.113.9', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['10.0.0.0/8', '::ffff:10.1.2.3', true],
    ['10.0.0.0/8', '::ffff:0a01:0203', true],
    ['10.0.0.0/8', '::ffff:11.0.0.0', false],
    ['::ffff:10.1.2.3', '10.1.2.3', true],
    ['::ffff:10.0.0.0/104', '10.255.0.1', true],
    ['::ffff:10.0.0.0/104', '11.0.0.1', false],
    ['::ffff:0:0/96', '198.51.100.1', true],
    ['::/0', '2001:db8::1', true],
    ['::/0', '198.51.100.1', true],
    ['2001:db8::/32', '2001:db8:ffff::1', true],
    ['2001:db8::/32', '2001:db9::1', false],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1', true],
    ['2001:db8::1/128', '2001:db8::2', false],
    ['fe80::/10', 'fe80::1%eth0', true],
    ['::1', '', false],
    ['0.0.0.0/0', 'localhost', false],
  ])('%s, source %s: %s', (entry, source, included) => {
    expect(isAllowed(source, [entry])).toBe(included);
  });

  test('one matching entry is enough; an empty list includes no address', () => {
    expect(isAllowed('2001:db8::5', ['10.0.0.1', '2001:db8::/64', '192.0.2.1'])).toBe(true);
    expect(isAllowed('127.0.0.1', [])).toBe(false);
  });

  test('a range contains exactly the addresses with the same prefix', () => {
    const bits = fc.integer({ min: 0, max: 0xffff_ffff });
    const dotted = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.');
    fc.assert(
      fc.property(bits, bits, fc.integer({ min: 0, max: 32 }), (network, source, prefix) => {
        const same = prefix === 0 || network >>> (32 - prefix) === source >>> (32 - prefix);
        const list = [`${dotted(network)}/${prefix}`];
        expect(isAllowed(dotted(source), list)).toBe(same);
        expect(isAllowed(`::ffff:${dotted(source)}`, list)).toBe(same);
      }),
    );
  });
});

test.each([
  ...[
    '',
    'localhost',
    '10.1',
    '010.0.0.1',
    '0x7f.0.0.1',
    '256.0.0.1',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/08',
    '10.0.0.0/-1',
  ],
  ...[
    '10.0.0.0/8/8',
    '2001:db8::/129',
    ':::1',
    'fe80::1%eth0',
    '10.0.0.0-10.0.0.9',
    '10.0.0.*',
    ' 10.0.0.1',
    '2130706433',
  ],
])('not an allowlist entry: %j', (entry) => {
  expect(isAllowlistEntry(entry)).toBe(false);
});
