import 'server-only';
import type { Access, AccessTrouble } from '@/lib/contract/usage';
import type { QuotaFailure, UpstreamFailure } from '../errors.ts';
import type { UsageReport } from '../quota/usage-report.ts';
import type { ApiAccess } from '../upstream/api-access.ts';
import { errorMessage } from './error-message.ts';

/**
 * Returns the `access` part of GET /api/usage. It never contains the key, and no text from upstream except the names of
 * scopes.
 */
export function describeAccess(access: ApiAccess, usage: UsageReport): Access {
  const scopes = access.scopes();
  return {
    base_url: access.baseUrl,
    key_fingerprint: access.keyFingerprint,
    scopes: scopes && {
      held: [...scopes.held],
      complete: scopes.complete,
      learned_at: new Date(scopes.learnedAt).toISOString(),
    },
    trouble: describeProblem(access, usage),
  };
}

/**
 * A reached limit is reported from the ledger, which derives the cause of a 429 without a code from the counters, and
 * knows that a window is used up before a request is refused.
 */
function describeProblem(access: ApiAccess, { state, observed_at }: UsageReport): AccessTrouble | null {
  const current = access.problem();
  const latest = current && {
    ...describeFailure(current.failure),
    since: new Date(current.since).toISOString(),
  };
  const reached = limitReached(state);
  const isRefused = current !== null && 'retryAt' in current.failure;
  // Failures of another kind may also be why it is unknown how many requests are left.
  if (!reached || (reached === 'quota_unknown' && latest && !isRefused)) return latest;
  // When the last failure has another cause, the limit dates from the last observed counters.
  const since = isRefused || observed_at === null ? latest?.since : observed_at;
  return since === undefined ? null : { ...describeFailure({ code: reached, retryAt: null }), since };
}

function limitReached(state: UsageReport['state']): QuotaFailure['code'] | null {
  switch (state) {
    case 'rate_limited':
    case 'daily_quota_exhausted':
    case 'monthly_quota_exhausted':
    case 'quota_unknown':
      return state;
    case 'ok':
    case 'near_limit':
    case 'unknown':
      return null;
  }
}

function describeFailure(failure: UpstreamFailure): Omit<AccessTrouble, 'since'> {
  const described = { code: failure.code, error: errorMessage(failure) };
  if (failure.code !== 'missing_scope') return described;
  const { requiredScope, requiredScopesAnyOf, grantedScopes } = failure;
  return {
    ...described,
    ...(requiredScope === undefined ? {} : { required_scope: requiredScope }),
    ...(requiredScopesAnyOf === undefined ? {} : { required_scopes_any_of: requiredScopesAnyOf }),
    granted_scopes: grantedScopes,
  };
}
