import * as z from 'zod/mini';
import { errorCodeSchema } from './error.ts';

/** Why not everything was read: a failure, or one of our own limits. `message` is a sentence for the user. */
const reasonSchema = z.object({
  code: z.union([errorCodeSchema, z.enum(['just_read', 'just_tried', 'too_few_requests_left'])]),
  message: z.string(),
  retry_at: z.nullable(z.iso.datetime()),
});

/**
 * Response body of `POST /api/monitors/refresh` and `POST /api/monitors/{uuid}/refresh`. `reading`: it was started, or was
 * in progress; of the list, `reading` is its start, with which `meta.last_reading` of the list shows its end. `read`: the
 * monitor was read. `failed`: it was tried. `refused`: no request was sent. `cost`: upstream requests that it took or will
 * take, also when another caller started it.
 */
export const readNowSchema = z.object({
  data: z.object({
    outcome: z.enum(['read', 'reading', 'failed', 'refused']),
    reading: z.nullable(z.iso.datetime()),
    cost: z.number(),
    reason: z.nullable(reasonSchema),
  }),
});
export type ReadNowAnswer = z.infer<typeof readNowSchema>;
