import * as z from 'zod/mini';
import { conditions } from './conditions';
import { errorCodeSchema, upstreamDetailsSchema } from './error';
import { detailOnlyFieldsSchema, listedMonitorSchema } from './monitor';

/** Data is served although upstream cannot be read: why, and since when. Instants are ISO 8601 UTC. */
const degradedSchema = z.extend(upstreamDetailsSchema, {
  code: errorCodeSchema,
  message: z.string(),
  since: z.iso.datetime(),
  retry_at: z.nullable(z.iso.datetime()),
});
export type Degraded = z.infer<typeof degradedSchema>;

const countsSchema = z.record(z.string(), z.number());

/** How many monitors each value of a facet would show, under all other filters but the facet's own. */
const facetsSchema = z.object({
  condition: countsSchema,
  type: countsSchema,
  is_active: countsSchema,
  region: countsSchema,
  maintenance_mode: countsSchema,
});
export type Facets = z.infer<typeof facetsSchema>;

/**
 * What the monitors that are down have in common, under all filters but that of the condition: the region and the type
 * that stand out, with how many of them have it, and how many are in maintenance.
 */
const sharedValueSchema = z.nullable(z.object({ value: z.string(), count: z.number() }));
const downSummarySchema = z.object({
  down: z.number(),
  maintenance: z.number(),
  region: sharedValueSchema,
  type: sharedValueSchema,
});
export type DownSummary = z.infer<typeof downSummarySchema>;

/** Where nothing checks a pasted address: the search for what checks its host, without the path or the port. */
const sameHostSchema = z.object({
  host: z.string(),
  q: z.string(),
  total: z.number(),
  dropped: z.enum(['path', 'port']),
});
export type SameHost = z.infer<typeof sameHostSchema>;

/** How many monitors are in each condition, and in maintenance, whatever a query asks for. */
const inventoryCountsSchema = z.object({
  condition: z.record(z.enum(conditions), z.number()),
  maintenance: z.number(),
});
export type InventoryCounts = z.infer<typeof inventoryCountsSchema>;

/** Why monitors are missing: a page of the list failed, rows broke the specification, or the list changed meanwhile. */
const missingReasonSchema = z.enum(['page_failed', 'malformed_rows', 'moved_rows']);

/** Answer of `GET /api/monitors`. */
export const monitorListSchema = z.object({
  data: z.array(listedMonitorSchema),
  pagination: z.object({
    page: z.number(),
    per_page: z.number(),
    total: z.number(),
    total_pages: z.number(),
  }),
  facets: z.optional(facetsSchema),
  /** With the facets; null when fewer than five are down and none of them is in maintenance. */
  down_summary: z.optional(z.nullable(downSummarySchema)),
  same_host: z.optional(sameHostSchema),
  meta: z.object({
    source: z.literal('inventory'),
    as_of: z.iso.datetime(),
    refresh_at: z.iso.datetime(),
    degraded: z.nullable(degradedSchema),
    inventory: z.object({
      /** `reading`: for the first time, and not at its end yet; `incomplete`: some are known to be missing. */
      state: z.enum(['complete', 'reading', 'incomplete']),
      read: z.number(),
      total: z.number(),
      /** What an `incomplete` one lacks: how many were not read, why, and in place of how many older readings are shown. */
      missing: z.nullable(z.object({ count: z.number(), reason: missingReasonSchema, kept: z.number() })),
      /** Of all those read; null before any has been. */
      counts: z.nullable(inventoryCountsSchema),
      /** `as_of` of the first answers to show down those that went down last, the newest first, at most 20. */
      last_down: z.array(z.iso.datetime()),
    }),
    demo: z.boolean(),
  }),
});
export type MonitorList = z.infer<typeof monitorListSchema>;

const detailedMonitorSchema = z.extend(listedMonitorSchema, z.partial(detailOnlyFieldsSchema).shape);
export type DetailedMonitor = z.infer<typeof detailedMonitorSchema>;

/**
 * The response times of the monitors of one type that are up and whose first region is the same, milliseconds, now.
 * `times` has at most 200 of them in ascending order, evenly over their ranks. `rank` is the place of the monitor asked
 * for, the fastest being 1; null when it has no time or is not up.
 */
const peersSchema = z.object({
  type: z.string(),
  region: z.string(),
  count: z.number(),
  rank: z.nullable(z.number()),
  median_ms: z.number(),
  times: z.array(z.number()),
});
export type Peers = z.infer<typeof peersSchema>;

/**
 * Answer of `GET /api/monitors/{uuid}`. `partial`: only the list shape is known, the five other fields are absent.
 * `detail_as_of`: when those five were read, where the fields of the list were read since (`as_of`).
 * `peers`: null while not all monitors are read, or when fewer than 5 have a time to compare.
 */
export const monitorDetailSchema = z.object({
  data: detailedMonitorSchema,
  peers: z.nullable(peersSchema),
  meta: z.object({
    as_of: z.iso.datetime(),
    detail_as_of: z.optional(z.iso.datetime()),
    degraded: z.nullable(degradedSchema),
    partial: z.boolean(),
    demo: z.boolean(),
  }),
});
export type MonitorDetail = z.infer<typeof monitorDetailSchema>;
