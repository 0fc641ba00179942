/** Maximum size of every other body, bytes. The launcher refuses larger ones, and routes those without a Content-Length. */
export const BODY_MAX_BYTES = 64 * 1024;
/** Maximum size of a person's views (`POST /api/views/own`), bytes: more than the longest that are valid. Only the route limits them. */
export const VIEWS_MAX_BYTES = 512 * 1024;
/** Maximum size of a list of addresses (`POST /api/coverage`), bytes. The launcher and the route both refuse larger ones. */
export const LIST_MAX_BYTES = 10 * 1024 * 1024;
