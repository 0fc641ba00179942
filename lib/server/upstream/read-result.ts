import 'server-only';

/**
 * Why a response was rejected, as a clause that completes "the answer ...". Only constants, because text from
 * upstream could contain the key.
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

/** Result of reading a part of a response. */
export type ReadResult<T> = { ok: true; value: T } | { ok: false; reason: InvalidReason };
