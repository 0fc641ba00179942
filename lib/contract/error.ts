import * as z from 'zod/mini';

/** Every code an error answer of the BFF can carry. Closed: adding one makes each switch over it incomplete. */
export const errorCodeSchema = z.enum([
  'invalid_parameter',
  'signed_out',
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
  'internal',
]);

export type ErrorCode = z.infer<typeof errorCodeSchema>;

/**
 * What the API said besides that it would not answer: the HTTP status of an `upstream_error`, and for `missing_scope` the
 * scopes it named (spec, "403 for a missing scope").
 */
export const upstreamDetailsSchema = z.object({
  upstream_status: z.optional(z.number()),
  required_scope: z.optional(z.string()),
  required_scopes_any_of: z.optional(z.array(z.string())),
  granted_scopes: z.optional(z.array(z.string())),
});
export type UpstreamDetails = z.infer<typeof upstreamDetailsSchema>;

/** The body of every answer that is not a success. `error` is a sentence a person can act on. */
export const errorBodySchema = z.extend(upstreamDetailsSchema, {
  error: z.string(),
  code: errorCodeSchema,
  request_id: z.string(),
  parameter: z.optional(z.string()),
  retry_at: z.optional(z.nullable(z.iso.datetime())),
});

export type ErrorBody = z.infer<typeof errorBodySchema>;
