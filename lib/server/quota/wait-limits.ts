import 'server-only';

/** The maximum time that the request of a user waits for a slot, for a read to end or for the first rows, milliseconds. */
export const INTERACTIVE_MAX_WAIT_MS = 4_000;
/**
 * The maximum queueing time of a background request, milliseconds: slightly more than the rest of a minute window. A
 * request that would wait longer is denied, so that its crawl ends and reports the cause.
 */
export const BACKGROUND_MAX_WAIT_MS = 65_000;
