import * as z from 'zod/mini';
import { coverageFormatSchema, skippedSchema } from './coverage.ts';
import { documented, text } from './documented.ts';

/** Every error code by its HTTP status. A problem with the API key is between Sightline and upstream, so it is a 502. */
export const codesByStatus = {
  400: ['invalid_parameter'],
  401: ['signed_out', 'invalid_token'],
  403: ['token_read_only', 'cross_site'],
  404: ['not_found', 'monitor_not_found'],
  405: ['method_not_allowed'],
  409: ['inventory_incomplete'],
  413: ['too_large'],
  421: ['wrong_host'],
  422: ['no_addresses'],
  429: [
    'busy',
    'token_limited',
    'rate_limited',
    'daily_quota_exhausted',
    'monthly_quota_exhausted',
    'quota_unknown',
  ],
  500: ['internal'],
  502: [
    'api_key_rejected',
    'missing_scope',
    'access_denied',
    'upstream_unreachable',
    'upstream_invalid_response',
    'upstream_error',
  ],
  503: ['not_ready', 'storage_unreachable', 'storage_unwritable', 'no_leader'],
  504: ['upstream_timeout'],
} as const;

export const errorCodeSchema = z.enum(Object.values(codesByStatus).flat());
export type ErrorCode = z.infer<typeof errorCodeSchema>;

/** The status of an `upstream_error`, and for `missing_scope` the scopes in the response (spec, "403 for a missing scope"). */
export const upstreamDetailsSchema = z.object({
  upstream_status: z.optional(z.number()),
  required_scope: z.optional(z.string()),
  required_scopes_any_of: z.optional(z.array(z.string())),
  granted_scopes: z.optional(z.array(z.string())),
});
export type UpstreamDetails = z.infer<typeof upstreamDetailsSchema>;

export const errorBodySchema = documented(
  z.extend(upstreamDetailsSchema, {
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
  }),
  'Why a request failed.',
);

export type ErrorBody = z.infer<typeof errorBodySchema>;
