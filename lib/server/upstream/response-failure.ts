import 'server-only';
import { z } from 'zod';
import { type MissingScopeFailure, type QuotaFailure, tlsCode, type UpstreamFailure } from '../errors.ts';
import type { UsageHeaders } from './usage-headers.ts';

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

/** If several windows are used up, the one that resets last is the cause. */
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
/** The first scopes; the spec's catalog has nine. */
const scopes = z
  .array(z.unknown())
  .transform((all) => all.flatMap((one) => scope.safeParse(one).data ?? []).slice(0, 10));

/** Spec, "403 for a missing scope". */
const missingScopeSchema = z.object({
  required_scope: scope.optional().catch(undefined),
  required_scopes_any_of: scopes.catch([]),
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
  const body = missingScopeSchema.safeParse(json).data;
  if (!body) return { code: 'access_denied' };
  const { required_scope: single, required_scopes_any_of: anyOf, granted_scopes: granted } = body;
  const required = single === undefined ? anyOf : [single, ...anyOf];
  if (required.length === 0 || [...required, ...granted].some((text) => text.includes(secret))) {
    return { code: 'access_denied' };
  }
  return {
    code: 'missing_scope',
    ...(single === undefined ? {} : { requiredScope: single }),
    ...(anyOf.length === 0 ? {} : { requiredScopesAnyOf: anyOf }),
    grantedScopes: granted,
  };
}

const timeoutCodes = ['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT'];
/** The connection was closed before the end of the response. */
const closedEarlyCodes = [
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'UND_ERR_SOCKET',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
];

/**
 * Maps an error of the connection to a failure, by its code or name. The error itself is dropped, because its
 * message and properties can contain bytes that upstream sent.
 *
 * @param viaProxy whether requests go through a forward proxy. Then we connect to the address of the proxy only
 */
export function transportFailure(error: unknown, viaProxy = false): UpstreamFailure {
  if (!(error instanceof Error)) return unreachable('other');
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (error.name === 'TimeoutError' || timeoutCodes.includes(code)) return { code: 'upstream_timeout' };
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return invalidResponse('is larger than 4 MiB');
  if (viaProxy && isOfProxy(error, code)) return unreachable('proxy');
  if (code === 'ECONNREFUSED') return unreachable('refused');
  if (code === 'ENOTFOUND' || code.startsWith('EAI_')) return unreachable('name');
  const isParserError = error.name === 'HTTPParserError';
  // A chunked body with "Connection: close" ended early. The parser's errors have no code.
  const isTruncated = isParserError && error.message.includes('Invalid EOF state');
  if (isTruncated || closedEarlyCodes.includes(code)) return unreachable('reset');
  if (isParserError || code === 'UND_ERR_HEADERS_OVERFLOW') return invalidResponse('is not HTTP');
  return unreachable(tlsCode.test(code) ? (tlsReasons.get(code) ?? 'tls') : 'other');
}

type UnreachableReason = Extract<UpstreamFailure, { code: 'upstream_unreachable' }>['reason'];

const unreachable = (reason: UnreachableReason): UpstreamFailure => ({
  code: 'upstream_unreachable',
  reason,
});

/** The check of the certificate that failed, by Node's code. */
const tlsReasons = new Map<string, UnreachableReason>([
  ['CERT_HAS_EXPIRED', 'tls_expired'],
  ['CERT_NOT_YET_VALID', 'tls_expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls_name'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls_untrusted'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'tls_untrusted'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'tls_untrusted'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'tls_untrusted'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls_untrusted'],
]);

/** Whether the proxy could not be reached or rejected the request: 407, a status other than 200 to CONNECT, or a closed connection. */
function isOfProxy(error: Error, code: string): boolean {
  return (
    ['ECONNREFUSED', 'ENOTFOUND', 'UND_ERR_PRX_CONN', 'UND_ERR_PRX_TLS'].includes(code) ||
    code.startsWith('EAI_') ||
    /^Proxy (response|Authentication)/.test(error.message)
  );
}

/** Completes "the answer ...". Only constants, because text from upstream could contain the key. */
export type InvalidReason =
  | 'is not HTTP'
  | 'is larger than 4 MiB'
  | 'has an unknown content encoding'
  | 'cannot be decompressed'
  | 'is not UTF-8 text'
  | 'is not JSON'
  | 'does not have the documented shape'
  | 'holds more malformed rows than good ones'
  | 'is about another monitor';

export type ReadResult<T> = { ok: true; value: T } | { ok: false; reason: InvalidReason };

/** Returns the failure for a response that was received but is invalid. */
export function invalidResponse(reason: InvalidReason): UpstreamFailure {
  return { code: 'upstream_invalid_response', reason };
}
