import 'server-only';
import type { AccessReport, AccessTrouble, Usage } from '@/lib/contract/usage';
import { iso } from '../../text/format.ts';
import type { UpstreamFailure } from '../errors.ts';
import type { Refresher } from '../inventory/crawl/refresher.ts';
import type { SettingsReader } from '../inventory/settings-reader.ts';
import type { QuotaLedger } from '../quota/quota-ledger.ts';
import type { UsageReport } from '../quota/usage-report.ts';
import type { Replicas } from '../replicas/replicas.ts';
import type { Storage } from '../storage/storage.ts';
import type { ApiAccess } from '../upstream/api-access.ts';
import { errorMessage, upstreamDetails } from './failures.ts';

/** Returns the body of GET /api/usage. Sends no upstream request. */
export function getUsage(parts: {
  ledger: QuotaLedger;
  refresher: Refresher;
  settingsReader: Pick<SettingsReader, 'state'>;
  apiAccess: ApiAccess;
  storage: Pick<Storage, 'engine' | 'problem' | 'setAside'>;
  replicas: Pick<Replicas, 'name' | 'count' | 'lease'>;
}): Usage {
  const { ledger, refresher, apiAccess, storage, replicas } = parts;
  const { wantedS, actualS, cost, limitedBy, paused, viewers } = refresher.state();
  const usage = ledger.usage();
  const current = storage.problem();
  const [count, leads] = [replicas.count(), replicas.lease.term() !== null];
  return {
    data: {
      ...usage,
      refresh: {
        wanted_s: wantedS,
        actual_s: actualS,
        limited_by: limitedBy,
        cost,
        paused,
        viewers,
        reserve: ledger.reserve(),
      },
      settings: parts.settingsReader.state(),
      access: describeAccess(apiAccess, usage),
      storage: {
        problem: current?.problem ?? null,
        since: current && iso(current.since),
        set_aside: storage.setAside(),
      },
      replicas: { count, this: replicas.name, leads, storage: storage.engine },
    },
  };
}

/** Returns the access to upstream. It never contains the key, and no text from upstream except the names of scopes. */
export function describeAccess(access: ApiAccess, usage: UsageReport): AccessReport {
  const scopes = access.scopes();
  return {
    base_url: access.baseUrl,
    key_fingerprint: access.keyFingerprint,
    scopes: scopes && {
      held: [...scopes.held],
      complete: scopes.complete,
      learned_at: iso(scopes.learnedAt),
    },
    trouble: describeProblem(access, usage),
  };
}

/** A reached limit is reported from the ledger, which knows the cause of a 429 without a code. */
function describeProblem(access: ApiAccess, { state, observed_at }: UsageReport): AccessTrouble | null {
  const current = access.problem();
  const latest = current && { ...describeFailure(current.failure), since: iso(current.since) };
  if (state === 'ok' || state === 'near_limit' || state === 'unknown') return latest;
  const isRefused = current !== null && 'retryAt' in current.failure;
  // Failures of another kind may also be why it is unknown how many requests are left.
  if (state === 'quota_unknown' && latest && !isRefused) return latest;
  // When the last failure has another cause, the limit dates from the last observed counters.
  const since = isRefused || observed_at === null ? latest?.since : observed_at;
  return since === undefined ? null : { ...describeFailure({ code: state, retryAt: null }), since };
}

function describeFailure(failure: UpstreamFailure): Omit<AccessTrouble, 'since'> {
  const { upstream_status: _, ...scopes } = upstreamDetails(failure);
  return { code: failure.code, error: errorMessage(failure), ...scopes };
}
