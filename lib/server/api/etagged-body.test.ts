import fc from 'fast-check';
import { expect, test } from 'vitest';
import { etaggedBody, matchesTag } from './etagged-body.ts';

test('equal bodies have equal tags, different bodies have different tags', () => {
  const tagOf = (body: string) => etaggedBody(body).tag;
  fc.assert(fc.property(fc.string(), fc.string(), (a, b) => (tagOf(a) === tagOf(b)) === (a === b)));
});

test('a tag matches alone, in a list, as a weak tag, and by *', () => {
  const { tag } = etaggedBody('body');
  for (const header of [tag, `"x", ${tag}`, `W/${tag}`, '*']) expect(matchesTag(header, tag)).toBe(true);
  for (const header of [null, '', '"x"', tag.slice(1, -1)]) expect(matchesTag(header, tag)).toBe(false);
});
