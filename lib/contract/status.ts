import * as z from 'zod/mini';
import { boolean, documented, textOrNull, timeOrNull } from './documented.ts';
import { inventoryCountsSchema } from './responses.ts';

const statuses = ['up', 'degraded', 'down', 'unknown'] as const;
export type Status = (typeof statuses)[number];

/** Response body of `GET /api/status`. */
export const statusSchema = documented(
  z.object({
    status: documented(
      z.enum(statuses),
      'down: a monitor is down; degraded: one is overdue or unknown; both outside maintenance. unknown: the list is old or incomplete, or no monitor is up or in trouble.',
    ),
    counts: documented(inventoryCountsSchema, 'Monitors of the view in each condition, and in maintenance.'),
    as_of: timeOrNull('When the monitors were read; null: not yet.'),
    stale: boolean('Whether the list is older than twice its refresh interval.'),
    view: textOrNull('The name of the view, if the request has one.'),
  }),
  'The state of a view in one word.',
);
export type StatusAnswer = z.infer<typeof statusSchema>;

/** Response body of `GET /api/health`. */
export const healthSchema = documented(
  z.object({
    status: documented(
      z.enum(['ok', 'degraded', 'starting']),
      'starting: no response of the API yet; degraded: the last request to the API failed, or the database cannot be reached.',
    ),
  }),
  'The state in one word.',
);
export type Health = z.infer<typeof healthSchema>;
