import 'server-only';
import type { QuotaLedger } from '../quota/quota-ledger.ts';
import type { Storage } from '../storage/storage.ts';
import type { Lease } from './lease.ts';

/** The ledger, which denies every request while it is not certain that this replica leads. */
export function whileLeading(
  ledger: QuotaLedger,
  lease: Pick<Lease, 'maySend'>,
  storage: Pick<Storage, 'unreachableSince'>,
): QuotaLedger {
  return {
    ...ledger,
    decide(purpose) {
      if (storage.unreachableSince() !== null) {
        return { kind: 'deny', failure: { code: 'storage_unreachable' } };
      }
      if (!lease.maySend()) return { kind: 'deny', failure: { code: 'no_leader' } };
      return ledger.decide(purpose);
    },
  };
}
