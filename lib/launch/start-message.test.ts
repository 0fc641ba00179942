import { expect, test } from 'vitest';
import { startMessage } from './start-message';

const loopback = { host: '127.0.0.1', port: 3000, isDemo: false, hasConfiguredHosts: false };

test('the message contains the URL, and whether the data is demo data', () => {
  expect(startMessage(loopback)).toBe('Sightline is running at http://127.0.0.1:3000');
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
