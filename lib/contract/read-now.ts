import * as z from 'zod/mini';
import { documented, number, timeOrNull } from './documented.ts';
import { errorCodeSchema } from './error.ts';

/** Why not everything was read: a failure, or one of Sightline's limits. `message` is a sentence for the user. */
const reasonSchema = z.object({
  code: z.union([errorCodeSchema, z.enum(['just_read', 'just_tried', 'too_few_requests_left'])]),
  message: z.string(),
  retry_at: z.nullable(z.iso.datetime()),
});

/** Response body of `POST /api/monitors/refresh` and `POST /api/monitors/{uuid}/refresh`. */
export const readNowSchema = documented(
  z.object({
    data: z.object({
      outcome: documented(
        z.enum(['read', 'reading', 'failed', 'refused']),
        'reading: it is being read; read: it was read (of one monitor); failed: it was tried; refused: nothing was sent.',
      ),
      reading: timeOrNull(
        'When the reading of the list began: it has ended when meta.last_reading of the list has this started_at, or a later one. null otherwise.',
      ),
      cost: number('Requests to the API that it takes, also when another caller started the crawl.'),
      reason: documented(z.nullable(reasonSchema), 'Why not everything was read; null otherwise.'),
    }),
  }),
  'The result of a refresh.',
);
export type ReadNowAnswer = z.infer<typeof readNowSchema>;
