import * as z from 'zod/mini';
import { documented, number } from './documented.ts';

/** Availability is a figure only if at least this was observed: seconds, and share of the range. */
export const OBSERVED_MIN_S = 3600;
export const OBSERVED_MIN_SHARE = 0.1;

const share = (description: string) => documented(z.nullable(z.number()), description);

/** How much of a range a monitor was up. The same everywhere: in lists, reports, files and for assistants. */
export const availabilitySchema = documented(
  z.object({
    least: share('The least possible share of the observed time, 0 to 1. null: too little was observed.'),
    most: share('The greatest possible share; null together with least.'),
    observed_s: number('How long it was observed to be up or down, seconds.'),
    observed_share: number('The same as a share of the range, 0 to 1.'),
  }),
  'Up time divided by up and down time, of the time in which the monitor was observed while active, checked and not in maintenance. Two bounds, because a change happened between two readings. Nobody knows what was while nothing was read, while it was overdue or had an unknown status: that time does not count. least and most are null when less than an hour, or less than a tenth of the range, was observed.',
);
export type Availability = z.infer<typeof availabilitySchema>;

export const bounds = (description: string) =>
  documented(z.object({ least: z.number(), most: z.number() }), description);

/** The outages that were seen in a range. The same everywhere, like the availability. */
export const outageFigures = {
  outages: bounds('Number of outages that were seen. most also has those that two readings may have shown.'),
  longest_s: bounds('The longest outage, seconds.'),
};
