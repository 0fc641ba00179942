import { expect, test } from 'vitest';
import { isTyped } from './typed-character';

function press(...held: string[]) {
  return {
    altKey: held.includes('Alt'),
    ctrlKey: held.includes('Control'),
    metaKey: held.includes('Meta'),
    getModifierState: (name: string) => held.includes(name),
  };
}

test.each([
  ['a US keyboard', press(), false, true],
  ['Shift', press('Shift'), false, true],
  ['AltGr under Windows', press('Control', 'Alt', 'AltGraph'), false, true],
  ['AltGr under Linux', press('AltGraph'), false, true],
  ['Option on a Mac', press('Alt'), true, true],
  ['Control', press('Control'), false, false],
  ['Control on a Mac', press('Control'), true, false],
  ['Alt', press('Alt'), false, false],
  ['Control and Alt', press('Control', 'Alt'), false, false],
  ['Command', press('Meta'), true, false],
])('whether a character is typed with %s', (_, event, isMac, expected) => {
  expect(isTyped(event, isMac)).toBe(expected);
});
