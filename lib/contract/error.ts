import * as z from 'zod/mini';
import { coverageFormatSchema, skippedSchema } from './coverage.ts';
import { documented, text } from './documented.ts';
import { type ErrorCode, errorTable } from './error-table.ts';

const isCode = (text: string): text is ErrorCode => Object.hasOwn(errorTable, text);

export const errorCodeSchema = z.enum(Object.keys(errorTable).filter(isCode));

/** The status of an `upstream_error`, and for `missing_scope` the scopes in the response (spec, "403 for a missing scope"). */
export const upstreamDetailsSchema = z.object({
  upstream_status: z.optional(z.number()),
  required_scope: z.optional(z.string()),
  required_scopes_any_of: z.optional(z.array(z.string())),
  granted_scopes: z.optional(z.array(z.string())),
});
export type UpstreamDetails = z.infer<typeof upstreamDetailsSchema>;

export const errorBodySchema = z.extend(upstreamDetailsSchema, {
  error: text('A sentence for people: what to do. It may change.'),
  code: documented(errorCodeSchema, 'For programs.'),
  request_id: text('The ID of the request in the log.'),
  parameter: documented(z.optional(z.string()), 'The parameter at fault.'),
  place: documented(
    z.optional(z.object({ from: z.number(), to: z.number(), message: z.string() })),
    'The part of the search q that is wrong, from its first UTF-16 code unit (0 is the first of q) to before its end, and why.',
  ),
  retry_at: documented(z.optional(z.nullable(z.iso.datetime())), 'When to try again; null: not known.'),
  list_as_of: documented(
    z.optional(z.iso.datetime()),
    'When the list was read that does not contain the monitor; it is read next at retry_at.',
  ),
  format: documented(z.optional(coverageFormatSchema), 'What a list without addresses was recognized as.'),
  skipped: z.optional(skippedSchema),
});

export type ErrorBody = z.infer<typeof errorBodySchema>;
