import * as z from 'zod/mini';
import { documented, number, time } from './documented.ts';
import { errorCodeSchema } from './error.ts';

/** Why nothing was requested from the API: a failure, or one of Sightline's limits. `message` is a sentence for the user. */
const refusalSchema = z.object({
  code: z.union([errorCodeSchema, z.enum(['just_read', 'just_tried', 'too_few_requests_left'])]),
  message: z.string(),
  retry_at: z.nullable(z.iso.datetime()),
});
export type Refusal = z.infer<typeof refusalSchema>;

/** Response body of `POST /api/monitors/refresh` and `POST /api/monitors/{uuid}/refresh`. */
export const readNowSchema = documented(
  z.object({
    data: z.discriminatedUnion('outcome', [
      z.object({
        outcome: z.literal('started'),
        reading: time(
          'When it started. A reading of the list has ended when meta.last_reading of the list has this started_at, or a later one.',
        ),
        cost: number('Requests to the API that it takes, also when another caller started it.'),
      }),
      z.object({ outcome: z.literal('refused'), reason: refusalSchema }),
    ]),
  }),
  'A refresh was started, or refused with a reason.',
);
export type ReadNowAnswer = z.infer<typeof readNowSchema>;
