import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { etaggedBody } from './etagged-body.ts';

const text = 'a name, and another, '.repeat(200);

test('the bytes can be had compressed, and are compressed once', () => {
  const answer = etaggedBody({ text });
  const [br, gzip] = [answer.compressed('br'), answer.compressed('gzip')];
  const plain = JSON.stringify({ text });
  expect(brotliDecompressSync(br ?? '').toString()).toBe(plain);
  expect(gunzipSync(gzip ?? '').toString()).toBe(plain);
  expect(answer.compressed('br')).toBe(br);
  expect(br?.length).toBeLessThan(answer.bytes.length / 10);
});

test('what fits into one packet is left as it is', () => {
  expect(etaggedBody({ text: 'short' }).compressed('gzip')).toBeNull();
});
