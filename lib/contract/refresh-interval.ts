import { oneOf } from './one-of.ts';

/** How often a viewer wants the monitors read: seconds, or never. */
export const refreshIntervals = ['15', '30', '60', '300', '900', 'off'] as const;
export const refreshIntervalSchema = oneOf(refreshIntervals);
export type RefreshInterval = (typeof refreshIntervals)[number];

/** The interval of viewers that have not chosen one, seconds. */
export const defaultRefreshInterval: RefreshInterval = '30';
