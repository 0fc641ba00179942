import * as z from 'zod/mini';
import { conditions } from './conditions.ts';
import { documented, number, time } from './documented.ts';

/** Availability is a figure only if at least this was observed: seconds, and share of the range. */
export const OBSERVED_MIN_S = 3600;
export const OBSERVED_MIN_SHARE = 0.1;

const share = (description: string) => documented(z.nullable(z.number()), description);

/** How much of a range a monitor was up. Lists, reports, files and assistants get the same figures. */
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

export const boundsOrNull = (description: string) =>
  documented(z.nullable(z.object({ least: z.number(), most: z.number() })), description);

/** The outages that were seen in a range. Lists, reports, files and assistants get the same figures. */
export const outageFigures = {
  outages: bounds('Number of outages that were seen. most also has those that two readings may have shown.'),
  longest_s: bounds('The longest outage, seconds.'),
};

/** Number of slots in the last 24 hours of a row. */
export const STRIP_SLOTS = 96;

/** The letter of each condition in a slot. A capital letter: the monitor was also in maintenance at some time of the slot. */
export const slotLetters = {
  down: 'd',
  overdue: 'o',
  unknown: 'x',
  pending: 'n',
  up: 'u',
  inactive: 'i',
} as const satisfies Record<(typeof conditions)[number], string>;

/** The letter of a slot in which the monitor was not read. */
export const UNREAD_LETTER = '-';

export const rowHistorySchema = z.object({
  last_24h: documented(
    z.string(),
    `A letter for each quarter of an hour, the oldest first, up to the last one that is over or has been read. The worst that was seen: ${conditions.map((condition) => `${slotLetters[condition]} ${condition}`).join(', ')}; ${UNREAD_LETTER}: the monitor was not read. A capital letter: also in maintenance.`,
  ),
  availability_7d: availabilitySchema,
  availability_30d: availabilitySchema,
});
export type RowHistory = z.infer<typeof rowHistorySchema>;

export const listHistorySchema = z.object({
  last_24h_from: time('When the first quarter of an hour of last_24h begins.'),
  slot_s: number('The length of a letter of last_24h, seconds.'),
  availability_until: time(
    'When the 7 and 30 days end: with the last recorded reading, or now while nothing is read.',
  ),
});
