// Numbers that server and screens share. There are no schemas here, because the first load has no schemas of responses.

/** The maximum duration of a request upstream, including the wait for a connection, milliseconds. */
export const UPSTREAM_DEADLINE_MS = 5_000;

/** A leader that has not renewed its lease for this time is replaced, milliseconds. */
export const LEASE_MS = 15_000;
/** How often the leader renews its lease, and the others try to take it, milliseconds. */
export const RENEW_MS = LEASE_MS / 3;
/** The time after which another replica leads at the latest when the leader has ended, seconds. */
export const TAKEOVER_S = (LEASE_MS + RENEW_MS) / 1000;

/** Maximum number of views in a views file. */
export const MAX_VIEWS = 50;
/** Maximum length of a view's name, characters. */
export const MAX_VIEW_NAME = 60;

/** The lengths of the history that can be requested, days. */
export const historyDays = [1, 7, 30] as const;
export type HistoryDays = (typeof historyDays)[number];

export const DAY_MS = 86_400_000;

/** Maximum number of changes in the history of a monitor. Older changes are left out. */
export const HISTORY_CHANGES_MAX = 200;

/** The maximum number of requests in flight. */
export const MAX_IN_FLIGHT = 4;
/** The share of the available requests that reading the list uses. The rest is for requests that somebody waits for. */
export const BACKGROUND_SHARE = 0.8;
/** The share of a window's limit below which its remaining requests are low. */
export const LOW_QUOTA_SHARE = 0.2;
/** The observation time that the forecast of a quota needs, milliseconds. */
export const FORECAST_OBSERVATION_MS = 1_800_000;
/** The time between two probes while a quota is used up, milliseconds. */
export const QUOTA_PROBE_MS = 900_000;

/** The refresh interval while nobody looks, seconds. While all viewers have paused, the list is not read. */
export const UNWATCHED_REFRESH_S = 900;

/** Minimum age of old data, milliseconds: a crawl and the next request take some time. */
const OLD_MIN_MS = 60_000;

/**
 * Whether the list is too old to show the present state. @param age milliseconds; `intervalS`: the refresh interval, seconds
 */
export function isOldData(age: number, intervalS: number): boolean {
  return age > Math.max(OLD_MIN_MS, 2 * intervalS * 1000);
}
