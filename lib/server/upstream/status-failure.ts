import 'server-only';
import { z } from 'zod';
import type { MissingScopeFailure, QuotaFailure, UpstreamFailure } from '../errors';
import type { UsageHeaders } from './usage-headers';

/**
 * Maps a status other than 200 and 403 to a failure (spec, "Errors"). A redirect is an error; it is never followed.
 *
 * @param usage the counters of the same response
 * @param now epoch ms
 */
export function statusFailure(
  status: number,
  endpoint: 'list' | 'detail',
  usage: UsageHeaders,
  now: number,
): UpstreamFailure {
  if (status === 401) return { code: 'api_key_rejected' };
  if (status === 404 && endpoint === 'detail') return { code: 'monitor_not_found' };
  if (status === 429) return quotaFailure(usage, now);
  return { code: 'upstream_error', status };
}

/** When several windows are exhausted, the cause is the one that reopens last. */
function quotaFailure(usage: UsageHeaders, now: number): QuotaFailure {
  if (usage.monthlyRemaining === 0) return { code: 'monthly_quota_exhausted', retryAt: null };
  if (usage.dailyRemaining === 0) return { code: 'daily_quota_exhausted', retryAt: null };
  if (usage.rateLimitRemaining !== 0) return { code: 'quota_unknown', retryAt: null };
  const { rateLimitReset } = usage;
  return { code: 'rate_limited', retryAt: rateLimitReset === undefined ? null : now + rateLimitReset * 1000 };
}

/** Longer than any scope of the catalog. Longer strings are left out: part of a secret is secret, too. */
const scope = z
  .string()
  .min(1)
  .max(100)
  .transform((text) => text.toWellFormed());
const scopes = z
  .array(z.unknown())
  .transform((all) => all.slice(0, 100).flatMap((one) => scope.safeParse(one).data ?? []));
/** Maximum size of all scopes of a failure, bytes of JSON, because failures are stored. The spec's catalog takes 170. */
const SCOPES_MAX = 200;

/** Spec, "403 for a missing scope". */
const missingScopeSchema = z.object({
  required_scope: scope.optional().catch(undefined),
  required_scopes_any_of: scopes.optional().catch(undefined),
  granted_scopes: scopes.catch([]),
});

/**
 * Distinguishes a missing scope from the other causes of 403 (allowlist, plan), which name no scope.
 *
 * @param json the body; undefined when it could not be read
 * @param secret the API key: scopes are not passed on if one of them contains it
 */
export function forbiddenFailure(
  json: unknown,
  secret: string,
): MissingScopeFailure | { code: 'access_denied' } {
  const denied = { code: 'access_denied' } as const;
  const body = missingScopeSchema.safeParse(json).data;
  if (!body) return denied;
  let left = SCOPES_MAX;
  /** Returns the first scopes that fit, of all that the failure lists. */
  const fitting = (scopes: readonly string[]) =>
    scopes.filter((text) => {
      left -= Buffer.byteLength(JSON.stringify(text)) + ','.length;
      return left >= 0;
    });
  const single = fitting(body.required_scope === undefined ? [] : [body.required_scope]);
  const anyOf = fitting(body.required_scopes_any_of ?? []);
  const granted = fitting(body.granted_scopes);
  const required = [...single, ...anyOf];
  if (required.length === 0 || [...required, ...granted].some((text) => text.includes(secret))) return denied;
  return {
    code: 'missing_scope',
    ...(single[0] === undefined ? {} : { requiredScope: single[0] }),
    ...(anyOf.length === 0 ? {} : { requiredScopesAnyOf: anyOf }),
    grantedScopes: granted,
  };
}
