import { expect, test } from 'vitest';
import { addressParts, downLabel, silentLabel, visibleName } from './labels';

const asOf = '2026-11-20T20:21:00.000Z';

test.each([
  ['2026-11-20T20:05:00.000Z', 'Down ≥ 16 min'],
  ['2026-11-20T20:20:30.000Z', 'Down'],
  ['2026-11-20T20:22:00.000Z', 'Down'],
])('seen down since %s and read at 20:21: %s, however late it is', (since, words) => {
  expect(downLabel(since, asOf)).toBe(words);
});

test('silence is counted to the last reading, too', () => {
  expect(silentLabel('2026-11-20T20:00:00Z', asOf, false)).toBe('Silent 21 min');
  expect(silentLabel('2026-11-20T18:00:00Z', asOf, true)).toBe('Last seen up, but silent for 2 h');
});

test.each(['', ' ', '\t\n', '\u00A0\u3000', '\u200B\u200D', '\u202E\u202C', '\u3164', '\u2800', '\u0000'])(
  'there is nothing to see of %j',
  (name) => {
    expect(visibleName(name)).toBeNull();
  },
);

test.each(['a', ' a ', '👩‍👩‍👧', '\u202Etxt', '.', '会員', '<b>', '0'])('%j is a name', (name) => {
  expect(visibleName(name)).toBe(name);
});

test.each([
  ['db.example.com', 5432, 'db.example.com:5432'],
  ['10.0.0.1', 22, '10.0.0.1:22'],
  ['2001:db8::38', 8883, '[2001:db8::38]:8883'],
  ['[2001:db8::38]', 8883, '[2001:db8::38]:8883'],
  ['https://example.com/a:b:c', null, 'https://example.com/a:b:c'],
  ['https://example.com/', 8443, 'https://example.com/:8443'],
  ['', null, ''],
  ['2001:db8::38', null, '2001:db8::38'],
])('%s and port %s: %s', (target, port, address) => {
  expect(addressParts({ target, port }).join('')).toBe(address);
});
