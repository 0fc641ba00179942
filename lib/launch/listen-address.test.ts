import { expect, test } from 'vitest';
import { printableUrl, readListenAddress } from './listen-address';

test('defaults, and what is set', () => {
  expect(readListenAddress({}, 'box')).toEqual({ ok: true, host: '127.0.0.1', port: 3000 });
  expect(readListenAddress({ HOSTNAME: '0.0.0.0', PORT: '8080' }, 'box')).toEqual({
    ok: true,
    host: '0.0.0.0',
    port: 8080,
  });
});

test('a container’s own name counts as not set', () => {
  expect(readListenAddress({ HOSTNAME: 'box' }, 'box')).toMatchObject({ host: '127.0.0.1' });
});

test.each(['http', '-1', '65536', '3000.5', '1e3'])('PORT=%s is refused by name', (PORT) => {
  expect(readListenAddress({ PORT }, 'box')).toMatchObject({
    ok: false,
    problem: expect.stringMatching(/^PORT /),
  });
});

test('the URL is one that a browser opens', () => {
  expect(printableUrl('0.0.0.0', 3000)).toBe('http://localhost:3000');
  expect(printableUrl('::', 3000)).toBe('http://localhost:3000');
  expect(printableUrl('::1', 3000)).toBe('http://[::1]:3000');
});
