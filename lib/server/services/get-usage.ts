import 'server-only';
import type { Usage } from '@/lib/contract/usage';
import type { ApiAccess } from '../api-access.ts';
import type { Refresher } from '../inventory/refresher.ts';
import type { QuotaLedger } from '../quota/quota-ledger.ts';
import { describeAccess } from './describe-access.ts';

/** What the counters say, who spent what, how often the inventory is read, and how upstream lets us in. Costs no upstream request. */
export type GetUsage = () => Usage;

export function createGetUsage(parts: {
  ledger: QuotaLedger;
  refresher: Refresher;
  apiAccess: ApiAccess;
}): GetUsage {
  const { ledger, refresher, apiAccess } = parts;
  return () => {
    const { wantedS, actualS, cost, limitedBy, paused, viewers } = refresher.state();
    const usage = ledger.usage();
    return {
      data: {
        ...usage,
        refresh: { wanted_s: wantedS, actual_s: actualS, cost, limited_by: limitedBy, paused, viewers },
        access: describeAccess(apiAccess, usage),
      },
    };
  };
}
