import { expect, test } from 'vitest';
import { clientNetwork } from './rate-limiter.ts';

test('row 53: the addresses of one IPv6 network count as one, and the next network counts separately', () => {
  const network = clientNetwork('2001:db8:0:1::1');
  expect(clientNetwork('2001:db8:0:1:ffff::1')).toBe(network);
  expect(clientNetwork('2001:0DB8:0:1::1')).toBe(network);
  expect(clientNetwork('2001:db8:0:2::1')).not.toBe(network);
});

test('row 53: each IPv4 address counts separately, in any notation', () => {
  expect(clientNetwork('::ffff:192.0.2.1')).toBe('192.0.2.1');
  expect(clientNetwork('192.0.2.2')).not.toBe(clientNetwork('192.0.2.1'));
});

test('a text that is not an address is returned unchanged', () => {
  expect(clientNetwork('unknown')).toBe('unknown');
});
