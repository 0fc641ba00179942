import 'server-only';
import { z } from 'zod';
import type { CoverageFormat, Skipped } from '../contract/coverage.ts';
import type { SearchProblem } from '../contract/search/parse-search.ts';
import { storageEngines, storageProblems } from '../contract/storage-problems.ts';

/** Why a request to Sightline failed, for reasons other than upstream. Times are epoch ms. */
type RequestFailure =
  | { code: 'invalid_parameter'; parameter: string; detail: string; place?: SearchProblem }
  | { code: 'signed_out' }
  | { code: 'invalid_token' }
  /** A token where only users may act. */
  | { code: 'token_read_only' }
  | { code: 'token_limited'; why: TokenLimit; retryAt: number }
  /** Possible cross-site request. `missingHeader`: the header that would prove the opposite; null: no header would. */
  | { code: 'cross_site'; missingHeader: string | null }
  | { code: 'not_found' }
  | { code: 'method_not_allowed'; allowed: readonly string[] }
  | { code: 'inventory_incomplete' }
  /** A list of addresses: its bytes, or its addresses. */
  | { code: 'too_large'; what: 'body' | 'addresses' }
  /** A list without any address, so that nothing was compared. */
  | { code: 'no_addresses'; format: CoverageFormat; skipped: Skipped }
  /** The maximum number of lists is being compared, or of reports being made. `retryAt`: when a retry may succeed. */
  | { code: 'busy'; retryAt: number }
  /** The list does not contain it. It was read at `asOf` and is read next at `refreshAt`. No request was sent to upstream. */
  | { code: 'monitor_not_found'; list: { asOf: number; refreshAt: number; now: number } }
  /** The list, or a monitor missing from the list, has not been read yet. `retryAt`: when a retry may succeed. */
  | { code: 'not_ready'; what: 'list' | 'missing_monitor'; retryAt: number };

/** The limits of scripts: requests with one token, and single monitors read. */
export type TokenLimit = 'requests' | 'reads';

const quotaFailureSchema = z.object({
  code: z.enum(['rate_limited', 'daily_quota_exhausted', 'monthly_quota_exhausted', 'quota_unknown']),
  retryAt: z.number().nullable(),
});
/** A 429 of upstream. `retryAt`: epoch ms, null when unknown. */
export type QuotaFailure = z.infer<typeof quotaFailureSchema>;

const missingScopeFailureSchema = z.object({
  code: z.literal('missing_scope'),
  requiredScope: z.string().exactOptional(),
  requiredScopesAnyOf: z.array(z.string()).exactOptional(),
  grantedScopes: z.array(z.string()),
});
/** Upstream's 403 that names scopes (spec: "403 for a missing scope"). */
export type MissingScopeFailure = z.infer<typeof missingScopeFailureSchema>;

/** All failures of one request to upstream. They are stored, and sent between replicas. */
export const upstreamFailureSchema = z.union([
  quotaFailureSchema,
  missingScopeFailureSchema,
  z.object({ code: z.enum(['monitor_not_found', 'api_key_rejected', 'access_denied', 'upstream_timeout']) }),
  z.object({
    code: z.literal('upstream_unreachable'),
    reason: z.enum([
      'refused',
      'name',
      'reset',
      'proxy',
      'tls',
      'tls_expired',
      'tls_name',
      'tls_untrusted',
      'other',
    ]),
  }),
  z.object({ code: z.literal('upstream_invalid_response'), reason: z.string() }),
  z.object({ code: z.literal('upstream_error'), status: z.number() }),
  /**
   * The request was not sent. Either the database cannot be reached, so that nobody knows which replica may send, or no replica
   * leads, or the leader has not answered.
   */
  z.object({ code: z.enum(['storage_unreachable', 'no_leader']) }),
  /** Our database refuses writes. With PostgreSQL nothing is sent, because nothing could be counted; with SQLite the memory is used. */
  z.object({
    code: z.literal('storage_unwritable'),
    engine: z.enum(storageEngines),
    problem: z.enum(storageProblems),
  }),
]);
export type UpstreamFailure = z.infer<typeof upstreamFailureSchema>;

/** All failures that callers of the API can receive; `lib/server/api/failures.ts` maps them to responses. */
export type Failure = RequestFailure | UpstreamFailure | { code: 'internal' };

/** Whether a failure is one of our storage or of the leadership. It says nothing about the API, and no request was sent. */
export function isOwnFailure({ code }: Failure): boolean {
  return code === 'storage_unreachable' || code === 'storage_unwritable' || code === 'no_leader';
}

/** The same symbol in all copies of this module: Next bundles instrumentation, routes and pages separately. */
const brand: unique symbol = Symbol.for('sightline.failure');

/** Carries a failure to the route wrapper or the page. Bugs stay plain errors, and are reported as `internal`. */
export class FailureError extends Error {
  override readonly name = 'FailureError';
  readonly [brand] = true;
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.code);
    this.failure = failure;
  }
}

/** Whether `error` is a `FailureError`, also of another copy of this module, for which `instanceof` would fail. */
export function isFailure(error: unknown): error is FailureError {
  return typeof error === 'object' && error !== null && brand in error;
}

/** An ongoing failure. */
export interface Problem<F extends Failure = Failure> {
  /** The failure of the last attempt. */
  failure: F;
  /** Time of the first of the consecutive failures with this code, epoch ms. */
  since: number;
}

/** Returns the problem after one more failure at `now`, epoch ms. A failure with another code starts a new problem. */
export function problemAfter<F extends Failure>(before: Problem | null, failure: F, now: number): Problem<F> {
  return { failure, since: before?.failure.code === failure.code ? before.since : now };
}

/** Codes of TLS errors of Node and OpenSSL, and of certificate verification (Node's `tls` documentation). */
export const tlsCode =
  /^(ERR_TLS_|ERR_SSL_|EPROTO$|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERROR_IN_C|HOSTNAME_MISMATCH$|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_EXCEEDED$)/;

/** Invalid configuration. The message is one sentence that names the variable and the fix. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** @throws ConfigError */
export function refuseConfig(message: string): never {
  throw new ConfigError(message);
}
