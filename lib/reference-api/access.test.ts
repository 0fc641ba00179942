import { expect, test } from 'vitest';
import { isAllowed, isAllowlistEntry } from './access.ts';

// Node's BlockList compares the addresses.
test.each([
  ['192.0.2.7', '192.0.2.7', true],
  ['192.0.2.7', '192.0.2.8', false],
  ['192.0.2.9/24', '192.0.2.255', true],
  ['192.0.2.0/24', '192.0.3.0', false],
  ['0.0.0.0/0', '2001:db8::1', false],
  ['10.0.0.0/8', '::ffff:10.1.2.3', true],
  ['::ffff:10.0.0.0/104', '10.255.0.1', true],
  ['2001:db8::/32', '2001:db8:ffff::1', true],
  ['2001:db8::1', '2001:db8::2', false],
  ['::1', '', false],
  ['0.0.0.0/0', 'localhost', false],
])('%s, source %s: %s', (entry, source, included) => {
  expect(isAllowed(source, [entry])).toBe(included);
});

test('one matching entry is enough; an empty list includes no address', () => {
  expect(isAllowed('2001:db8::5', ['10.0.0.1', '2001:db8::/64', '192.0.2.1'])).toBe(true);
  expect(isAllowed('127.0.0.1', [])).toBe(false);
});

test.each(
  ['', 'localhost', '10.1', '010.0.0.1', '256.0.0.1', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/08'].concat([
    '10.0.0.0/8/8',
    '2001:db8::/129',
    'fe80::1%eth0',
    '10.0.0.*',
  ]),
)('not an allowlist entry: %j', (entry) => {
  expect(isAllowlistEntry(entry)).toBe(false);
});
