import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../../testing/any-character.ts';
import { readSearchTerms, widerSearches } from './search-terms.ts';

test('the terms of a search are its distinct folded words, in order', () => {
  expect(readSearchTerms('  a ABC\tb abc ').map(({ text }) => text)).toEqual(['a', 'abc', 'b']);
});

test.each([
  ['ssh root@db.example.com', ['root@db.example.com']],
  [' SSH  root@db.example.com down', ['root@db.example.com', 'down']],
  ['ssh', ['ssh']],
  ['ssh bastion', ['ssh', 'bastion']],
  ['ssh bastion root@db', ['ssh', 'bastion', 'root@db']],
  ['down ssh root@db', ['down', 'ssh', 'root@db']],
  ['sshd root@db', ['sshd', 'root@db']],
])('the words of %j are %j', (q, words) => {
  expect(readSearchTerms(q).map(({ word }) => word)).toEqual(words);
});

test('words that differ only in accents are merged, and an address is parsed as typed', () => {
  expect(readSearchTerms('Größe grosse')).toMatchObject([{ word: 'größe', text: 'grosse' }]);
  expect(readSearchTerms('https://größe.example/x')[0]?.address?.host).toBe('xn--gre-6ka8i.example');
});

test('a network is not an address', () => {
  const [network, other] = readSearchTerms('10.1.0.0/16 10.1/16');
  expect(network).toMatchObject({ network: expect.stringMatching(/^ipv4:0000101000000001$/), address: null });
  expect(other).toMatchObject({ network: null, address: { host: '10.1', path: '/16' } });
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
])('in %s the part of a UUID is %s', (q, part) => {
  expect(readSearchTerms(q)[0]?.uuidPart).toBe(part);
});

test.each([
  ['https://a.example/x/y#z', [['a.example/', 'path']]],
  ['a.example:8443', [['a.example/', 'port']]],
  [
    'down https://a.example:8443/x',
    [
      ['down a.example:8443/', 'path'],
      ['down a.example/', 'port'],
    ],
  ],
  ['Größe https://größe.example/x', [['größe xn--gre-6ka8i.example/', 'path']]],
  ['https://[2001:db8::1]/x', [['[2001:db8::1]/', 'path']]],
  ['https://a.example/', []],
  ['10.0.0.1', []],
  ['10.0.0.0/24', []],
  ['a b', []],
  // Without its scheme, this is a field with a value that is wrong.
  ['http://port:8080/x', [['port/', 'port']]],
  ['http://name:8080', [['name/', 'port']]],
  ['https://a.example/x OR b', []],
  ['-https://a.example/x type:TCP', []],
])('the wider searches of %s are %j', (q, expected) => {
  expect(widerSearches(q).map((wider) => [wider.q, wider.dropped])).toEqual(expected);
});

test('parsing never throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (q) => {
      readSearchTerms(q);
      widerSearches(q);
    }),
  );
});
