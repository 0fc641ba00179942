import { expect, test } from 'vitest';
import { isolated } from './isolated';

test('a text with characters beyond the Greek, Cyrillic and Armenian blocks is enclosed, a text with only earlier characters is not', () => {
  expect(isolated('https://shop.example.org/größe?q=Ω')).toBe('https://shop.example.org/größe?q=Ω');
  expect(isolated('שלום')).toBe('\u2068שלום\u2069');
  expect(isolated('a\u202Eb')).toBe('\u2068a\u202Eb\u2069');
});

test('a text can neither end its isolate nor keep it open', () => {
  expect(isolated('a\u2069\u202Eb')).toBe('\u2068a\u202Eb\u2069');
  expect(isolated('a\u2067b')).toBe('\u2068ab\u2069');
});
