import 'server-only';
import type { Storage, Usage } from '@/lib/contract/usage';
import type { Refresher } from '../inventory/crawl/refresher.ts';
import type { QuotaLedger } from '../quota/quota-ledger.ts';
import type { Replicas as RunningReplicas } from '../replicas/replicas.ts';
import type { Storage as Database } from '../storage/storage.ts';
import type { ApiAccess } from '../upstream/api-access.ts';
import { describeAccess } from './describe-access.ts';

/**
 * Returns the body of GET /api/usage: quota counters, usage by source, refresh intervals, the access to upstream, and the
 * state of the storage. Sends no upstream request.
 */
type GetUsage = () => Usage;

export function createGetUsage(parts: {
  ledger: QuotaLedger;
  refresher: Refresher;
  apiAccess: ApiAccess;
  storage: Pick<Database, 'engine' | 'problem' | 'setAside'>;
  /** See storage/ownership.ts. */
  isProven: () => boolean;
  replicas: Pick<RunningReplicas, 'name' | 'count' | 'lease'>;
}): GetUsage {
  const { ledger, refresher, apiAccess, storage, isProven, replicas } = parts;
  return () => {
    const { wantedS, actualS, cost, limitedBy, paused, viewers } = refresher.state();
    const usage = ledger.usage();
    return {
      data: {
        ...usage,
        refresh: {
          wanted_s: wantedS,
          actual_s: actualS,
          cost,
          limited_by: limitedBy,
          paused,
          viewers,
          reserve: ledger.reserve(),
        },
        access: describeAccess(apiAccess, usage),
        storage: describeStorage(storage, isProven()),
        replicas: {
          count: replicas.count(),
          this: replicas.name,
          leads: replicas.lease.term() !== null,
          storage: storage.engine,
        },
      },
    };
  };
}

function describeStorage(
  { problem, setAside }: Pick<Database, 'problem' | 'setAside'>,
  isProven: boolean,
): Storage {
  const current = problem();
  return {
    problem: current?.problem ?? null,
    since: current && new Date(current.since).toISOString(),
    set_aside: isProven ? setAside() : { name: null, reason: 'unproven' },
  };
}
