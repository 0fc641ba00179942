import * as z from 'zod/mini';
import { conditions } from './conditions.ts';

/**
 * What can change about a monitor, as the comparison of two readings shows it. `reporting_again`: up after overdue or after
 * an unknown status.
 */
export const changeKinds = [
  'down',
  'recovered',
  'overdue',
  'status_unknown',
  'reporting_again',
  'first_check',
  'added',
  'removed',
  'edited',
  'deactivated',
  'activated',
  'maintenance_on',
  'maintenance_off',
] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** A monitor as it was at the time of a change, so that a removed one can still be found. */
export const changedMonitorSchema = z.object({
  monitor_uuid: z.string(),
  name: z.string(),
  type: z.string(),
  target: z.string(),
  port: z.nullable(z.number()),
  regions: z.array(z.string()),
});

/**
 * What an edit can name. `checks`: the checks were deleted, which happens when a monitor is set up anew; the value before is the
 * last status.
 */
export type EditedField = 'name' | 'type' | 'target' | 'port' | 'interval' | 'regions' | 'checks';

/** The value of each edited list field before and after; empty when only a setting outside the list has changed. */
const editsSchema = z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() }));
export type Edits = z.infer<typeof editsSchema>;

/**
 * One observed change. It happened after `from` and by `to` (ISO 8601 UTC). `lasted`: of a change that begins something, how
 * long that lasted, null while it lasts; of one that ends something, how long that had lasted, null when its beginning was
 * not observed. `fields`: of `edited` only.
 */
export const changeSchema = z.object({
  id: z.string(),
  kind: z.enum(changeKinds),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  monitor: changedMonitorSchema,
  lasted: z.nullable(z.object({ at_least_s: z.number(), at_most_s: z.number() })),
  fields: z.nullable(editsSchema),
});
export type Change = z.infer<typeof changeSchema>;

/** A time without readings, ISO 8601 UTC. If there are none now, the last one lasts until now, to the minute. */
const gapSchema = z.object({ from: z.iso.datetime(), to: z.iso.datetime() });

/**
 * `observed_from`: since when Sightline has been watching, as far as it remembers; null: not yet, or history is off.
 * `as_of`: the last recorded reading; the changes of later readings end later. `kept_days`: how long it is remembered; 0:
 * nothing is recorded. `not_saved_since`: since when what was observed cannot be saved; null: it can.
 */
export const historyMetaSchema = z.object({
  observed_from: z.nullable(z.iso.datetime()),
  gaps: z.array(gapSchema),
  as_of: z.nullable(z.iso.datetime()),
  kept_days: z.number(),
  not_saved_since: z.nullable(z.iso.datetime()),
  demo: z.boolean(),
});
export type HistoryMeta = z.infer<typeof historyMetaSchema>;

/** Response body of `GET /api/changes`. */
export const changeListSchema = z.object({
  data: z.array(changeSchema),
  pagination: z.object({ next_cursor: z.nullable(z.string()), limit: z.number() }),
  meta: historyMetaSchema,
});
export type ChangeList = z.infer<typeof changeListSchema>;

/** Response body of `GET /api/changes/count`: how many changes happened since a time; `more`: at least so many. */
export const changeCountSchema = z.object({ data: z.object({ count: z.number(), more: z.boolean() }) });
export type ChangeCount = z.infer<typeof changeCountSchema>;

/**
 * A slot of a monitor: in how many of its quarter hours the list was read, its worst condition, the checks that were seen in it, how many of them were down, how many have a
 * response time (`timed`; a failed check can be without), and these times in milliseconds; null when none has one.
 */
const slotSchema = z.object({
  at: z.iso.datetime(),
  quarters: z.number(),
  state: z.enum(conditions),
  maintenance: z.boolean(),
  checks: z.number(),
  down: z.number(),
  timed: z.number(),
  mean_ms: z.nullable(z.number()),
  max_ms: z.nullable(z.number()),
});

export type MonitorSlot = z.infer<typeof slotSchema>;

/**
 * Response body of `GET /api/monitors/{uuid}/history`. Slots without a reading are left out. Their length depends on the days: a
 * quarter of an hour for 1, an hour for 7, four hours for 30.
 */
export const monitorHistorySchema = z.object({
  data: z.object({
    slot_s: z.number(),
    slots: z.array(slotSchema),
    checks_seen: z.number(),
    checks_up: z.number(),
    changes: z.array(changeSchema),
  }),
  meta: historyMetaSchema,
});
export type MonitorHistory = z.infer<typeof monitorHistorySchema>;

/**
 * A slot of the fleet: how many monitors were in each condition at worst, each by itself: the fewest that were up, and the most of
 * everything else. They can be of different moments, and then add up to more than there were monitors. `quarters`: as above.
 */
const fleetSlotSchema = z.object({
  at: z.iso.datetime(),
  quarters: z.number(),
  down: z.number(),
  overdue: z.number(),
  unknown: z.number(),
  pending: z.number(),
  up: z.number(),
  inactive: z.number(),
  maintenance: z.number(),
});
export type FleetSlot = z.infer<typeof fleetSlotSchema>;

/** Response body of `GET /api/changes/fleet`. Slots without a reading are left out; their length is that of monitors. */
export const fleetHistorySchema = z.object({
  data: z.object({ slot_s: z.number(), slots: z.array(fleetSlotSchema) }),
  meta: historyMetaSchema,
});
export type FleetHistory = z.infer<typeof fleetHistorySchema>;
