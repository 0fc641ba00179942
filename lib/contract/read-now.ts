import * as z from 'zod/mini';
import { errorCodeSchema } from './error.ts';

/** Why it was not read, or not all of it: a failure, or a rule of ours. `message` is a sentence for a person. */
const reasonSchema = z.object({
  code: z.union([errorCodeSchema, z.enum(['just_read', 'just_tried', 'too_few_requests_left'])]),
  message: z.string(),
  retry_at: z.nullable(z.iso.datetime()),
});

/**
 * Answer of `POST /api/monitors/refresh` and `POST /api/monitors/{uuid}/refresh`. `read`: it has been read, with `reason` all
 * but what could not be; `reading`: it takes longer than the answer may; `failed`: it was tried; `refused`: nothing was
 * sent. `cost`: requests that it took or takes; those of a reading that others asked for are named too.
 */
export const readNowSchema = z.object({
  data: z.object({
    outcome: z.enum(['read', 'reading', 'failed', 'refused']),
    cost: z.number(),
    reason: z.nullable(reasonSchema),
  }),
});
export type ReadNowAnswer = z.infer<typeof readNowSchema>;
