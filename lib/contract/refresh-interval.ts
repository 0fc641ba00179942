import * as z from 'zod/mini';

/** The refresh intervals that a viewer can choose: seconds, or `off`. */
export const refreshIntervalSchema = z.enum(['15', '30', '60', '300', '900', 'off']);
export type RefreshInterval = z.infer<typeof refreshIntervalSchema>;
export const refreshIntervals = refreshIntervalSchema.options;

/** The interval of viewers that have not chosen one, seconds. */
export const defaultRefreshInterval: RefreshInterval = '30';
