/** The maximum number of requests in flight. */
export const MAX_IN_FLIGHT = 4;
/** The share of a window's limit below which its remaining requests are low. */
export const LOW_QUOTA_SHARE = 0.2;
/** The observation time that the forecast of a quota needs, milliseconds. */
export const FORECAST_OBSERVATION_MS = 1_800_000;
/** The time between two probes while a quota is used up, milliseconds. */
export const QUOTA_PROBE_MS = 900_000;
