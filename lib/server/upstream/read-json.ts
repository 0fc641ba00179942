import 'server-only';
import type { Dispatcher } from 'undici';

/** Completes "the answer ...". Only constants, because text from upstream could contain the key. */
export type InvalidReason =
  | 'is not HTTP'
  | 'is larger than 4 MiB'
  | 'is compressed though identity was asked for'
  | 'is not UTF-8 text'
  | 'is not JSON'
  | 'does not have the documented shape'
  | 'holds more malformed rows than good ones'
  | 'is about another monitor';

export type ReadResult<T> = { ok: true; value: T } | { ok: false; reason: InvalidReason };

type Response = Pick<Dispatcher.ResponseData, 'headers' | 'body'>;

/** How much of an unused body is received to keep its connection open. */
const DISCARD_MAX_BYTES = 64 * 1024;

/**
 * Reads the complete body as JSON in UTF-8. The connection pool limits its size, and the signal of the request aborts it.
 *
 * @throws the error of the connection: closed early, too large, or deadline exceeded
 */
export async function readJson(response: Response, deadline: AbortSignal): Promise<ReadResult<unknown>> {
  const encoding = response.headers['content-encoding'] ?? 'identity';
  if (typeof encoding !== 'string' || encoding.toLowerCase() !== 'identity') {
    discard(response, deadline);
    return { ok: false, reason: 'is compressed though identity was asked for' };
  }
  const bytes = await response.body.bytes();
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
