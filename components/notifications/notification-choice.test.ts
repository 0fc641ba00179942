import { expect, test } from 'vitest';
import { parseChoice } from './notification-choice';

test('a stored choice is read again; everything else is none', () => {
  const choice = { name: 'Payments', search: 'q=pay' };
  expect(parseChoice(JSON.stringify(choice))).toEqual(choice);
  expect(parseChoice(JSON.stringify({ name: null, search: '' }))).toEqual({ name: null, search: '' });
  for (const text of [
    null,
    '',
    'null',
    '{',
    '[]',
    '{"search":1,"name":"a"}',
    '{"search":"","name":1}',
    '{"name":null}',
  ]) {
    expect(parseChoice(text)).toBeNull();
  }
});
