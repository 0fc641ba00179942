/** The maximum duration of a request upstream, including the wait for a connection, milliseconds. */
export const UPSTREAM_DEADLINE_MS = 5_000;
