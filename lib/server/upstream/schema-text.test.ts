import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCharacter } from '../../testing/any-character';
import { boundedText, TEXT_MAX } from './schema';

const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));

it('row 31: the result is bounded and well-formed, and bounding it again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit }), fc.nat({ max: 2 * TEXT_MAX }), (tail, length) => {
      const bounded = boundedText('x'.repeat(length) + tail);
      expect(bounded.length).toBeLessThanOrEqual(TEXT_MAX);
      expect(bounded.isWellFormed()).toBe(true);
      expect(boundedText(bounded)).toBe(bounded);
    }),
  );
});

it('does not change a well-formed string within the bound, even with control characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 100 }), (text) => {
      expect(boundedText(text)).toBe(text);
    }),
  );
});

it('row 31: truncates a name of 1 MB, but never within a surrogate pair', () => {
  expect(boundedText('n'.repeat(1_000_000))).toBe(`${'n'.repeat(TEXT_MAX - 1)}…`);
  expect(boundedText('🙂'.repeat(TEXT_MAX))).toBe(`${'🙂'.repeat(TEXT_MAX / 2 - 1)}…`);
});
