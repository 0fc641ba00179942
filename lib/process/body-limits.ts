/** Maximum size of a list of addresses (`POST /api/coverage`), bytes. The launcher and the route both refuse larger ones. */
export const LIST_MAX_BYTES = 10 * 1024 * 1024;
