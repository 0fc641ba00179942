import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSearch } from '../../../contract/search/parse-search.ts';
import { anyCharacter } from '../../../testing/any-character.ts';
import { readTerm, withoutMarkup } from './search-terms.ts';

test.each([
  ['ssh root@db.example.com', 'root@db.example.com'],
  [' SSH  root@db.example.com down', 'root@db.example.com down'],
  ['ssh', 'ssh'],
  ['ssh bastion root@db', 'ssh bastion root@db'],
  ['down ssh root@db', 'down ssh root@db'],
  ['sshd root@db', 'sshd root@db'],
  ['<https://a.example/x|label>', 'https://a.example/x'],
  ['<https://a.example/x|a label of words> is:up', 'https://a.example/x is:up'],
  ['<https://a.example/x>', 'https://a.example/x'],
  ['[A label](https://a.example/x) is:up', 'https://a.example/x is:up'],
  ['[a label|https://a.example/x]', 'https://a.example/x'],
  ['down <https://a.example/x|cut o', 'down https://a.example/x'],
  ['a <b|c>', 'a <b|c>'],
])('of %j, %j is searched', (q, searched) => {
  expect(withoutMarkup(q)).toBe(searched);
});

test.each([
  '(https://a.example/x).',
  '"https://a.example/x",',
  '“https://a.example/x”',
  '[https://a.example/x]',
  '<HTTPS://a.example/x>;',
  'https://a.example/x:',
])('around a URL, punctuation is ignored: %s', (word) => {
  expect(readTerm(word)).toMatchObject({
    text: 'https://a.example/x',
    address: { host: 'a.example', path: '/x' },
  });
});

test.each(['db.example.com.', '[db.example.com]', '(db.example.com),', '`db.example.com`', 'db.example.com'])(
  'around a host, punctuation is ignored: %s',
  (word) => {
    expect(readTerm(word)).toMatchObject({ text: 'db.example.com', address: null });
  },
);

test('around a host with a port and a path, punctuation is ignored', () => {
  expect(readTerm('[DB.example.com:8443/x],')).toMatchObject({
    text: 'db.example.com:8443/x',
    address: { host: 'db.example.com', port: 8443, path: '/x' },
  });
});

test.each([
  ['http://[::1]', 'http://[::1]'],
  ['(http://[::1]:80/x)', 'http://[::1]:80/x'],
  ['p.', 'p.'],
  ['(staging)', '(staging)'],
])('the punctuation of other words, and of an IPv6 address, stays: %s', (word, text) => {
  expect(readTerm(word).text).toBe(text);
});

test('an address is parsed as typed', () => {
  expect(readTerm('https://größe.example/x')).toMatchObject({
    text: 'https://grosse.example/x',
    address: { host: 'xn--gre-6ka8i.example' },
  });
});

test('a network is not an address', () => {
  expect(readTerm('10.1.0.0/16')).toMatchObject({
    network: expect.stringMatching(/^ipv4:0000101000000001$/),
    address: null,
  });
  expect(readTerm('10.1/16')).toMatchObject({ network: null, address: { host: '10.1', path: '/16' } });
});

test.each([
  ['777', null],
  ['1234567', null],
  ['12345678', '12345678'],
  ['deadbeef-12', 'deadbeef12'],
  ['DEADBEEF', 'deadbeef'],
  ['de-ad-be-e', null],
  ['deadbeefs', null],
  ['{00000000-0000-4000-8000-00000000000A}', '0000000000004000800000000000000a'],
  ['0000000000004000800000000000000A', '0000000000004000800000000000000a'],
  ['https://a.example/x/0123456789abcdef0123456789abcdef?y', '0123456789abcdef0123456789abcdef'],
  ['0123456789abcdef0123456789abcdef0', '0123456789abcdef0123456789abcdef0'],
  ['sha256:0123456789abcdef0123456789abcdef0', '0123456789abcdef0123456789abcdef0'],
  ['https://a.example/monitors/00000000-0000-4000-8000-00000000000a?x', '0000000000004000800000000000000a'],
])('in %s the part of a UUID is %s', (word, part) => {
  expect(readTerm(word).uuidPart).toBe(part);
});

test('without its markup, a search that is right stays right', () => {
  const piece = fc.oneof(
    fc.constantFrom('<http://a', '|', '>', '"', ' ', 'ssh ', '@', 'OR ', '-', 'name:', 'port:', 'is:up'),
    fc.string({ unit: anyCharacter, maxLength: 3 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
      const q = pieces.join('');
      readTerm(q);
      fc.pre(parseSearch(q).problem === null);
      expect(parseSearch(withoutMarkup(q)).problem).toBeNull();
    }),
    { numRuns: 1000 },
  );
});
