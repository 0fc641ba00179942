import { expect, test } from 'vitest';
import { printableUrl, readListenAddress } from './listen-address';

test('HOSTNAME and PORT have defaults and can be set', () => {
  expect(readListenAddress({}, 'box')).toEqual({ ok: true, host: '127.0.0.1', port: 3000 });
  expect(readListenAddress({ HOSTNAME: '0.0.0.0', PORT: '8080' }, 'box')).toEqual({
    ok: true,
    host: '0.0.0.0',
    port: 8080,
  });
});

test('the machine’s own name counts as unset', () => {
  expect(readListenAddress({ HOSTNAME: 'box' }, 'box')).toMatchObject({ host: '127.0.0.1' });
});

test.each(['http', '-1', '65536', '3000.5', '1e3'])(
  'PORT=%s is rejected with an error that names the variable',
  (PORT) => {
    expect(readListenAddress({ PORT }, 'box')).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/^PORT /),
    });
  },
);

test('the printed URL can be opened in a browser', () => {
  expect(printableUrl('0.0.0.0', 3000)).toBe('http://localhost:3000');
  expect(printableUrl('::', 3000)).toBe('http://localhost:3000');
  expect(printableUrl('::1', 3000)).toBe('http://[::1]:3000');
});
