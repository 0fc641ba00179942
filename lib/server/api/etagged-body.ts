import 'server-only';
import { hash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

type Coding = 'br' | 'gzip';

/** A response body: the object for pages, its JSON bytes and their entity tag for routes. */
export interface EtaggedBody<T> {
  body: T;
  bytes: Uint8Array<ArrayBuffer>;
  /** Strong, with its quotes: the first 27 base64url digits of the SHA-256. */
  tag: string;
  /** The compressed bytes, which are cached after the first call; null when the body is too small to benefit. */
  compressed(coding: Coding): Uint8Array<ArrayBuffer> | null;
}

/** Smaller bodies fit into one packet without compression. */
const MIN_COMPRESSED_BYTES = 1024;
/** At a higher quality, brotli takes longer than it saves for a body of some kilobytes. */
const BROTLI_QUALITY = 5;

const compress: Record<Coding, (bytes: Uint8Array) => Uint8Array<ArrayBuffer>> = {
  br: (bytes) =>
    Uint8Array.from(
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
    ),
  gzip: (bytes) => Uint8Array.from(gzipSync(bytes)),
};

export function etaggedBody<T>(body: T): EtaggedBody<T> {
  const text = JSON.stringify(body);
  const bytes = new TextEncoder().encode(text);
  const cached: Partial<Record<Coding, Uint8Array<ArrayBuffer>>> = {};
  return {
    body,
    bytes,
    tag: `"${hash('sha256', text, 'base64url').slice(0, 27)}"`,
    compressed(coding) {
      if (bytes.length < MIN_COMPRESSED_BYTES) return null;
      cached[coding] ??= compress[coding](bytes);
      return cached[coding];
    },
  };
}

/** Whether an `If-None-Match` header matches this tag (RFC 9110, 13.1.2: weak comparison, a list, or `*`). */
export function matchesTag(ifNoneMatch: string | null, tag: string): boolean {
  if (ifNoneMatch === null) return false;
  return ifNoneMatch.split(',').some((part) => {
    const candidate = part.trim();
    return candidate === '*' || candidate.replace(/^W\//, '') === tag;
  });
}
