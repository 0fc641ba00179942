import * as z from 'zod/mini';
import { conditions } from './conditions.ts';
import { documented, number, time } from './documented.ts';

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

const shareSchema = documented(
  z.nullable(
    z.object({
      least: z.number(),
      most: z.number(),
      known_s: number('For how long it is certain whether it was up or down, seconds.'),
    }),
  ),
  'Between which shares of the counted time it was up, 0 to 1. A time counts while the monitor was active, had been checked, and was not in maintenance. Between two readings that showed the same it was so all the time; what is not known widens the bounds. null: at no time is it known to have been up or down.',
);

export const rowHistorySchema = documented(
  z.object({
    last_24h: documented(
      z.string(),
      `A letter for each quarter of an hour, the oldest first, up to the last one that is over or has been read. The worst that was seen: ${conditions.map((condition) => `${slotLetters[condition]} ${condition}`).join(', ')}; ${UNREAD_LETTER}: the monitor was not read. A capital letter: also in maintenance.`,
    ),
    availability_7d: shareSchema,
    availability_30d: shareSchema,
  }),
  'What Sightline has observed of a monitor.',
);
export type RowHistory = z.infer<typeof rowHistorySchema>;

export const listHistorySchema = documented(
  z.object({
    last_24h_from: time('When the first quarter of an hour of last_24h begins.'),
    slot_s: number('The length of a letter of last_24h, seconds.'),
    availability_until: time(
      'When the 7 and 30 days end: with the last recorded reading, or now while nothing is read. They begin when Sightline first saw the monitor, if that is later.',
    ),
  }),
  'The times of the history of the rows.',
);
