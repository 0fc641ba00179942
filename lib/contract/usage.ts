import { z } from 'zod';

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
  limit: z.number().nullable(),
  remaining: z.number().nullable(),
  /** Null: the API does not publish the boundary, and it has not been learned. Never guessed. */
  resets_at: z.iso.datetime().nullable(),
});
export type UsageCounter = z.infer<typeof windowSchema>;

const quotaSchema = windowSchema.extend({
  /** Projected from the organization's pace over the last hour; null when it outlasts the window or is not known. */
  runs_out_at: z.iso.datetime().nullable(),
});

/** What the inventory's reading costs and how often it happens. Seconds and requests. */
const refreshSchema = z.object({
  wanted_s: z.number().nullable(),
  actual_s: z.number(),
  cost: z.number(),
  limited_by: z.enum(['minute', 'daily', 'monthly', 'operator']).nullable(),
  paused: z.boolean(),
  viewers: z.number(),
});
export type Refresh = z.infer<typeof refreshSchema>;

/** Answer of `GET /api/usage`. `observed_at` is when the counters were last seen, null before the first. */
export const usageSchema = z.object({
  data: z.object({
    state: usageStateSchema,
    observed_at: z.iso.datetime().nullable(),
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
    spent_elsewhere: z.object({ since: z.iso.datetime().nullable(), daily: z.number(), monthly: z.number() }),
    refresh: refreshSchema,
    retry_at: z.iso.datetime().nullable(),
    history: z.array(
      z.object({
        at: z.iso.datetime(),
        daily_remaining: z.number().nullable(),
        monthly_remaining: z.number().nullable(),
      }),
    ),
  }),
});
export type Usage = z.infer<typeof usageSchema>;
