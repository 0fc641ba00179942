import * as z from 'zod/mini';
import { conditions } from './conditions';
import { errorCodeSchema, upstreamDetailsSchema } from './error';
import { detailOnlyFieldsSchema, listedMonitorSchema } from './monitor';

/** Why and since when data is served although upstream cannot be read. Timestamps are ISO 8601 UTC. */
export const degradedSchema = z.extend(upstreamDetailsSchema, {
  code: errorCodeSchema,
  message: z.string(),
  since: z.iso.datetime(),
  retry_at: z.nullable(z.iso.datetime()),
});
export type Degraded = z.infer<typeof degradedSchema>;

const countsSchema = z.record(z.string(), z.number());

/** For each facet value, the number of monitors that it would show under all filters except the facet's own. */
const facetsSchema = z.object({
  condition: countsSchema,
  type: countsSchema,
  is_active: countsSchema,
  region: countsSchema,
  maintenance_mode: countsSchema,
  flapping: countsSchema,
});
export type Facets = z.infer<typeof facetsSchema>;

const sharedValueSchema = z.nullable(z.object({ value: z.string(), count: z.number() }));

/**
 * What the monitors that are down have in common, under all filters except the one for the condition: the most
 * conspicuous region and type, each with the number of monitors that have it, and how many are in maintenance.
 */
const downSummarySchema = z.object({
  down: z.number(),
  maintenance: z.number(),
  region: sharedValueSchema,
  type: sharedValueSchema,
});
export type DownSummary = z.infer<typeof downSummarySchema>;

/** A search that finds the monitors of a pasted address's host, for an address that no monitor checks exactly. */
const sameHostSchema = z.object({
  host: z.string(),
  q: z.string(),
  total: z.number(),
  dropped: z.enum(['path', 'port']),
});
export type SameHost = z.infer<typeof sameHostSchema>;

/** How many monitors are in each condition, and in maintenance, independent of the query. */
const inventoryCountsSchema = z.object({
  condition: z.record(z.enum(conditions), z.number()),
  maintenance: z.number(),
});
export type InventoryCounts = z.infer<typeof inventoryCountsSchema>;

/**
 * Why monitors are missing: a page of the list failed, rows violated the spec, or the list changed during the crawl.
 */
const missingReasonSchema = z.enum(['page_failed', 'malformed_rows', 'moved_rows']);

/** Response body of `GET /api/monitors`. */
export const monitorListSchema = z.object({
  data: z.array(listedMonitorSchema),
  pagination: z.object({
    page: z.number(),
    per_page: z.number(),
    total: z.number(),
    total_pages: z.number(),
  }),
  facets: z.optional(facetsSchema),
  /** Present together with `facets`; null when fewer than five are down and none of them is in maintenance. */
  down_summary: z.optional(z.nullable(downSummarySchema)),
  same_host: z.optional(sameHostSchema),
  meta: z.object({
    source: z.literal('inventory'),
    as_of: z.iso.datetime(),
    refresh_at: z.iso.datetime(),
    degraded: z.nullable(degradedSchema),
    /**
     * The last attempt to read all monitors, also one that read nothing; null before the first. It is, or follows, the one
     * that a refresh started (`reading` of its response) when its `started_at` is not before.
     */
    last_reading: z.nullable(
      z.object({ started_at: z.iso.datetime(), ended_at: z.iso.datetime(), requests: z.number() }),
    ),
    inventory: z.object({
      /** `reading`: the first crawl has not finished yet; `incomplete`: some monitors are known to be missing. */
      state: z.enum(['complete', 'reading', 'incomplete']),
      read: z.number(),
      total: z.number(),
      /** For `incomplete`: how many monitors were not read, why, and how many of them are shown from an older crawl. */
      missing: z.nullable(z.object({ count: z.number(), reason: missingReasonSchema, kept: z.number() })),
      /** Counts over all monitors read; null before the first. */
      counts: z.nullable(inventoryCountsSchema),
      /**
       * `as_of` of the responses that first showed the latest monitors as down, newest first, at most 20. ISO 8601 UTC.
       */
      last_down: z.array(z.iso.datetime()),
    }),
    demo: z.boolean(),
  }),
});
export type MonitorList = z.infer<typeof monitorListSchema>;

const detailedMonitorSchema = z.extend(listedMonitorSchema, z.partial(detailOnlyFieldsSchema).shape);
export type DetailedMonitor = z.infer<typeof detailedMonitorSchema>;

/**
 * The current response times, in milliseconds, of the monitors that are up and have the same type and first region.
 * `times` is a sample of at most 200 in ascending order, evenly spaced by rank. `rank` is the rank of the requested
 * monitor, where 1 is the fastest; null when it has no response time or is not up.
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
 * Response body of `GET /api/monitors/{uuid}`. `partial`: only the list fields are known, the five detail fields are
 * absent. `detail_as_of`: when the detail fields were read, if the list fields were read later (`as_of`).
 * `peers`: null until all monitors are read, or when fewer than 5 have a response time to compare.
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
