import { expect, test } from 'vitest';
import { findTyped, nextWord } from './typeahead';

const labels = ['http', 'https', 'Ping', 'tcp', 'dns', 'HTTP/3'];

test('finds the next label with these first letters, starting at the focused one', () => {
  expect(findTyped(labels, -1, 'p')).toBe(2);
  expect(findTyped(labels, 0, 'https')).toBe(1);
  expect(findTyped(labels, 4, 'ht')).toBe(5);
  expect(findTyped(labels, 3, 'dn'), 'further letters keep the focused label if it still matches').toBe(4);
  expect(findTyped(labels, 4, 'dn')).toBe(4);
});

test('the search wraps around at the end', () => {
  expect(findTyped(labels, 5, 'pi')).toBe(2);
});

test('a repeated letter moves to the next match', () => {
  expect(findTyped(labels, 0, 'h')).toBe(1);
  expect(findTyped(labels, 1, 'hh')).toBe(5);
  expect(findTyped(labels, 5, 'hhh')).toBe(0);
});

test('returns -1 without a match', () => {
  expect(findTyped(labels, 2, 'x')).toBe(-1);
  expect(findTyped([], -1, 'a')).toBe(-1);
});

test('letters typed without a pause are one word; another key ends the word', () => {
  const typed = (presses: readonly (readonly [string | null, number])[]) =>
    presses.reduce((word, [letter, at]) => nextWord(word, letter, at), { letters: '', at: 0 }).letters;
  expect(
    typed([
      ['d', 5000],
      ['n', 5700],
      ['s', 6400],
    ]),
  ).toBe('dns');
  expect(
    typed([
      ['d', 5000],
      ['n', 5701],
    ]),
  ).toBe('n');
  expect(
    typed([
      ['d', 5000],
      [null, 5100],
      ['n', 5200],
    ]),
  ).toBe('n');
});
