import * as z from 'zod/mini';

/**
 * Response body of `GET /api/health`. `starting`: until the first upstream request has ended; `degraded`: it, or a later
 * one, has failed, or the shared state cannot be reached.
 */
export const healthSchema = z.object({ status: z.enum(['ok', 'degraded', 'starting']) });
export type Health = z.infer<typeof healthSchema>;

/** Response body of `GET /api/health?verbose=1`, for signed-in callers and tokens. `ready`: there are monitors to show. */
export const verboseHealthSchema = z.extend(healthSchema, {
  ready: z.boolean(),
  version: z.string(),
  node: z.string(),
});
export type VerboseHealth = z.infer<typeof verboseHealthSchema>;
