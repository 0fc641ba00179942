import { expect, test } from 'vitest';
import { printableUrl, readAddress } from './address';

test('defaults, and what is set', () => {
  expect(readAddress({}, 'box')).toEqual({ ok: true, host: '127.0.0.1', port: 3000 });
  expect(readAddress({ HOSTNAME: '0.0.0.0', PORT: '8080' }, 'box')).toEqual({
    ok: true,
    host: '0.0.0.0',
    port: 8080,
  });
});

test('the name that a container gives itself is no wish', () => {
  expect(readAddress({ HOSTNAME: 'box' }, 'box')).toMatchObject({ host: '127.0.0.1' });
});

test.each(['http', '-1', '65536', '3000.5', '1e3'])('PORT=%s is refused by name', (PORT) => {
  expect(readAddress({ PORT }, 'box')).toMatchObject({ ok: false, problem: expect.stringMatching(/^PORT /) });
});

test('the address is one that a browser takes', () => {
  expect(printableUrl('0.0.0.0', 3000)).toBe('http://localhost:3000');
  expect(printableUrl('::1', 3000)).toBe('http://[::1]:3000');
});
