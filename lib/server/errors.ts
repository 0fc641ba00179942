import 'server-only';

/** Why a person's request could not be read: parameters, path, method, session. */
type RequestFailure =
  | { code: 'invalid_parameter'; parameter: string; detail: string }
  | { code: 'signed_out' }
  /** It may come from another site. `lacks`: the header that would show that it does not. */
  | { code: 'cross_site'; lacks: string | null }
  | { code: 'not_found' }
  | { code: 'method_not_allowed'; allowed: readonly string[] }
  | { code: 'inventory_incomplete' }
  /**
   * It has not been read: the list, or a monitor that the list lacks. `retryAt`: when asking again may bring more, epoch
   * ms.
   */
  | { code: 'not_ready'; what: 'list' | 'missing_monitor'; retryAt: number };

/** Upstream said 429. `retryAt` is wall time in milliseconds, null when nobody knows. */
export interface QuotaFailure {
  code: 'rate_limited' | 'daily_quota_exhausted' | 'monthly_quota_exhausted' | 'quota_unknown';
  retryAt: number | null;
}

/** Upstream's 403 that names scopes (spec: "403 for a missing scope"). */
export interface MissingScopeFailure {
  code: 'missing_scope';
  requiredScope?: string;
  requiredScopesAnyOf?: string[];
  grantedScopes: string[];
}

/** Every way in which one attempt at upstream can fail. */
export type UpstreamFailure =
  | QuotaFailure
  | MissingScopeFailure
  | { code: 'monitor_not_found' }
  | { code: 'api_key_rejected' }
  | { code: 'access_denied' }
  | { code: 'upstream_unreachable'; reason: 'refused' | 'name' | 'reset' | 'tls' | 'other' }
  | { code: 'upstream_invalid_response'; reason: string }
  | { code: 'upstream_error'; status: number }
  | { code: 'upstream_timeout' };

/** The one closed union of what can go wrong; `lib/server/http/failure-response.ts` maps it to answers. */
export type Failure = RequestFailure | UpstreamFailure | { code: 'internal' };

/** Shared by all copies of this module: Next bundles instrumentation, routes and pages separately. */
const brand: unique symbol = Symbol.for('sightline.failure');

/** Carries a failure up to the route wrapper or the page. Not for bugs: those stay plain errors and become `internal`. */
export class FailureError<F extends Failure = Failure> extends Error {
  override readonly name = 'FailureError';
  readonly [brand] = true;
  readonly failure: F;

  constructor(failure: F) {
    super(failure.code);
    this.failure = failure;
  }
}

/** Whether it is a `FailureError` of any copy of this module, which `instanceof` would tell apart. */
export function isFailure(error: unknown): error is FailureError {
  return typeof error === 'object' && error !== null && brand in error;
}
