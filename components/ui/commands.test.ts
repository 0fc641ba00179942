import { expect, test } from 'vitest';
import { capsOf } from './commands';
import { onAnyKeyboard } from './typed-character';

test.each([
  ['j', ['j']],
  ['g m', ['g', 'm']],
  ['$mod+k', ['Mod', 'K']],
  ['Alt+Shift+ArrowLeft', ['Alt', 'Shift', '←']],
  ['Enter', ['Enter']],
  [onAnyKeyboard('['), ['[']],
  [onAnyKeyboard('?'), ['?']],
])('%s is displayed as %j', (keys, caps) => {
  expect(capsOf(keys)).toEqual(caps);
});
