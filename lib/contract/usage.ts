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

const counterSchema = z.object({
  limit: z.number().nullable(),
  remaining: z.number().nullable(),
  /** Null: the API does not publish the boundary. Never guessed. */
  resets_at: z.iso.datetime().nullable(),
});
export type UsageCounter = z.infer<typeof counterSchema>;

/** Answer of `GET /api/usage`. `observed_at` is when the counters were last seen, null before the first. */
export const usageSchema = z.object({
  data: z.object({
    state: usageStateSchema,
    observed_at: z.iso.datetime().nullable(),
    rate_limit: counterSchema,
    daily: counterSchema,
    monthly: counterSchema,
    retry_at: z.iso.datetime().nullable(),
  }),
});
export type Usage = z.infer<typeof usageSchema>;
