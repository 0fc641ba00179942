/** A leader that has not renewed its lease for this time is replaced, milliseconds. */
export const LEASE_MS = 15_000;
/** How often the leader renews its lease, and the others try to take it, milliseconds. */
export const RENEW_MS = LEASE_MS / 3;
/** The time after which another replica leads at the latest when the leader has ended, seconds. */
export const TAKEOVER_S = (LEASE_MS + RENEW_MS) / 1000;
