import { expect, test } from 'vitest';
import { clientAddress, readHops } from './client-address';

test('row 53: without a trusted proxy the header is not believed', () => {
  expect(clientAddress('10.0.0.9', '1.2.3.4', 0)).toBe('10.0.0.9');
});

test('row 53: with one, the last address it wrote counts, not what the caller wrote before', () => {
  expect(clientAddress('10.0.0.9', '1.2.3.4', 1)).toBe('1.2.3.4');
  expect(clientAddress('10.0.0.9', 'made-up, 6.6.6.6, 1.2.3.4', 1)).toBe('1.2.3.4');
  expect(clientAddress('10.0.0.9', '6.6.6.6, 1.2.3.4, 10.0.0.8', 2)).toBe('1.2.3.4');
  expect(clientAddress('10.0.0.9', '2001:db8::1', 1)).toBe('2001:db8::1');
});

test('row 53: what is no address is not taken for one', () => {
  expect(clientAddress('10.0.0.9', '6.6.6.6, unknown', 1)).toBe('10.0.0.9');
  expect(clientAddress('10.0.0.9', undefined, 1)).toBe('10.0.0.9');
  expect(clientAddress('10.0.0.9', '1.2.3.4', 3)).toBe('1.2.3.4');
});

test('the number of proxies', () => {
  expect(readHops(undefined)).toBe(0);
  expect(readHops('2')).toBe(2);
  expect(readHops('-1')).toBeNull();
  expect(readHops('many')).toBeNull();
});
