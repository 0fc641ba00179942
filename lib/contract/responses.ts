import * as z from 'zod/mini';
import { listHistorySchema } from './availability.ts';
import { conditionCountsSchema, conditionSchema } from './conditions.ts';
import { boolean, documented, number, numberOrNull, recordOf, textOrNull, time } from './documented.ts';
import { errorCodeSchema, upstreamDetailsSchema } from './error.ts';
import { facetNames } from './inventory-query.ts';
import { groupings, nameParts } from './list-layout.ts';
import { type ListedMonitor, listedMonitorSchema, listRowSchema, settingNames } from './monitor.ts';

export const degradedSchema = documented(
  z.extend(upstreamDetailsSchema, {
    code: errorCodeSchema,
    message: z.string(),
    since: z.iso.datetime(),
    retry_at: z.nullable(z.iso.datetime()),
  }),
  'Why and since when older data is served.',
);
export type Degraded = z.infer<typeof degradedSchema>;

type Counts = Record<string, number>;

/** In place of `z.record`, which drops a key named `__proto__`. */
const jsonCounts: z.ZodMiniType<Counts, Counts> = z.any().register(z.globalRegistry, {
  type: 'object',
  additionalProperties: { type: 'number' },
});
const pairs = z.array(z.tuple([z.string(), z.number()]));

/** A map, because types and regions can have the names of properties that every object has. */
const countsSchema = z.pipe(
  z.pipe(jsonCounts, z.transform(Object.entries)),
  z.pipe(
    pairs,
    z.transform((counts): ReadonlyMap<string, number> => new Map(counts)),
  ),
);

const facetsSchema = z.object(recordOf(facetNames, countsSchema));
export type Facets = z.infer<typeof facetsSchema>;
export type FacetsBody = z.input<typeof facetsSchema>;
export const readFacets = (facets: FacetsBody): Facets => facetsSchema.parse(facets);

const sharedValueSchema = z.nullable(z.object({ value: z.string(), count: z.number() }));

/** What most monitors that are down have in common, under all filters but the one for the condition. */
const downSummarySchema = z.object({
  down: z.number(),
  maintenance: numberOrNull(
    'How many are in maintenance; null unless these are most, and clearly more than of all.',
  ),
  region: sharedValueSchema,
  type: sharedValueSchema,
});
export type DownSummary = z.infer<typeof downSummarySchema>;

const didYouMeanSchema = z.object({
  by: documented(
    z.enum(['name', 'host']),
    'name: their names are nearest to the words; host: they check the host of the address, but not the address.',
  ),
  within_filters: documented(
    z.boolean(),
    'Whether the filters leave them in; false: they exclude all of them.',
  ),
  monitors: documented(
    z.array(z.extend(listRowSchema, { q: documented(z.string(), 'A search that finds the monitor.') })),
    'At most 3, the nearest first.',
  ),
});
export type DidYouMean = z.infer<typeof didYouMeanSchema>;

export const inventoryCountsSchema = z.object({
  condition: conditionCountsSchema,
  maintenance: z.number(),
});
export type InventoryCounts = z.infer<typeof inventoryCountsSchema>;

/** A group of the list. */
export const monitorGroupSchema = z.object({
  key: documented(
    z.string(),
    'The value for in_group; empty for the monitors without a value, and by host, domain and name for those that share theirs with no other monitor.',
  ),
  label: documented(z.string(), 'The value as it is shown: an international name in its own letters.'),
  total: z.number(),
  condition: documented(conditionSchema, 'The worst condition of its monitors.'),
  counts: inventoryCountsSchema,
  changed_at: textOrNull('The newest observed change of the condition of one of its monitors.'),
  monitors: documented(
    z.array(listRowSchema),
    'Its first monitors when one of them is down, overdue or unknown: at most 5, and at most per_page on a page.',
  ),
});
export type MonitorGroup = z.infer<typeof monitorGroupSchema>;

const groupingSchema = z.object({
  groups: z.array(monitorGroupSchema),
  monitors: documented(z.number(), 'Number of monitors that match.'),
});
export type MonitorGroups = z.infer<typeof groupingSchema>;

/** The groups that a choice of group, name_separator and name_part would give. */
export const groupingPreviewSchema = z.object({
  group: z.enum(groupings),
  name_separator: z.nullable(z.string()),
  name_part: z.nullable(z.enum(nameParts)),
  groups: documented(z.number(), 'Number of groups, with that of the other monitors.'),
  biggest: documented(
    z.array(z.object({ label: z.string(), total: z.number() })),
    'The biggest groups, at most 4, without that of the other monitors.',
  ),
  other: documented(z.number(), 'Number of monitors in the group with the empty key.'),
});
export type GroupingPreview = z.infer<typeof groupingPreviewSchema>;

export const inventoryStateSchema = z.object({
  state: documented(
    z.enum(['complete', 'reading', 'incomplete']),
    'complete; reading: for the first time; incomplete: some monitors are known to be missing.',
  ),
  read: z.number(),
  total: z.number(),
  missing: documented(
    z.nullable(
      z.object({
        count: z.number(),
        reason: z.enum(['page_failed', 'malformed_rows', 'moved_rows']),
        kept: z.number(),
      }),
    ),
    'How many monitors were not read, why (a page failed, rows violated the specification, or the list changed meanwhile), and how many of them are shown from an older reading.',
  ),
});
export type InventoryState = z.infer<typeof inventoryStateSchema>;

/** The state of the list from which a list response, a wall or a review was made. */
export const listMetaSchema = z.object({
  as_of: time('When the monitors were read.'),
  degraded: documented(
    z.nullable(degradedSchema),
    'Why and since when older data is served; null while all is well.',
  ),
  inventory: inventoryStateSchema,
});

/** Response body of `GET /api/monitors`. */
export const monitorListSchema = z.object({
  data: documented(z.array(listRowSchema), 'The monitors of the page; empty when the list is grouped.'),
  grouped: documented(
    z.optional(groupingSchema),
    'The groups of the page. Only with group and without in_group; then the pagination counts groups.',
  ),
  groupings: documented(
    z.optional(z.array(groupingPreviewSchema)),
    'The groups that each grouping would give, under all filters. Only with groupings. By name: for the places from the start and the last one, where two monitors share a part.',
  ),
  pagination: z.object({
    page: z.number(),
    per_page: z.number(),
    total: z.number(),
    total_pages: z.number(),
  }),
  facets: documented(
    z.optional(facetsSchema),
    'Monitors for each value of each filter, under all other filters. Only with facets=true.',
  ),
  down_summary: documented(
    z.optional(z.nullable(downSummarySchema)),
    'What most monitors that are down have in common, and clearly more often than all. Only with facets=true; null when fewer than five are down.',
  ),
  did_you_mean: documented(
    z.optional(didYouMeanSchema),
    'Monitors that may be meant by a search that finds none. They are not in data.',
  ),
  meta: z.extend(listMetaSchema, {
    refresh_at: time('The earliest time at which asking again can bring anything new.'),
    reading: documented(
      z.nullable(z.object({ started_at: z.iso.datetime() })),
      'The reading of all monitors that is running; null: none.',
    ),
    last_reading: documented(
      z.nullable(
        z.object({ started_at: z.iso.datetime(), ended_at: z.iso.datetime(), requests: z.number() }),
      ),
      'The last attempt to read all monitors, also one that read nothing; null before the first. It is, or follows, the one that a refresh started when its started_at is not before reading of its response.',
    ),
    inventory: z.extend(inventoryStateSchema, {
      counts: documented(
        z.nullable(z.extend(inventoryCountsSchema, { flapping: z.number() })),
        'Counts over all monitors read, independent of the query; null before the first.',
      ),
    }),
    settings: documented(
      z.object({ known: z.number(), monitors: z.number() }),
      `Of how many monitors of the inventory the settings are known that the list of the API omits: ${settingNames.join(', ')}. Where updated_at has moved since, the last known ones stay (settings_as_of). Of the others they are absent; filters take them as unknown, and the search does not find their descriptions.`,
    ),
    history: documented(
      z.optional(z.nullable(listHistorySchema)),
      'Only with history=1; null while the history is off or cannot be read.',
    ),
  }),
});
export type MonitorList = z.infer<typeof monitorListSchema>;
/** As JSON. */
export type MonitorListBody = z.input<typeof monitorListSchema>;

/** Returns what the browser makes of a body that the server has built. */
export function readMonitorList({ facets, ...list }: MonitorListBody): MonitorList {
  return { ...list, facets: facets && readFacets(facets) };
}

/** A monitor has the same fields as in a list. */
export type DetailedMonitor = ListedMonitor;

const peersSchema = z.object({
  type: z.string(),
  region: z.string(),
  count: z.number(),
  rank: numberOrNull(
    'Rank of this monitor, where 1 is the fastest; null when it has no response time or is not up.',
  ),
  median_ms: z.number(),
  times: documented(
    z.array(z.number()),
    'A sample of at most 200, milliseconds, in ascending order, evenly spaced by rank.',
  ),
});
export type Peers = z.infer<typeof peersSchema>;

/** Response body of `GET /api/monitors/{uuid}`. */
export const monitorDetailSchema = z.object({
  data: listedMonitorSchema,
  peers: documented(
    z.nullable(peersSchema),
    'Response times of the monitors that are up and have the same type and first region; null until all are read, or when fewer than five have one.',
  ),
  meta: z.object({
    as_of: z.iso.datetime(),
    detail_as_of: documented(
      z.optional(z.iso.datetime()),
      'When the other fields were read, if that was earlier.',
    ),
    degraded: z.nullable(degradedSchema),
    partial: boolean('Whether only the fields of the list are known; the five others are absent.'),
  }),
});
export type MonitorDetail = z.infer<typeof monitorDetailSchema>;

/** Why nothing was requested from the API: a failure, or one of Sightline's limits. `message` is a sentence for the user. */
const refusalSchema = z.object({
  code: z.union([errorCodeSchema, z.enum(['just_read', 'just_tried', 'too_few_requests_left'])]),
  message: z.string(),
  retry_at: z.nullable(z.iso.datetime()),
});
export type Refusal = z.infer<typeof refusalSchema>;

/** Response body of `POST /api/monitors/refresh` and `POST /api/monitors/{uuid}/refresh`. */
export const readNowSchema = z.object({
  data: z.discriminatedUnion('outcome', [
    z.object({
      outcome: z.literal('started'),
      reading: time(
        'When it started. A reading of the list has ended when meta.last_reading of the list has this started_at, or a later one.',
      ),
      cost: number('Requests to the API that it takes, also when another caller started it.'),
    }),
    z.object({ outcome: z.literal('refused'), reason: refusalSchema }),
  ]),
});
export type ReadNowAnswer = z.infer<typeof readNowSchema>;
