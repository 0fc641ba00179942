import 'server-only';

/**
 * Why an answer was not taken, as a clause that completes "the answer ...". Constants of ours only: text of upstream
 * could hold the key.
 */
export type InvalidReason =
  | 'is not HTTP'
  | 'is larger than 4 MiB'
  | 'is compressed though identity was asked for'
  | 'is not UTF-8 text'
  | 'is not JSON'
  | 'does not have the documented shape'
  | 'holds more malformed rows than good ones'
  | 'is about another monitor';

/** What reading a part of an answer came to. */
export type ReadResult<T> = { ok: true; value: T } | { ok: false; reason: InvalidReason };
