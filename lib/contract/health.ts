import * as z from 'zod/mini';
import { boolean, documented } from './documented.ts';

/** Response body of `GET /api/health`. */
export const healthSchema = documented(
  z.object({
    status: documented(
      z.enum(['ok', 'degraded', 'starting']),
      'starting: no response of the API yet; degraded: the last request to the API failed, or the database cannot be reached.',
    ),
  }),
  'The state in one word.',
);
export type Health = z.infer<typeof healthSchema>;

/** Response body of `GET /api/health?verbose=1`, for signed-in callers and tokens. */
export const verboseHealthSchema = documented(
  z.extend(healthSchema, {
    ready: boolean('Whether there are monitors to show.'),
    version: z.string(),
    node: z.string(),
  }),
  'The state with the versions.',
);
export type VerboseHealth = z.infer<typeof verboseHealthSchema>;
