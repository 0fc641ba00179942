import { expect, test } from 'vitest';
import { isComposing, isTyped } from './typed-character';

function press(...keys: string[]) {
  return {
    altKey: keys.includes('Alt'),
    ctrlKey: keys.includes('Control'),
    metaKey: keys.includes('Meta'),
    getModifierState: (name: string) => keys.includes(name),
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

test.each([
  ['a plain Enter', { isComposing: false, keyCode: 13 }, false],
  ['an Enter within a composition', { isComposing: true, keyCode: 13 }, true],
  ['the Enter that ended a composition, in Safari', { isComposing: false, keyCode: 229 }, true],
])('%s', (_, nativeEvent, expected) => {
  expect(isComposing({ nativeEvent })).toBe(expected);
});
