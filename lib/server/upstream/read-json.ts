import 'server-only';
import type { Dispatcher } from 'undici';
import type { ReadResult } from './read-result';

type Response = Pick<Dispatcher.ResponseData, 'headers' | 'body'>;

/** How much of an answer nobody reads is let in to keep its connection; past that the connection is closed. */
const DISCARD_MAX_BYTES = 64 * 1024;

/**
 * Reads the whole body as JSON: identity encoding, valid UTF-8 (a byte order mark is tolerated), one JSON value. The
 * size is capped by the connection pool. The deadline's signal was given with the request and ends the body too.
 *
 * @throws what the connection threw: cut off, too large, or the deadline
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

/** Lets a body that nobody reads run out beside the answer, at most until the deadline. */
export function discard(response: Response, deadline: AbortSignal): void {
  response.body.dump({ limit: DISCARD_MAX_BYTES, signal: deadline }).catch(() => {
    // How it ended changes nothing: the status line has already decided the answer.
  });
}
