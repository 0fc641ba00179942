import 'server-only';
import { z } from 'zod';
import type { UpstreamFailure } from '../errors.ts';

const codeOnly = <Code extends string>(code: Code) => z.object({ code: z.literal(code) });

/** The schema of a failure in a stored record. */
export const failureSchema: z.ZodType<UpstreamFailure> = z.union([
  z.object({
    code: z.enum(['rate_limited', 'daily_quota_exhausted', 'monthly_quota_exhausted', 'quota_unknown']),
    retryAt: z.number().nullable(),
  }),
  z
    .object({
      code: z.literal('missing_scope'),
      requiredScope: z.string().optional(),
      requiredScopesAnyOf: z.array(z.string()).optional(),
      grantedScopes: z.array(z.string()),
    })
    .transform(({ requiredScope, requiredScopesAnyOf, ...rest }) => ({
      ...rest,
      ...(requiredScope === undefined ? {} : { requiredScope }),
      ...(requiredScopesAnyOf === undefined ? {} : { requiredScopesAnyOf }),
    })),
  codeOnly('monitor_not_found'),
  codeOnly('api_key_rejected'),
  codeOnly('access_denied'),
  z.object({
    code: z.literal('upstream_unreachable'),
    reason: z.enum(['refused', 'name', 'reset', 'tls', 'other']),
  }),
  z.object({ code: z.literal('upstream_invalid_response'), reason: z.string() }),
  z.object({ code: z.literal('upstream_error'), status: z.number() }),
  codeOnly('upstream_timeout'),
  codeOnly('storage_unreachable'),
  codeOnly('no_leader'),
]);
