/** Maximum size of all bodies without a limit below, bytes. The launcher checks the Content-Length; routes limit bodies without one. */
export const BODY_MAX_BYTES = 64 * 1024;
/** Maximum size of a list of addresses (`POST /api/coverage`), bytes. The launcher and the route both reject larger ones. */
export const LIST_MAX_BYTES = 10 * 1024 * 1024;
