import 'server-only';
import { DAY_MS } from '../../contract/history-days.ts';

// The limits of the rules. Their ids and titles contain the numbers.

export const NEVER_CHECKED_MS = DAY_MS;
export const INACTIVE_MS = 90 * DAY_MS;
export const MAINTENANCE_MS = 7 * DAY_MS;
export const DOWN_MS = 7 * DAY_MS;
export const INTERVAL_S = 3600;
export const TIMEOUT_MS = 30_000;
/** Share of the timeout that a response may take. */
export const TIMEOUT_SHARE = 0.8;
/** A monitor that goes down on this number of days of the range, or more, is flapping daily. */
export const FLAPPING_DAYS = 5;
export const FLAPPING_RANGE_DAYS = 7;
/** Share of the hosts that must be checked from several regions, so that one region stands out. */
export const SEVERAL_REGIONS_SHARE = 0.5;
