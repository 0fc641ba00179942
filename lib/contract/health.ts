import * as z from 'zod/mini';

/** Response body of `GET /api/health`; `starting` until the first upstream request has ended. */
const healthSchema = z.object({ status: z.enum(['ok', 'degraded', 'starting']) });
export type Health = z.infer<typeof healthSchema>;
