import type { Look } from './look-schema';

// Apart from its schema: the browser only writes the cookie, and need not load what checks it.
export type { Look } from './look-schema';

/** Kept in a cookie, so that the server's first HTML already has the right columns and row heights (ADR 0002). */
export const lookCookie = 'sightline_look';

/** A look as a cookie's value: no character that a cookie may not hold. */
export function serializeLook(look: Look): string {
  return encodeURIComponent(JSON.stringify(look));
}
