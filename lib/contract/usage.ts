import * as z from 'zod/mini';
import { errorCodeSchema } from './error';

/** What the counters mean taken together; `unknown` before upstream has sent any. */
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
  /** Null: the API does not publish the boundary, and it has not been learned. Never guessed. */
  resets_at: z.nullable(z.iso.datetime()),
});
export type UsageCounter = z.infer<typeof windowSchema>;

const quotaSchema = z.extend(windowSchema, {
  /** Projected from the organization's pace over the last hour; null when it outlasts the window or is not known. */
  runs_out_at: z.nullable(z.iso.datetime()),
});

/** What the inventory's reading costs and how often it happens. Seconds and requests. */
const refreshSchema = z.object({
  wanted_s: z.nullable(z.number()),
  actual_s: z.number(),
  cost: z.number(),
  limited_by: z.nullable(z.enum(['minute', 'daily', 'monthly', 'operator'])),
  paused: z.boolean(),
  viewers: z.number(),
  /** What is left of each quota and not spent on refreshing: for others, and for people here. Null while not known. */
  reserve: z.object({ daily: z.nullable(z.number()), monthly: z.nullable(z.number()) }),
});
export type Refresh = z.infer<typeof refreshSchema>;

/** What keeps the API from being read now. The scopes are there when the API named them (spec, "403 for a missing scope"). */
const accessTroubleSchema = z.object({
  code: errorCodeSchema,
  error: z.string(),
  since: z.iso.datetime(),
  required_scope: z.optional(z.string()),
  required_scopes_any_of: z.optional(z.array(z.string())),
  granted_scopes: z.optional(z.array(z.string())),
});
export type AccessTrouble = z.infer<typeof accessTroubleSchema>;

/** How Sightline gets at the API. The key itself is never here. */
const accessSchema = z.object({
  /** Ends in `/v1`; without user name, password or query. */
  base_url: z.string(),
  /** The first four hex digits of the key's SHA-256. */
  key_fingerprint: z.string(),
  /** As last learned; null before the API has shown any. `complete`: these are all that the key holds. */
  scopes: z.nullable(
    z.object({ held: z.array(z.string()), complete: z.boolean(), learned_at: z.iso.datetime() }),
  ),
  trouble: z.nullable(accessTroubleSchema),
});
export type Access = z.infer<typeof accessSchema>;

/** Whether what is read is kept for the next start. `set_aside`: the file found at this start could not be used. */
const storageSchema = z.object({
  problem: z.nullable(z.enum(['full', 'read_only', 'in_use', 'other'])),
  since: z.nullable(z.iso.datetime()),
  set_aside: z.boolean(),
});
export type Storage = z.infer<typeof storageSchema>;

/** Both quotas at one moment. `after_gap`: nothing was observed for long before it, so no line leads to it. */
const sampleSchema = z.object({
  at: z.iso.datetime(),
  daily_remaining: z.nullable(z.number()),
  monthly_remaining: z.nullable(z.number()),
  after_gap: z.boolean(),
});
export type UsageSample = z.infer<typeof sampleSchema>;

/** Answer of `GET /api/usage`. `observed_at` is when the counters were last seen, null before the first. */
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
    /** Oldest first, of up to seven days, thinned. Both sides of every rise and every gap are kept. */
    history: z.array(sampleSchema),
  }),
});
export type Usage = z.infer<typeof usageSchema>;
