import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowOf } from '@/lib/client/monitor-list.fixtures';
import { anyCharacter } from '@/lib/testing/any-character';
import { conditionWithAge, openableTarget } from './hero';

test('http and https targets have a link', () => {
  expect(openableTarget('https://example.com/a?b=c')).toBe('https://example.com/a?b=c');
  expect(openableTarget('http://10.0.0.1:8080/')).toBe('http://10.0.0.1:8080/');
});

test('row 59: the link of any target has the scheme http or https', () => {
  const schemes = ['javascript:', ' JaVa\tScRiPt:', '\u0001javascript:', 'data:', 'file:', 'https:', '//'];
  const target = fc
    .tuple(fc.constantFrom('', ...schemes), fc.string({ unit: anyCharacter }))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(target, (text) => {
      const link = openableTarget(text);
      if (link !== null) expect(link).toMatch(/^https?:\/\//);
    }),
  );
});

const at = '2026-11-20T20:21:00.000Z';

test.each([
  ['down', '2026-11-20T20:05:00.000Z', 'Down over 16 min'],
  ['down', '2026-11-20T20:20:30.000Z', 'Down'],
  ['overdue', '2026-11-20T20:00:00.000Z', 'Overdue 21 min'],
  ['up', at, 'Up'],
  ['pending', at, 'Never checked'],
] as const)('%s since %s: %s', (condition, observed_since, label) => {
  expect(conditionWithAge(rowOf(1, { condition, observed_since }), Date.parse(at))).toBe(label);
});
