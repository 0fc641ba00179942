import 'server-only';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib';
import type { Dispatcher } from 'undici';

/** Completes "the answer ...". Only constants, because text from upstream could contain the key. */
export type InvalidReason =
  | 'is not HTTP'
  | 'is larger than 4 MiB'
  | 'has an unknown content encoding'
  | 'cannot be decompressed'
  | 'is not UTF-8 text'
  | 'is not JSON'
  | 'does not have the documented shape'
  | 'holds more malformed rows than good ones'
  | 'is about another monitor';

export type ReadResult<T> = { ok: true; value: T } | { ok: false; reason: InvalidReason };

type Response = Pick<Dispatcher.ResponseData, 'headers' | 'body'>;

/** How much of an unused body is received to keep its connection open. */
const DISCARD_MAX_BYTES = 64 * 1024;

type Decode = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>;

/** Content encodings (RFC 9110, 8.4.1). Some servers and proxies compress although our requests accept no encoding. */
const decoders = new Map<string, Decode>([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['br', promisify(brotliDecompress)],
  ['zstd', promisify(zstdDecompress)],
  // Some servers leave out zlib's frame.
  [
    'deflate',
    (bytes, limit) => promisify(((bytes[0] ?? 0) & 0x0f) === 8 ? inflate : inflateRaw)(bytes, limit),
  ],
]);

/**
 * Reads the complete body as JSON in UTF-8, with or without a byte-order mark. The connection pool limits the size that is
 * received, and the signal of the request aborts it.
 *
 * @param maxBytes the limit of the decompressed body
 * @throws the error of the connection: closed early, too large, or deadline exceeded
 */
export async function readJson(
  response: Response,
  deadline: AbortSignal,
  maxBytes: number,
): Promise<ReadResult<unknown>> {
  const encodings = [response.headers['content-encoding'] ?? []]
    .flat()
    .flatMap((value) => value.toLowerCase().split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (encodings.length > 2 || !encodings.every((name) => decoders.has(name))) {
    discard(response, deadline);
    return { ok: false, reason: 'has an unknown content encoding' };
  }
  let bytes: Uint8Array = await response.body.bytes();
  try {
    for (const name of encodings.reverse())
      bytes = (await decoders.get(name)?.(bytes, { maxOutputLength: maxBytes })) ?? bytes;
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    return { ok: false, reason: isTooLarge ? 'is larger than 4 MiB' : 'cannot be decompressed' };
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { ok: false, reason: 'is not UTF-8 text' };
  }
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false, reason: 'is not JSON' };
  }
}

/** Receives and discards an unused body in the background, at most until the deadline. */
export function discard(response: Response, deadline: AbortSignal): void {
  response.body.dump({ limit: DISCARD_MAX_BYTES, signal: deadline }).catch(() => {
    // Errors do not matter: the status has already determined the result.
  });
}
