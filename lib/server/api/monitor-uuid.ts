import 'server-only';
import { z } from 'zod';
import { FailureError } from '../errors.ts';

/** Any version of UUID. */
const uuidSchema = z.guid().toLowerCase();

/** Parses the UUID of a path. Returns it in lower case, as in the inventory. @throws FailureError `invalid_parameter` */
export function readMonitorUuid(text: string): string {
  const parsed = uuidSchema.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new FailureError({ code: 'invalid_parameter', parameter: 'uuid', detail: 'must be a UUID' });
}
