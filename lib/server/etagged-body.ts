import 'server-only';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { entityTag } from './etag.ts';

/** In which forms an answer can be had besides as it is. */
export type Coding = 'br' | 'gzip';

/** An answer ready to be sent: the object for pages, its bytes and their tag for routes. */
export interface EtaggedBody<T> {
  body: T;
  bytes: Uint8Array<ArrayBuffer>;
  tag: string;
  /** The bytes compressed, at the first time, and kept; null when they are too few to be worth it. */
  compressed(coding: Coding): Uint8Array<ArrayBuffer> | null;
}

/** Smaller answers fit into one packet as they are, bytes. */
const SMALLEST = 1024;
/** Beyond this, brotli takes longer than it saves for an answer of some kilobytes. */
const BROTLI_QUALITY = 5;

export function etaggedBody<T>(body: T): EtaggedBody<T> {
  const text = JSON.stringify(body);
  const bytes = new TextEncoder().encode(text);
  const kept: Partial<Record<Coding, Uint8Array<ArrayBuffer>>> = {};
  return {
    body,
    bytes,
    tag: entityTag(text),
    compressed(coding) {
      if (bytes.length < SMALLEST) return null;
      kept[coding] ??= compress[coding](bytes);
      return kept[coding];
    },
  };
}

const compress: Record<Coding, (bytes: Uint8Array) => Uint8Array<ArrayBuffer>> = {
  br: (bytes) =>
    Uint8Array.from(
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
    ),
  gzip: (bytes) => Uint8Array.from(gzipSync(bytes)),
};
