import * as z from 'zod/mini';
import { errorCodeSchema } from './error.ts';

/** The overall state of the counters; `unknown` before upstream has sent any. */
const usageStateSchema = z.enum([
  'ok',
  'near_limit',
  'rate_limited',
  'daily_quota_exhausted',
  'monthly_quota_exhausted',
  'quota_unknown',
  'unknown',
]);
export type UsageState = z.infer<typeof usageStateSchema>;

const windowSchema = z.object({
  limit: z.nullable(z.number()),
  remaining: z.nullable(z.number()),
  /** Null until two resets have been observed, because the API does not publish the boundary. Never guessed. */
  resets_at: z.nullable(z.iso.datetime()),
});
export type UsageCounter = z.infer<typeof windowSchema>;

const quotaSchema = z.extend(windowSchema, {
  /**
   * Projected from the organization's pace over the last hour; null when the quota outlasts the window or is unknown.
   */
  runs_out_at: z.nullable(z.iso.datetime()),
});

/** How often the inventory is crawled (seconds) and what that costs (requests). */
const refreshSchema = z.object({
  wanted_s: z.nullable(z.number()),
  actual_s: z.number(),
  cost: z.number(),
  limited_by: z.nullable(z.enum(['minute', 'daily', 'monthly', 'operator'])),
  paused: z.boolean(),
  viewers: z.number(),
  /** Remaining requests of each quota that refreshing leaves to other clients and to users. Null while unknown. */
  reserve: z.object({ daily: z.nullable(z.number()), monthly: z.nullable(z.number()) }),
});
export type Refresh = z.infer<typeof refreshSchema>;

/** Why the API cannot be read now. The scopes are present when the API sent them (spec, "403 for a missing scope"). */
const accessTroubleSchema = z.object({
  code: errorCodeSchema,
  error: z.string(),
  since: z.iso.datetime(),
  required_scope: z.optional(z.string()),
  required_scopes_any_of: z.optional(z.array(z.string())),
  granted_scopes: z.optional(z.array(z.string())),
});
export type AccessTrouble = z.infer<typeof accessTroubleSchema>;

/** How Sightline accesses the API. Never contains the key itself. */
const accessSchema = z.object({
  /** Ends in `/v1`; has no user name, password or query. */
  base_url: z.string(),
  /** The first four hex digits of the key's SHA-256. */
  key_fingerprint: z.string(),
  /** The scopes last learned; null before the API has sent any. `complete`: the key has no others. */
  scopes: z.nullable(
    z.object({ held: z.array(z.string()), complete: z.boolean(), learned_at: z.iso.datetime() }),
  ),
  trouble: z.nullable(accessTroubleSchema),
});
export type Access = z.infer<typeof accessSchema>;

const storageProblem = z.enum(['full', 'read_only', 'in_use', 'unreachable', 'damaged', 'other']);

/**
 * Whether the data is stored for the next start. `set_aside`: data that is not shown: it was renamed since this start, because it could
 * not be used or belongs to others, with the name of the file or schema; or it is of another key, and no page has shown yet that it
 * is this organization's (`unproven`). Null: none.
 */
const storageSchema = z.object({
  problem: z.nullable(storageProblem),
  since: z.nullable(z.iso.datetime()),
  set_aside: z.nullable(
    z.object({
      name: z.nullable(z.string()),
      reason: z.enum(['damaged', 'unproven', 'other_base_url', 'other_organization']),
    }),
  ),
});
export type Storage = z.infer<typeof storageSchema>;

/** The Sightline processes that share the quota. `this`: a random name of the one that answers. */
const replicasSchema = z.object({
  count: z.number(),
  this: z.string(),
  leads: z.boolean(),
  /** The database that keeps the data. */
  storage: z.enum(['sqlite', 'postgresql']),
});
export type Replicas = z.infer<typeof replicasSchema>;

/** Both quotas at one moment. `after_gap`: nothing was observed for a long time before, so no line is drawn to it. */
const sampleSchema = z.object({
  at: z.iso.datetime(),
  daily_remaining: z.nullable(z.number()),
  monthly_remaining: z.nullable(z.number()),
  after_gap: z.boolean(),
});
export type UsageSample = z.infer<typeof sampleSchema>;

/**
 * Response body of `GET /api/usage`. `observed_at`: when the counters were last received, null before the first time.
 */
export const usageSchema = z.object({
  data: z.object({
    state: usageStateSchema,
    observed_at: z.nullable(z.iso.datetime()),
    rate_limit: windowSchema,
    daily: quotaSchema,
    monthly: quotaSchema,
    spent_here: z.object({
      since: z.iso.datetime(),
      inventory: z.number(),
      list: z.number(),
      detail: z.number(),
      probe: z.number(),
      retry: z.number(),
    }),
    spent_elsewhere: z.object({
      since: z.nullable(z.iso.datetime()),
      daily: z.number(),
      monthly: z.number(),
    }),
    refresh: refreshSchema,
    retry_at: z.nullable(z.iso.datetime()),
    access: accessSchema,
    storage: storageSchema,
    replicas: replicasSchema,
    /** Samples of up to seven days, oldest first, thinned; the samples on both sides of every rise and gap are kept. */
    history: z.array(sampleSchema),
  }),
});
export type Usage = z.infer<typeof usageSchema>;
