import * as z from 'zod/mini';
import { availabilitySchema, outageFigures } from './availability.ts';
import { changeKinds, conditionCountsSchema, conditions } from './conditions.ts';
import {
  boolean,
  documented,
  interval,
  intervalOrNull,
  number,
  numberOrNull,
  recordOf,
  timeOrNull,
} from './documented.ts';
import { HISTORY_CHANGES_MAX } from './limits.ts';
import { listedMonitorSchema, type SettingName } from './monitor.ts';

export const changedMonitorSchema = documented(
  z.pick(listedMonitorSchema, recordOf(['monitor_uuid', 'name', 'type', 'target', 'port', 'regions'], true)),
  'A monitor as it was at the time of a change, so that a removed one can still be found.',
);

/**
 * The fields that an edit can name. `checks`: the monitor was set up anew and lost its checks; the value before is the last
 * status.
 */
export type EditedField =
  | 'name'
  | 'type'
  | 'target'
  | 'port'
  | 'interval'
  | 'regions'
  | 'checks'
  | SettingName;

/** Empty while the changed setting is unknown: the list omits some settings, and Sightline reads them later. */
const editsSchema = z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() }));
export type Edits = z.infer<typeof editsSchema>;

export const changeSchema = documented(
  z.object({
    id: z.string(),
    kind: z.enum(changeKinds),
    from: z.iso.datetime(),
    to: z.iso.datetime(),
    monitor: changedMonitorSchema,
    lasted: documented(
      z.nullable(z.object({ at_least_s: z.number(), at_most_s: z.number() })),
      'How long the condition lasted that ends with this change, or that it began; null while it lasts, or when its beginning was not observed.',
    ),
    pair: intervalOrNull(
      'Between which times the condition that this change began ended, or the one that it ended began; null as "lasted".',
    ),
    fields: documented(
      z.nullable(editsSchema),
      'Of "edited": each field that is known to have changed, before and after. Fields that the list of the API omits are added when they have been read again.',
    ),
  }),
  'An observed change. It happened after "from" and by "to".',
);
export type Change = z.infer<typeof changeSchema>;

export const historyMetaSchema = z.object({
  observed_from: timeOrNull('Since when, as far as it remembers; null: not yet, or the history is off.'),
  gaps: documented(
    z.array(interval),
    'When Sightline did not read the list. If it does not now, the last one ends now, to the minute.',
  ),
  as_of: timeOrNull('The last recorded reading; the changes of later readings end later.'),
  kept_days: number('How long it is remembered; 0: not at all.'),
  not_saved_since: timeOrNull('Since when what was observed cannot be saved; null: it can.'),
});
export type HistoryMeta = z.infer<typeof historyMetaSchema>;

/** Response body of `GET /api/changes`. */
export const changeListSchema = z.object({
  data: z.array(changeSchema),
  pagination: z.object({ next_cursor: z.nullable(z.string()), limit: z.number() }),
  meta: historyMetaSchema,
});
export type ChangeList = z.infer<typeof changeListSchema>;

/** Response body of `GET /api/changes/count`. */
export const changeCountSchema = z.object({
  data: z.object({
    count: number('At most 99.'),
    more: boolean('Whether there are more.'),
  }),
});
export type ChangeCount = z.infer<typeof changeCountSchema>;

const slotLength = () =>
  number(
    'Length of a slot, seconds: 900 for one day, 3600 for 7 days, 14400 for 30 days. Slots become coarser with age, so that older ones are kept.',
  );
const quarters = () => number('In how many of its quarter hours the list was read.');

const slotSchema = z.object({
  at: z.iso.datetime(),
  quarters: quarters(),
  state: documented(z.enum(conditions), 'The worst condition of the slot.'),
  maintenance: z.boolean(),
  checks: number('Checks that were seen to be up or down: a sample, of each reading the last one.'),
  down: z.number(),
  timed: number(
    'How many of these checks have a response time; a failed check can be without one. The weight of the mean.',
  ),
  mean_ms: numberOrNull(
    'Mean response time of these checks, milliseconds; null: no check has a response time.',
  ),
  max_ms: numberOrNull('The longest of these response times; null: as above.'),
});
export type MonitorSlot = z.infer<typeof slotSchema>;

/** Response body of `GET /api/monitors/{uuid}/history`. */
export const monitorHistorySchema = documented(
  z.object({
    data: z.object({
      slot_s: slotLength(),
      slots: z.array(slotSchema),
      availability: documented(
        z.nullable(availabilitySchema),
        'Of the last days; null: the monitor is not in the list, or nothing has been recorded.',
      ),
      outages: documented(
        z.nullable(
          z.object({
            outages: outageFigures.outages,
            longest_s: outageFigures.longest_s,
            longest_at: intervalOrNull(
              'From the first reading that showed the longest one to the first that did not, within the range; null: none was seen, or it is not certain which one it is.',
            ),
          }),
        ),
        'Those of the same range as the availability; null as there.',
      ),
      changes: documented(z.array(changeSchema), `The newest ${HISTORY_CHANGES_MAX} at most.`),
    }),
    meta: historyMetaSchema,
  }),
  'What was seen of one monitor. Times in which Sightline did not read the list are left out.',
);
export type MonitorHistory = z.infer<typeof monitorHistorySchema>;

const fleetSlotSchema = z.extend(conditionCountsSchema, {
  at: z.iso.datetime(),
  quarters: quarters(),
  maintenance: z.number(),
  down_mean: number('How many were down on average: what a bar shows.'),
  overdue_mean: number('How many were overdue on average.'),
  unknown_mean: number('How many had an unknown status on average.'),
});
export type FleetSlot = z.infer<typeof fleetSlotSchema>;

/** Response body of `GET /api/changes/fleet`. Slots without a crawl are left out. */
export const fleetHistorySchema = documented(
  z.object({
    data: z.object({ slot_s: slotLength(), slots: z.array(fleetSlotSchema) }),
    meta: historyMetaSchema,
  }),
  'How many monitors were in each condition at worst, each count by itself: the fewest that were up, and the most of everything else. They can be of different moments, so they can add up to more than there were monitors.',
);
export type FleetHistory = z.infer<typeof fleetHistorySchema>;
