import 'server-only';
import { z } from 'zod';
import { FailureError } from '../errors.ts';

/** Any UUID shape (versions are not our business). */
const uuidSchema = z.guid().toLowerCase();

/** The UUID of a path, in lower case, as monitors are known by here. @throws FailureError `invalid_parameter` */
export function readMonitorUuid(given: string): string {
  const parsed = uuidSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new FailureError({ code: 'invalid_parameter', parameter: 'uuid', detail: 'must be a UUID' });
}
