import { expect, test } from 'vitest';
import { printableUrl, readListenAddress, startMessage } from './listen-address';

test('HOSTNAME and PORT have defaults and can be set', () => {
  expect(readListenAddress({}, 'box')).toEqual({ host: '127.0.0.1', port: 3000 });
  expect(readListenAddress({ HOSTNAME: '0.0.0.0', PORT: '8080' }, 'box')).toEqual({
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
    expect(() => readListenAddress({ PORT }, 'box')).toThrow(/^PORT /);
  },
);

test('the printed URL can be opened in a browser', () => {
  expect(printableUrl('0.0.0.0', 3000)).toBe('http://localhost:3000');
  expect(printableUrl('::', 3000)).toBe('http://localhost:3000');
  expect(printableUrl('::1', 3000)).toBe('http://[::1]:3000');
});

const loopback = { host: '127.0.0.1', port: 3000, basePath: '', isDemo: false, hasConfiguredHosts: false };

test('the message contains the URL, and whether the data is demo data', () => {
  expect(startMessage(loopback)).toBe('Sightline is running at http://127.0.0.1:3000');
  expect(startMessage({ ...loopback, basePath: '/status' })).toBe(
    'Sightline is running at http://127.0.0.1:3000/status',
  );
  expect(startMessage({ ...loopback, isDemo: true })).toBe(
    'Sightline is running at http://127.0.0.1:3000 with demo data',
  );
});

test.each(['0.0.0.0', '::'])(
  'row 76: on %s, the message says how other machines can open the product',
  (host) => {
    const message = startMessage({ ...loopback, host });
    expect(message).toMatch(/^Sightline is running at http:\/\/localhost:3000\n.*SIGHTLINE_ALLOWED_HOSTS/);
    expect(startMessage({ ...loopback, host, hasConfiguredHosts: true })).not.toContain(
      'SIGHTLINE_ALLOWED_HOSTS',
    );
  },
);
