import * as z from 'zod/mini';
import { documented, text } from './documented.ts';

/** Every error code of the BFF. The list is closed, so that the compiler finds each switch that lacks a new code. */
export const errorCodeSchema = z.enum([
  'invalid_parameter',
  'signed_out',
  'invalid_token',
  'token_read_only',
  'token_limited',
  'cross_site',
  'not_found',
  'monitor_not_found',
  'method_not_allowed',
  'wrong_host',
  'inventory_incomplete',
  'not_ready',
  'rate_limited',
  'daily_quota_exhausted',
  'monthly_quota_exhausted',
  'quota_unknown',
  'api_key_rejected',
  'missing_scope',
  'access_denied',
  'upstream_unreachable',
  'upstream_invalid_response',
  'upstream_error',
  'upstream_timeout',
  'storage_unreachable',
  'no_leader',
  'internal',
]);

export type ErrorCode = z.infer<typeof errorCodeSchema>;

/**
 * Details of a failed upstream request: the HTTP status of an `upstream_error`, and for `missing_scope` the scopes in
 * the API's response (spec, "403 for a missing scope").
 */
export const upstreamDetailsSchema = z.object({
  upstream_status: z.optional(z.number()),
  required_scope: z.optional(z.string()),
  required_scopes_any_of: z.optional(z.array(z.string())),
  granted_scopes: z.optional(z.array(z.string())),
});
export type UpstreamDetails = z.infer<typeof upstreamDetailsSchema>;

/** The body of every error response. */
export const errorBodySchema = documented(
  z.extend(upstreamDetailsSchema, {
    error: text('A sentence for people: what to do. It may change.'),
    code: documented(errorCodeSchema, 'For programs.'),
    request_id: text('The ID of the request in the log.'),
    parameter: documented(z.optional(z.string()), 'The parameter at fault.'),
    retry_at: documented(z.optional(z.nullable(z.iso.datetime())), 'When to try again; null: not known.'),
    list_as_of: documented(
      z.optional(z.iso.datetime()),
      'When the list was read that does not contain the monitor; it is read next at retry_at.',
    ),
  }),
  'Why a request failed.',
);

export type ErrorBody = z.infer<typeof errorBodySchema>;
