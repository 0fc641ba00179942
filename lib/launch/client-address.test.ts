import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { clientAddress, readHops } from './client-address';

function addressOf(peer: string | undefined, forwardedFor: string | undefined, hops: number): string {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: peer });
  const request = new IncomingMessage(socket);
  if (forwardedFor !== undefined) request.headers['x-forwarded-for'] = forwardedFor;
  return clientAddress(request, hops);
}

test('row 53: without a trusted proxy the header is ignored', () => {
  expect(addressOf('10.0.0.9', '1.2.3.4', 0)).toBe('10.0.0.9');
});

test('row 53: only the addresses that trusted proxies appended count, not the ones that the client sent', () => {
  expect(addressOf('10.0.0.9', '1.2.3.4', 1)).toBe('1.2.3.4');
  expect(addressOf('10.0.0.9', 'made-up, 6.6.6.6, 1.2.3.4', 1)).toBe('1.2.3.4');
  expect(addressOf('10.0.0.9', '6.6.6.6, 1.2.3.4, 10.0.0.8', 2)).toBe('1.2.3.4');
  expect(addressOf('10.0.0.9', '2001:db8::1', 1)).toBe('2001:db8::1');
});

test('row 53: the port that some proxies append does not belong to the address', () => {
  expect(addressOf('10.0.0.9', '6.6.6.6, 1.2.3.4:50123', 1)).toBe('1.2.3.4');
  expect(addressOf('10.0.0.9', '[2001:db8::1]:50123', 1)).toBe('2001:db8::1');
  expect(addressOf('10.0.0.9', '[2001:db8::1]', 1)).toBe('2001:db8::1');
  expect(addressOf('10.0.0.9', '1.2.3:50123', 1)).toBe('10.0.0.9');
});

test('row 53: a missing or invalid entry is not taken for an address', () => {
  expect(addressOf('10.0.0.9', '6.6.6.6, unknown', 1)).toBe('10.0.0.9');
  expect(addressOf('10.0.0.9', undefined, 1)).toBe('10.0.0.9');
  expect(addressOf('10.0.0.9', '1.2.3.4', 3)).toBe('1.2.3.4');
});

test('the address of a closed connection is unknown', () => {
  expect(addressOf(undefined, undefined, 0)).toBe('unknown');
});

test('the number of trusted proxies is parsed', () => {
  expect(readHops(undefined)).toBe(0);
  expect(readHops('2')).toBe(2);
  expect(() => readHops('-1')).toThrow('SIGHTLINE_TRUSTED_PROXY_HOPS must');
  expect(() => readHops('many')).toThrow('SIGHTLINE_TRUSTED_PROXY_HOPS must');
});
