import { expect, test } from 'vitest';
import { visibleName } from './visible-name';

test.each(['', ' ', '\t\n', '\u00A0\u3000', '\u200B\u200D', '\u202E\u202C', '\u3164', '\u2800', '\u0000'])(
  'there is nothing to see of %j',
  (name) => {
    expect(visibleName(name)).toBeNull();
  },
);

test.each(['a', ' a ', '👩‍👩‍👧', '\u202Etxt', '.', '会員', '<b>', '0'])('%j is a name', (name) => {
  expect(visibleName(name)).toBe(name);
});
