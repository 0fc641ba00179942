import { expect, test } from 'vitest';
import { addressesOfLongText, nearestValue } from './search-assist';

test('of a value that does not exist, the nearest is found', () => {
  expect(nearestValue('flaping', ['down', 'flapping', 'up'])).toBe('flapping');
  expect(nearestValue('mars', ['fra1', 'flapping', 'up'])).toBeUndefined();
});

test('of a text that is too long for a search, the addresses are pasted', () => {
  const line = `${'2026-11-28 10:00:00 ERROR '.repeat(5)}\nGET https://a.example/x failed`;
  expect(addressesOfLongText(line)).toBe('https://a.example/x');
  expect(addressesOfLongText('see https://a.example/x')).toBeNull();
  expect(addressesOfLongText('word '.repeat(30))).toBeNull();
  expect(addressesOfLongText(`see https://a.example/${'x'.repeat(100)}`)).toBeNull();
});
