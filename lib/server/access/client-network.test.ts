import { expect, test } from 'vitest';
import { clientNetwork } from './client-network.ts';

test('row 53: the addresses of one IPv6 network count as one, the next network counts by itself', () => {
  const network = clientNetwork('2001:db8:0:1::1');
  expect(clientNetwork('2001:db8:0:1:ffff::1')).toBe(network);
  expect(clientNetwork('2001:0DB8:0:1::1')).toBe(network);
  expect(clientNetwork('2001:db8:0:2::1')).not.toBe(network);
});

test('row 53: an IPv4 address counts by itself, however it is written', () => {
  expect(clientNetwork('::ffff:192.0.2.1')).toBe('192.0.2.1');
  expect(clientNetwork('192.0.2.2')).not.toBe(clientNetwork('192.0.2.1'));
});

test('what is no address counts as it is', () => {
  expect(clientNetwork('unknown')).toBe('unknown');
});
