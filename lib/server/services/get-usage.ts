import 'server-only';
import type { Usage } from '@/lib/contract/usage';
import type { Refresher } from '../inventory/refresher.ts';
import type { QuotaLedger } from '../quota/quota-ledger.ts';

/** What the counters say, who spent what, and how often the inventory is read. Costs no upstream request. */
export type GetUsage = () => Usage;

export function createGetUsage(parts: { ledger: QuotaLedger; refresher: Refresher }): GetUsage {
  const { ledger, refresher } = parts;
  return () => {
    const { wantedS, actualS, cost, limitedBy, paused, viewers } = refresher.state();
    return {
      data: {
        ...ledger.usage(),
        refresh: { wanted_s: wantedS, actual_s: actualS, cost, limited_by: limitedBy, paused, viewers },
      },
    };
  };
}
