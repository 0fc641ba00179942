import 'server-only';
import type { Access, AccessTrouble } from '@/lib/contract/usage';
import type { ApiAccess } from '../api-access.ts';
import type { QuotaFailure, UpstreamFailure } from '../errors.ts';
import { failureSentence } from '../failure-sentence.ts';
import type { UsageReport } from '../quota/usage-report.ts';

/** The `access` part of GET /api/usage: never the key, and no text of upstream's but the scopes' names. */
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
    trouble: presentTrouble(access, usage),
  };
}

/**
 * A limit that is reached comes from the ledger: it tells the cause of a bare 429 from the counters, and knows that a
 * window is empty before anything is refused.
 */
function presentTrouble(access: ApiAccess, { state, observed_at }: UsageReport): AccessTrouble | null {
  const met = access.trouble();
  const presented = met && { ...told(met.failure), since: new Date(met.since).toISOString() };
  const reached = limitReached(state);
  if (!reached) return presented;
  // What was met last may be trouble of another kind: then the counters tell since when.
  const isRefused = met !== null && 'retryAt' in met.failure;
  const since = isRefused || observed_at === null ? presented?.since : observed_at;
  return since === undefined ? null : { ...told({ code: reached, retryAt: null }), since };
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

function told(failure: UpstreamFailure): Omit<AccessTrouble, 'since'> {
  const said = { code: failure.code, error: failureSentence(failure) };
  if (failure.code !== 'missing_scope') return said;
  const { requiredScope, requiredScopesAnyOf, grantedScopes } = failure;
  return {
    ...said,
    ...(requiredScope === undefined ? {} : { required_scope: requiredScope }),
    ...(requiredScopesAnyOf === undefined ? {} : { required_scopes_any_of: requiredScopesAnyOf }),
    granted_scopes: grantedScopes,
  };
}
