import 'server-only';
import { type ViewChanges, viewChangesSchema } from '../../contract/own-views.ts';
import { VIEWS_MAX_BYTES } from '../../process/body-limits.ts';
import { parseJson } from '../../text/parse-json.ts';
import { FailureError } from '../errors.ts';
import { readBody } from './read-body.ts';

/** Reads the body of `POST /api/views/own`. @throws FailureError `invalid_parameter`, `too_large` */
export async function readViewChanges(request: Request): Promise<ViewChanges> {
  const text = new TextDecoder().decode(await readBody(request, VIEWS_MAX_BYTES));
  const { data, error } = viewChangesSchema.safeParse(parseJson(text));
  if (data !== undefined) return data;
  const path = error.issues[0]?.path.join('.') ?? '';
  throw new FailureError({ code: 'invalid_parameter', parameter: 'body', detail: `is wrong at "${path}"` });
}
