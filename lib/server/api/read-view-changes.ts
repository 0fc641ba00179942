import 'server-only';
import { type ViewChanges, viewChangesSchema } from '../../contract/own-views.ts';
import { FailureError } from '../errors.ts';

/** Reads the body of `POST /api/views/own`. @throws FailureError `invalid_parameter` */
export async function readViewChanges(request: Request): Promise<ViewChanges> {
  const body: unknown = await request.json().catch(() => null);
  const { data, error } = viewChangesSchema.safeParse(body);
  if (data !== undefined) return data;
  const path = error.issues[0]?.path.join('.') ?? '';
  throw new FailureError({ code: 'invalid_parameter', parameter: 'body', detail: `is wrong at "${path}"` });
}
