import * as z from 'zod/mini';

/** Answer of `GET /api/health`; `starting` until upstream has been asked for the first time. */
const healthSchema = z.object({ status: z.enum(['ok', 'degraded', 'starting']) });
export type Health = z.infer<typeof healthSchema>;
