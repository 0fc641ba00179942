import 'server-only';
import { z } from 'zod';
import type { UpstreamFailure } from '../errors.ts';

/** The schema of a failure in a stored record. */
export const failureSchema: z.ZodType<UpstreamFailure> = z.union([
  z.object({
    code: z.enum(['rate_limited', 'daily_quota_exhausted', 'monthly_quota_exhausted', 'quota_unknown']),
    retryAt: z.number().nullable(),
  }),
  z.object({
    code: z.literal('missing_scope'),
    requiredScope: z.string().exactOptional(),
    requiredScopesAnyOf: z.array(z.string()).exactOptional(),
    grantedScopes: z.array(z.string()),
  }),
  z.object({
    code: z.enum([
      'monitor_not_found',
      'api_key_rejected',
      'access_denied',
      'upstream_timeout',
      'storage_unreachable',
      'no_leader',
    ]),
  }),
  z.object({
    code: z.literal('upstream_unreachable'),
    reason: z.enum(['refused', 'name', 'reset', 'tls', 'other']),
  }),
  z.object({ code: z.literal('upstream_invalid_response'), reason: z.string() }),
  z.object({ code: z.literal('upstream_error'), status: z.number() }),
]);
