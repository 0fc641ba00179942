import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { etaggedBody } from './etagged-body.ts';

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
