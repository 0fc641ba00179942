import { expect, test } from 'vitest';
import { addressesOfLongText } from './search-assist';

test('of a text that is too long for a search, the addresses are pasted', () => {
  const line = `${'2026-11-28 10:00:00 ERROR '.repeat(5)}\nGET https://a.example/x failed`;
  expect(addressesOfLongText(line)).toBe('https://a.example/x');
  expect(addressesOfLongText(line.replace('https', 'hxxps').replace('a.', 'a[.]'))).toBe(
    'https://a.example/x',
  );
  expect(addressesOfLongText('see https://a.example/x')).toBeNull();
  expect(addressesOfLongText('word '.repeat(30))).toBeNull();
  expect(addressesOfLongText(`see https://a.example/${'x'.repeat(100)}`)).toBeNull();
});
