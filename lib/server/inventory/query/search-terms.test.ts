import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../../testing/any-character.ts';
import { readTerm } from './search-terms.ts';

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
  ['p.', 'p.'],
  ['(staging)', '(staging)'],
])('the punctuation of other words stays: %s', (word, text) => {
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

test('any word is read', () => {
  fc.assert(fc.property(fc.string({ unit: anyCharacter, maxLength: 20 }), (word) => void readTerm(word)));
});
