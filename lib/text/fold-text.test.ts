import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../testing/any-character';
import { foldText } from './fold-text';

test.each([
  ['São Paulo', 'sao paulo'],
  ['Sa\u0303o', 'sao'],
  ['GRÖẞE größe', 'grosse grosse'],
  ['Ærø Łódź Đorđe', 'aero lodz dorde'],
  ['Þórshöfn, Reyðarfjörður', 'thorshofn, reydarfjordur'],
  ['İstanbul Iğdır', 'istanbul igdir'],
  ['Cœur', 'coeur'],
  ['Hà Nội, Đà Nẵng', 'ha noi, da nang'],
  ['ΟΔΌΣ οδός', 'οδοσ οδοσ'],
  ['naïve Å Å', 'naive a a'],
])('%s is folded to %s', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

test.each([
  ['が', 'か'],
  ['バー', 'ハー'],
  ['мой', 'мои'],
  ['ёлка', 'елка'],
  ['Київ', 'Киів'],
  ['각', '가'],
  ['שָׁלוֹם', 'שלום'],
  ['हिंदी', 'हिदी'],
])('%s is not taken for %s: its marks make another letter, or belong to the script', (text, other) => {
  expect(foldText(text)).not.toContain(foldText(other));
});

test('a text is folded to the same text, however its letters are encoded', () => {
  for (const text of ['が', 'мой', 'Größe', '각', 'ΐ']) {
    expect(foldText(text.normalize('NFD'))).toBe(foldText(text.normalize('NFC')));
  }
});

const letters = [
  ...'abzAZ019 -_./:éÉãñßẞæÆøłđðþħıİσΣςΌΐйЙёが監한',
  'e\u0301\u0323',
  'か\u3099',
  '👨‍👩‍👧',
  '\u0301',
];
const texts = fc.oneof(
  fc.string({ unit: fc.constantFrom(...letters), maxLength: 12 }),
  fc.string({ unit: anyCharacter, maxLength: 12 }),
);

test('folding a folded text changes nothing', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(foldText(foldText(text))).toBe(foldText(text));
    }),
  );
});

test('a folded part of a text is a part of the folded text, also in capitals', () => {
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
  const someLetters = fc.string({ unit: fc.constantFrom(...letters), maxLength: 12 });
  fc.assert(
    fc.property(someLetters, fc.nat(12), fc.nat(12), (text, from, to) => {
      const segments = Array.from(graphemes.segment(text), ({ segment }) => segment);
      const part = segments.slice(from, to).join('');
      expect(foldText(text)).toContain(foldText(part));
      expect(foldText(text)).toContain(foldText(part.toUpperCase()));
    }),
  );
});
