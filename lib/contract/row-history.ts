import * as z from 'zod/mini';
import { availabilitySchema } from './availability.ts';
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

export const rowHistorySchema = documented(
  z.object({
    last_24h: documented(
      z.string(),
      `A letter for each quarter of an hour, the oldest first, up to the last one that is over or has been read. The worst that was seen: ${conditions.map((condition) => `${slotLetters[condition]} ${condition}`).join(', ')}; ${UNREAD_LETTER}: the monitor was not read. A capital letter: also in maintenance.`,
    ),
    availability_7d: availabilitySchema,
    availability_30d: availabilitySchema,
  }),
  'What Sightline has observed of a monitor.',
);
export type RowHistory = z.infer<typeof rowHistorySchema>;

export const listHistorySchema = documented(
  z.object({
    last_24h_from: time('When the first quarter of an hour of last_24h begins.'),
    slot_s: number('The length of a letter of last_24h, seconds.'),
    availability_until: time(
      'When the 7 and 30 days end: with the last recorded reading, or now while nothing is read.',
    ),
  }),
  'The times of the history of the rows.',
);
