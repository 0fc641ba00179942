import 'server-only';
import type { QuotaLedger } from '../quota/quota-ledger.ts';

/** The ledger, which refuses every request while the shared state cannot be reached: nobody knows the budget then. */
export function whileReachable(ledger: QuotaLedger, state: { downSince: () => number | null }): QuotaLedger {
  return {
    ...ledger,
    decide: (purpose) =>
      state.downSince() === null
        ? ledger.decide(purpose)
        : { kind: 'refuse', failure: { code: 'shared_state_unreachable' } },
  };
}
