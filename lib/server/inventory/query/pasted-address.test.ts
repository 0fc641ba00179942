import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../../testing/any-character.ts';
import { addressOfTarget, isSameAddress, readPastedAddress, spellingsOf } from './pasted-address.ts';

const web = { type: 'https', target: 'https://shop.example.com/cart/health', port: null };
const root = { type: 'http', target: 'http://shop.example.com', port: null };
const otherPort = { type: 'https', target: 'https://shop.example.com:8443/cart/health', port: null };
const tcp = { type: 'tcp', target: 'db.example.com', port: 5432 };
const ping = { type: 'ping', target: '10.0.0.7', port: null };
const v6 = { type: 'https', target: 'https://[2001:DB8:0::1]/', port: null };
const v6tcp = { type: 'tcp', target: '2001:db8::2', port: 22 };
const mapped = { type: 'tcp', target: '::ffff:10.0.0.7', port: 22 };
const mappedWeb = { type: 'https', target: 'https://[::ffff:a00:7]/', port: null };
const international = { type: 'https', target: 'https://Bücher.example/läden/', port: null };

function finds(pasted: string, monitor: { type: string; target: string; port: number | null }): boolean {
  const address = readPastedAddress(pasted);
  const checked = addressOfTarget(monitor);
  return address !== null && checked !== null && isSameAddress(address, checked);
}

test.each([
  ['https://shop.example.com/cart/health', web],
  ['https://shop.example.com/cart/health/', web],
  ['https://shop.example.com/cart/health#latency', web],
  ['https://shop.example.com/cart/health/?verbose=1#a', web],
  ['https://shop.example.com:443/cart/health', web],
  ['http://shop.example.com/cart/health', web],
  ['http://shop.example.com:80/cart/health', web],
  ['HTTPS://Shop.Example.COM/cart/health', web],
  ['https://user:secret@shop.example.com/cart/health', web],
  ['https://user:p@ss@shop.example.com/cart/health', web],
  ['https://me@example.org:p@ss@shop.example.com:443/cart/health#a@b', web],
  ['user:p@ss@shop.example.com/cart/health', web],
  ['https://shop.example.com/cart/health?to=me@example.org', web],
  ['shop.example.com/cart/health', web],
  ['shop.example.com:443/cart/health', web],
  ['shop.example.com:443', web],
  ['shop.example.com./cart/health', web],
  ['<https://shop.example.com/cart/health>', web],
  ['"https://shop.example.com/cart/health",', web],
  ['(https://shop.example.com/cart/health).', web],
  ['https://shop.example.com', web],
  ['https://shop.example.com/', web],
  ['https://shop.example.com/', root],
  ['https://shop.example.com:443', web],
  ['https://shop.example.com/cart/health', otherPort],
  ['https://shop.example.com:8443/cart/health', otherPort],
  ['db.example.com:5432', tcp],
  ['tcp://db.example.com:5432', tcp],
  ['postgres://app:secret@db.example.com:5432/orders', tcp],
  ['postgres://app:p@ss@db.example.com:5432/orders', tcp],
  ['app:p@ss@db.example.com:5432', tcp],
  ['admin@db.example.com', tcp],
  ['admin@realm@db.example.com', tcp],
  ['git@db.example.com:team/repository.git', tcp],
  ['https://db.example.com/', tcp],
  ['10.0.0.7', ping],
  ['ping://10.0.0.7', ping],
  ['root@10.0.0.7', ping],
  ['http://10.0.0.7/', ping],
  ['::ffff:10.0.0.7', ping],
  ['::FFFF:a00:7', ping],
  ['[::ffff:10.0.0.7]', ping],
  ['https://[::ffff:10.0.0.7]/', ping],
  ['10.0.0.7', mapped],
  ['10.0.0.7:22', mapped],
  ['[::ffff:10.0.0.7]:22', mapped],
  ['https://10.0.0.7/', mappedWeb],
  ['10.0.0.7:443', mappedWeb],
  ['2001:db8::1', v6],
  ['[2001:0db8:0:0::1]', v6],
  ['https://[2001:db8::1]:443/', v6],
  ['[2001:db8::2]:22', v6tcp],
  ['https://bücher.example/läden', international],
  ['https://xn--bcher-kva.example/l%C3%A4den', international],
])('%s finds %o', (pasted, monitor) => {
  expect(finds(pasted, monitor)).toBe(true);
});

test.each([
  ['https://shop.example.com/cart', web],
  ['https://shop.example.com/cart/health/live', web],
  ['https://shop.example.com:8443/cart/health', web],
  ['shop.example.com:80', web],
  ['https://example.com/cart/health', web],
  ['https://a.shop.example.com/cart/health', web],
  ['db.example.com:543', tcp],
  ['https://db.example.com/orders', tcp],
  ['10.0.0.70', ping],
  ['10.0.0.7:22', ping],
  ['::a00:7', ping],
  ['::ffff:10.0.0.8', ping],
  ['10.0.0.7:23', mapped],
  ['https://shop.example.com/cart/health@home', web],
  ['https://shop.example.com@example.org/cart/health', web],
  ['2001:db8::2', v6],
])('%s does not find %o', (pasted, monitor) => {
  expect(finds(pasted, monitor)).toBe(false);
});

test.each([
  'shop',
  'shop.example.com',
  'db-1',
  'a',
  '',
  '-',
  ':',
  '::::',
  '://',
  '@',
  'https://',
  'tcp:',
  '監視',
  '10.0.0',
])('the word %j is not an address', (word) => {
  expect(readPastedAddress(word)).toBeNull();
});

const label = fc.stringMatching(/^[a-z]([a-z\d-]{0,6}[a-z\d])?$/);
const host = fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => labels.join('.'));
const path = fc
  .array(fc.stringMatching(/^[A-Za-z\d_~-]{1,6}$/), { maxLength: 3 })
  .map((parts) => parts.map((part) => `/${part}`).join(''));

test('a URL in any notation finds the monitor that checks it', () => {
  fc.assert(
    fc.property(
      fc.record({ host, path, scheme: fc.constantFrom('http', 'https') }),
      fc.record({
        scheme: fc.constantFrom('http://', 'https://', 'HTTPS://', ''),
        user: fc.constantFrom('', 'me@', 'me:secret@', 'me:p@ss:w@rd@', 'me@corp:@@'),
        isUpper: fc.boolean(),
        rest: fc.constantFrom('', '/', '?', '?a=b/c', '#', '#a?b', '/?a#b', '//'),
      }),
      (checked, { scheme, user, isUpper, rest }) => {
        const monitor = {
          type: checked.scheme,
          target: `${checked.scheme}://${checked.host}${checked.path}`,
          port: null,
        };
        const written = isUpper ? checked.host.toUpperCase() : checked.host;
        const pasted = `${scheme}${user}${written}${checked.path}${rest}`;
        fc.pre(pasted !== written);
        expect(finds(pasted, monitor)).toBe(true);
      },
    ),
  );
});

test('addresses with different host, port or path do not match', () => {
  const near = fc.record({
    host: fc.constantFrom('example.com', 'a.example.com', 'example.co'),
    port: fc.constantFrom(80, 443, 8443),
    path: fc.constantFrom('', '/a', '/A', '/a/b'),
  });
  fc.assert(
    fc.property(near, near, (a, b) => {
      const target = `https://${a.host}:${a.port}${a.path}`;
      const isSame =
        a.host === b.host &&
        a.port === b.port &&
        (b.path === '' || a.path.toLowerCase() === b.path.toLowerCase());
      expect(finds(`${b.host}:${b.port}${b.path}`, { type: 'https', target, port: null })).toBe(isSame);
    }),
  );
});

test.each([
  ['https://münchen.de/a', ['https://münchen.de/a', 'https://xn--mnchen-3ya.de/a']],
  ['https://xn--mnchen-3ya.de/a', ['https://xn--mnchen-3ya.de/a', 'https://münchen.de/a']],
  [
    'www.XN--MNCHEN-3YA.xn--p1ai',
    ['www.XN--MNCHEN-3YA.xn--p1ai', 'www.xn--mnchen-3ya.xn--p1ai', 'www.münchen.рф'],
  ],
  ['me@MÜNCHEN.de:8443', ['me@MÜNCHEN.de:8443', 'me@xn--mnchen-3ya.de:8443', 'me@münchen.de:8443']],
  ['https://example.com/münchen', ['https://example.com/münchen']],
  ['https://xn--a.example/', ['https://xn--a.example/']],
  ['not an address: münchen', ['not an address: münchen']],
  ['', ['']],
])('the spellings of %j are %j', (target, expected) => {
  expect(spellingsOf(target)).toEqual(expected);
});

test('parsing never throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      readPastedAddress(text);
      addressOfTarget({ type: 'https', target: text, port: null });
      spellingsOf(text);
    }),
  );
});
