import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '@/lib/testing/any-character';
import { foldText } from '@/lib/text/fold-text';
import { generated } from '../../lib/testing/property-runs.ts';
import { cutAt, excerptStart, findWords, wordsOf } from './highlight';

const marked = (text: string, search: string) =>
  findWords(text, wordsOf(search)).map(({ from, to }) => text.slice(from, to));

test.each([
  ['Checkout API, production', 'api prod', ['API', 'prod']],
  ['smtp2.example.net:25', 'NET:25', ['net:25']],
  ['aaa', 'aa', ['aaa']],
  ['Łódź edge', 'lodz', ['Łódź']],
  ['Größentabelle', 'grosse', ['Größe']],
  ['Cafe\u0301 bar', 'café', ['Cafe\u0301']],
  ['İstanbul', 'stan', ['stan']],
  ['会員サイト ログイン', 'サイト', ['サイト']],
  ['a.b*c', 'b*', ['b*']],
  ['db1.example.com', 'db1, example.com;x', ['db1', 'example.com']],
  ['the order db, and a db', '"order db" the', ['the', 'order db']],
  ['Orders, order db', 'name:"order db" -name:orders', ['order db']],
])('in %j, the search %j marks %j', (text, search, expected) => {
  expect(marked(text, search)).toEqual(expected);
});

test.each([
  ['on-call', 'Please page the on-call person.', 'page the on-call person.'],
  ['name:x description:PAGE', 'Page the on-call person.', 'Page the on-call person.'],
  ['orders the', 'Page the on-call person of orders.', 'Page the on-call person of orders.'],
  ['orders', 'Page the on-call person of orders.', null],
  ['night', 'Page the on-call person.', null],
  ['-on-call', 'Page the on-call person.', null],
])('for the search %s, the excerpt of %j beside “Orders database” is %j', (search, text, excerpt) => {
  const from = excerptStart(text, 'Orders database', search);
  expect(from === null ? null : text.slice(from)).toBe(excerpt);
});

/** Letters that fold to two letters, to one, or to themselves, and letters of two code points. */
const letters = [...'abdeosAEOS .ßẞæÆøłðþİıéÉãΌσΣςйがか', 'e\u0301', 'か\u3099', 'ö\u0323', '👨‍👩‍👧'];

test('marked parts contain a folded word of the search, and unmarked parts contain none', () => {
  const text = fc.string({ unit: fc.constantFrom(...letters), maxLength: 10 });
  const search = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 3 });
  let seen = 0;
  fc.assert(
    fc.property(text, search, (within, searched) => {
      const words = foldText(searched).split(/\s+/).filter(Boolean);
      const pieces = cutAt(within, findWords(within, wordsOf(searched)), 0, within.length);
      for (const piece of pieces) {
        const folded = foldText(piece.text);
        expect(words.some((word) => folded.includes(word))).toBe(piece.isFound);
      }
      const isFound = words.some((word) => foldText(within).includes(word));
      expect(pieces.some((piece) => piece.isFound)).toBe(isFound);
      if (isFound) seen += 1;
    }),
    { numRuns: generated(1000) },
  );
  expect(seen).toBeGreaterThan(generated(100));
});

const any = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('a', 'A', 'σ', 'Σ', 'ς', 'İ', 'ß', '\u0301', ' ', '👨‍👩‍👧') }),
);

test('for arbitrary texts the pieces concatenate to the text, and matches do not touch', () => {
  fc.assert(
    fc.property(any, any, fc.nat(20), (text, search, middle) => {
      const found = findWords(text, wordsOf(search));
      for (const [index, { from, to }] of found.entries()) {
        expect(from).toBeLessThan(to);
        expect(from).toBeGreaterThan(found[index - 1]?.to ?? -1);
      }
      const cut = Math.min(middle, text.length);
      const pieces = [...cutAt(text, found, 0, cut), ...cutAt(text, found, cut, text.length)];
      expect(pieces.map((piece) => piece.text).join('')).toBe(text);
    }),
  );
});

test('a match across two parts of a text is marked in both', () => {
  const text = 'smtp.example.net:25';
  const found = findWords(text, ['net:25']);
  const colon = text.indexOf(':');
  expect(cutAt(text, found, 0, colon)).toEqual([
    { text: 'smtp.example.', at: 0, isFound: false },
    { text: 'net', at: 13, isFound: true },
  ]);
  expect(cutAt(text, found, colon, text.length)).toEqual([{ text: ':25', at: 16, isFound: true }]);
});
