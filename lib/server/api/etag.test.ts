import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entityTag, matchesTag } from './etag';

test('equal bodies have equal tags, different bodies have different tags', () => {
  fc.assert(fc.property(fc.string(), fc.string(), (a, b) => (entityTag(a) === entityTag(b)) === (a === b)));
});

test('a tag matches alone, in a list, as a weak tag, and by *', () => {
  const tag = entityTag('body');
  for (const header of [tag, `"x", ${tag}`, `W/${tag}`, '*']) expect(matchesTag(header, tag)).toBe(true);
  for (const header of [null, '', '"x"', tag.slice(1, -1)]) expect(matchesTag(header, tag)).toBe(false);
});
