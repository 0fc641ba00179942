import { oneOf } from './one-of.ts';

/** How often a person wants the monitors read: seconds, or not at all. */
export const refreshIntervals = ['15', '30', '60', '300', '900', 'off'] as const;
export const refreshIntervalSchema = oneOf(refreshIntervals);
export type RefreshInterval = (typeof refreshIntervals)[number];

/** Of who has not chosen, in seconds. */
export const defaultRefreshInterval: RefreshInterval = '30';
