import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutAt, findWords } from './find-words';

const marked = (text: string, search: string) =>
  findWords(text, search).map(({ from, to }) => text.slice(from, to));

test.each([
  ['Checkout API, production', 'api prod', ['API', 'prod']],
  ['smtp2.example.net:25', 'NET:25', ['net:25']],
  ['aaa', 'aa', ['aaa']],
  ['abab', 'ab', ['abab']],
  ['Łódź', 'łó', ['Łó']],
  ['Cafe\u0301 bar', 'café', ['Cafe\u0301']],
  ['ΟΔΟΣ', 'οδος', ['ΟΔΟΣ']],
  ['İstanbul', 'stan', ['stan']],
  ['会員サイト ログイン', 'サイト', ['サイト']],
  ['a.b*c', '.', ['.']],
  ['a.b*c', 'b*', ['b*']],
  ['nothing of it', 'xyz', []],
  ['anything', '   ', []],
  ['', 'a', []],
])('in %j, %j marks %j', (text, search, expected) => {
  expect(marked(text, search)).toEqual(expected);
});

const any = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('a', 'A', 'σ', 'Σ', 'ς', 'İ', 'ß', '\u0301', ' ', '👨‍👩‍👧') }),
);

test('whatever the texts, the pieces are the text, and what is found lies apart', () => {
  fc.assert(
    fc.property(any, any, fc.nat(20), (text, search, middle) => {
      const found = findWords(text, search);
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

test('a text that is shown in two parts is marked across them', () => {
  const text = 'smtp.example.net:25';
  const found = findWords(text, 'net:25');
  const colon = text.indexOf(':');
  expect(cutAt(text, found, 0, colon)).toEqual([
    { text: 'smtp.example.', at: 0, isFound: false },
    { text: 'net', at: 13, isFound: true },
  ]);
  expect(cutAt(text, found, colon, text.length)).toEqual([{ text: ':25', at: 16, isFound: true }]);
});
