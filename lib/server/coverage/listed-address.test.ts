import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyUrl } from '../../testing/any-url.ts';
import { generated } from '../../testing/property-runs.ts';
import { readListedAddress } from './listed-address.ts';

const textOf = (text: string, place: Parameters<typeof readListedAddress>[1] = 'key') =>
  readListedAddress(text, place)?.text ?? null;

test.each([
  ['shop.example.com', 'shop.example.com'],
  ['Shop.Example.COM.', 'shop.example.com'],
  ['shop.example.com:8443', 'shop.example.com:8443'],
  ['https://user:secret@shop.example.com:443/Cart/?q=1#top', 'https://shop.example.com/Cart'],
  ['http://shop.example.com:8080/', 'http://shop.example.com:8080'],
  ['shop.example.com/cart', 'shop.example.com/cart'],
  ['größe.example', 'größe.example'],
  ['10.1.2.3', '10.1.2.3'],
  ['10.1.2.3:5432', '10.1.2.3:5432'],
  ['2001:0DB8::0001', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:DB8:0:0::1]:8443', '[2001:db8::1]:8443'],
  ['https://[2001:db8::1]/x', 'https://[2001:db8::1]/x'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['10.0.0.0/8', '10.0.0.0/8'],
  ['2001:db8::/32', '2001:db8::/32'],
  ['10.1.2.3/32', '10.1.2.3'],
  ['*.example.com', '*.example.com'],
  ['https://*.example.com/*', 'https://*.example.com'],
  ['postgres://db.internal:5432/orders', 'postgres://db.internal:5432'],
  ['http://my_service:8080', 'http://my_service:8080'],
  ['db01:5432', 'db01:5432'],
  ['db01', 'db01'],
])('%s is the address %s', (text, address) => {
  expect(textOf(text)).toBe(address);
});

test.each([
  '???',
  'Hosts',
  'john@example.com',
  'git@github.com:team/repository.git',
  '1.25',
  '12:30',
  '1.2.3.4.5',
  '300.1.1.1',
  'nginx:1.25',
  'localhost',
  'https://$host/x',
  'https://{{ domain }}/x',
  'chrome-extension://abcdef/page',
  'file:///etc/hosts',
  '-shop.example.com',
  'a..example.com',
  'shop.example.com:99999',
  '10.0.0.0/33',
  '10.0.0.0/255.0.0.0',
  '[2001:db8::]/32',
  '*.com',
  '*',
  '_dmarc.example.com',
  `${'a'.repeat(64)}.example.com`,
])('%s is none', (text) => {
  expect(textOf(text)).toBeNull();
});

test('what counts as a host depends on its place', () => {
  const places = ['cell', 'key', 'mention'] as const;
  const where = (text: string) => places.filter((place) => textOf(text, place) !== null);
  expect(where('shop.example.com')).toEqual(places);
  expect(where('https://backend/')).toEqual(['cell', 'key']);
  expect(where('db.dc7:5432')).toEqual(places);
  expect(where('db.dc7')).toEqual(['cell', 'key']);
  expect(where('db01:5432')).toEqual(['cell', 'key']);
  expect(where('db01')).toEqual(['cell', 'key']);
  expect(where('backend')).toEqual(['cell']);
  expect(where('foo_bar')).toEqual(['cell']);
  expect(where('foo_bar.internal')).toEqual(places);
});

test('equivalent notations have the same key, different addresses do not', () => {
  const keyOf = (text: string) => readListedAddress(text, 'key')?.key;
  expect(keyOf('https://SHOP.example.com:443/')).toBe(keyOf('https://shop.example.com.'));
  expect(keyOf('größe.example')).toBe(keyOf('XN--GRE-6KA8I.example'));
  expect(keyOf('10.1.0.0/8')).toBe(keyOf('10.0.0.0/8'));
  expect(keyOf('wss://shop.example.com')).toBe(keyOf('https://shop.example.com'));
  expect(keyOf('https://shop.example.com/a%20b')).toBe(keyOf('https://shop.example.com/A%20B/'));
  expect(keyOf('shop.example.com:443')).not.toBe(keyOf('https://shop.example.com'));
  expect(keyOf('*.example.com')).not.toBe(keyOf('example.com'));
});

test('any text is parsed, and a parsed address is parsed as itself', () => {
  const part = fc.constantFrom(
    ...'shop größe . *. : / // https: [ ] ::1 10.0.0.1 % @ com - 8'.split(' '),
    ' ',
  );
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    anyUrl,
    fc.domain(),
    fc.ipV4(),
    fc.ipV6(),
    fc.array(part).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, fc.constantFrom('cell', 'key', 'mention'), (written, place) => {
      const address = readListedAddress(written, place);
      if (address === null) return;
      const again = readListedAddress(address.text, place);
      expect(again?.text).toBe(address.text);
      expect(again?.key).toBe(address.key);
    }),
    { numRuns: generated(500) },
  );
});
