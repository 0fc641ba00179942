import { expect, test } from 'vitest';
import { isComposing } from './composing';

test.each([
  ['a plain Enter', { isComposing: false, keyCode: 13 }, false],
  ['an Enter within a composition', { isComposing: true, keyCode: 13 }, true],
  ['the Enter that ended one, in Safari', { isComposing: false, keyCode: 229 }, true],
])('%s', (_, nativeEvent, expected) => {
  expect(isComposing({ nativeEvent })).toBe(expected);
});
