import 'server-only';
import { z } from 'zod';
import type { MissingScopeFailure, QuotaFailure, UpstreamFailure } from '../errors';
import type { UsageHeaders } from './usage-headers';

/**
 * What a status other than 200 means (spec, "Errors"). 403 is not here: its body decides, see `forbiddenFailure`.
 * A redirect is an error like any other; it is never followed.
 *
 * @param usage the counters of this very answer
 * @param now wall time, epoch ms
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

/** The longest wait wins: when several windows are empty, the one that opens last is the cause. */
function quotaFailure(usage: UsageHeaders, now: number): QuotaFailure {
  if (usage.monthlyRemaining === 0) return { code: 'monthly_quota_exhausted', retryAt: null };
  if (usage.dailyRemaining === 0) return { code: 'daily_quota_exhausted', retryAt: null };
  if (usage.rateLimitRemaining === 0) {
    const { rateLimitReset } = usage;
    return {
      code: 'rate_limited',
      retryAt: rateLimitReset === undefined ? null : now + rateLimitReset * 1000,
    };
  }
  return { code: 'quota_unknown', retryAt: null };
}

/** Longer than any scope of the catalog. A longer string is left out, not cut: a part of a secret is one too. */
const scope = z
  .string()
  .min(1)
  .max(100)
  .transform((text) => text.toWellFormed());
const scopes = z
  .array(z.unknown())
  .transform((all) => all.slice(0, 100).flatMap((one) => scope.safeParse(one).data ?? []));
/**
 * How much the scopes of a rejection may take together, bytes of JSON; the spec's whole catalog takes 170. A rejection is
 * part of what the ledger stores with each request.
 */
const SCOPES_MAX = 200;

/** Spec, "403 for a missing scope". Its `error` text is not read. */
const missingScopeSchema = z.object({
  required_scope: scope.optional().catch(undefined),
  required_scopes_any_of: scopes.optional().catch(undefined),
  granted_scopes: scopes.catch([]),
});

/**
 * Tells a missing scope from the other causes of 403 (allowlist, plan), which name none.
 *
 * @param json the body, undefined when it could not be read
 * @param secret what must not travel: a body that echoes it among the scopes is not passed on
 */
export function forbiddenFailure(
  json: unknown,
  secret: string,
): MissingScopeFailure | { code: 'access_denied' } {
  const body = missingScopeSchema.safeParse(json).data;
  if (!body) return { code: 'access_denied' };
  const { required_scope: one } = body;
  const single = fitting(one === undefined ? [] : [one], SCOPES_MAX);
  const anyOf = fitting(body.required_scopes_any_of ?? [], SCOPES_MAX - sizeOf(single));
  const required = [...single, ...anyOf];
  if (required.length === 0) return { code: 'access_denied' };
  const granted = fitting(body.granted_scopes, SCOPES_MAX - sizeOf(required));
  const named = [...required, ...granted];
  if (named.some((text) => text.includes(secret))) return { code: 'access_denied' };
  return {
    code: 'missing_scope',
    ...(single[0] === undefined ? {} : { requiredScope: single[0] }),
    ...(anyOf.length === 0 ? {} : { requiredScopesAnyOf: anyOf }),
    grantedScopes: granted,
  };
}

/** As many of the first as there is room for. */
function fitting(all: readonly string[], room: number): string[] {
  const end = all.findIndex((_, index) => sizeOf(all.slice(0, index + 1)) > room);
  return all.slice(0, end === -1 ? all.length : end);
}

function sizeOf(some: readonly string[]): number {
  return Buffer.byteLength(JSON.stringify(some)) - '[]'.length;
}
