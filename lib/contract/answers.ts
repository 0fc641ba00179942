import * as z from 'zod/mini';
import { errorCodeSchema } from './error';
import { detailOnlyFieldsSchema, listedMonitorSchema } from './monitor';

/** Data is served although upstream cannot be read: why, and since when. Instants are ISO 8601 UTC. */
const degradedSchema = z.object({
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
      /** How many of all those read are down, whatever the query asks for; null before any has been read. */
      down: z.nullable(z.number()),
    }),
    demo: z.boolean(),
  }),
});
export type MonitorList = z.infer<typeof monitorListSchema>;

const detailedMonitorSchema = z.extend(listedMonitorSchema, z.partial(detailOnlyFieldsSchema).shape);
export type DetailedMonitor = z.infer<typeof detailedMonitorSchema>;

/**
 * The response times of the active monitors of one type whose first region is the same, milliseconds, now. `times` has
 * at most 200 of them in ascending order, evenly over their ranks. `rank` is the place of the monitor asked for, the
 * fastest being 1; null when it has no time or is inactive.
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
