import 'server-only';
import type { Decision } from './admission.ts';
import type { Backoff } from './backoff-state.ts';
import type { Purpose } from './events.ts';
import type { QuotaLedger } from './quota-ledger.ts';
import type { Outcome } from './state.ts';

/** The result of asking for a request: `order` identifies an admitted one. */
export type Acquired = { kind: 'admit'; order: number } | Exclude<Decision, { kind: 'admit' }>;

/** The backoff before and after the result of a request, for events. */
export interface BackoffChange {
  before: Backoff | null;
  after: Backoff | null;
}

/**
 * Spends the requests that upstream allows. Deciding about a request and recording it as sent is one step, which no other
 * request, also of another replica, can come between.
 */
export interface Budget {
  /**
   * Decides about one more request and records it when it is admitted. Exactly one `settle` must follow an admission.
   *
   * @param charge the purpose under which it is counted
   */
  acquire(purpose: Purpose, charge: Purpose): Acquired | Promise<Acquired>;
  /** Records the result of an admitted request. */
  settle(outcome: Outcome): BackoffChange | Promise<BackoffChange>;
  /** Sets the function that is called when another replica may have made room for a waiting request. */
  onRoom(listener: () => void): void;
}

/** The budget of a process that shares it with no other. */
export function createLocalBudget(ledger: QuotaLedger): Budget {
  return {
    acquire(purpose, charge) {
      const decision = ledger.decide(purpose);
      return decision.kind === 'admit' ? { kind: 'admit', order: ledger.sent(charge) } : decision;
    },
    settle: ledger.answered,
    onRoom: () => {},
  };
}

/** The same budget, which reports how long each decision takes, milliseconds. */
export function timedBudget(budget: Budget, record: (tookMs: number) => void): Budget {
  return {
    ...budget,
    async acquire(purpose, charge) {
      // Not the clock of the replicas, which may jump.
      const startedAt = performance.now();
      const acquired = await budget.acquire(purpose, charge);
      record(performance.now() - startedAt);
      return acquired;
    },
  };
}
