import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { etaggedBody, matchesTag } from './etagged-body.ts';

const text = 'a name, and another, '.repeat(200);

test('the bytes are compressed once per encoding', () => {
  const answer = etaggedBody({ text });
  const [br, gzip] = [answer.compressed('br'), answer.compressed('gzip')];
  const plain = JSON.stringify({ text });
  expect(brotliDecompressSync(br ?? '').toString()).toBe(plain);
  expect(gunzipSync(gzip ?? '').toString()).toBe(plain);
  expect(answer.compressed('br')).toBe(br);
  expect(br?.length).toBeLessThan(answer.bytes.length / 10);
});

test('a body that fits into one packet is not compressed', () => {
  expect(etaggedBody({ text: 'short' }).compressed('gzip')).toBeNull();
});

test('equal bodies have equal tags, different bodies have different tags', () => {
  const tagOf = (body: string) => etaggedBody(body).tag;
  fc.assert(fc.property(fc.string(), fc.string(), (a, b) => (tagOf(a) === tagOf(b)) === (a === b)));
});

test('a tag matches alone, in a list, as a weak tag, and by *', () => {
  const { tag } = etaggedBody('body');
  for (const header of [tag, `"x", ${tag}`, `W/${tag}`, '*']) expect(matchesTag(header, tag)).toBe(true);
  for (const header of [null, '', '"x"', tag.slice(1, -1)]) expect(matchesTag(header, tag)).toBe(false);
});
