import * as z from 'zod/mini';
import { errorCodeSchema } from './error.ts';

/** Why not everything was read: a failure, or one of our own limits. `message` is a sentence for the user. */
const reasonSchema = z.object({
  code: z.union([errorCodeSchema, z.enum(['just_read', 'just_tried', 'too_few_requests_left'])]),
  message: z.string(),
  retry_at: z.nullable(z.iso.datetime()),
});

/**
 * Response body of `POST /api/monitors/refresh` and `POST /api/monitors/{uuid}/refresh`. `read`: it was read; a
 * `reason` means that a part could not be read. `reading`: it takes longer than this response may. `failed`: it was
 * tried. `refused`: no request was sent. `cost`: upstream requests that it took or will take, also when another caller
 * started the crawl.
 */
export const readNowSchema = z.object({
  data: z.object({
    outcome: z.enum(['read', 'reading', 'failed', 'refused']),
    cost: z.number(),
    reason: z.nullable(reasonSchema),
  }),
});
export type ReadNowAnswer = z.infer<typeof readNowSchema>;
