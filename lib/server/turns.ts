import 'server-only';
import type { Clock } from './clock.ts';
import { FailureError, type UpstreamFailure } from './errors.ts';
import type { Purpose, RequestEvent } from './quota/events.ts';
import { ATTEMPT_MS } from './quota/flights.ts';
import { holdEvents } from './quota/hold-events.ts';
import type { QuotaLedger } from './quota/quota-ledger.ts';
import { refusalFor } from './quota/refusal-for.ts';
import type { UsageHeaders } from './upstream/usage-headers.ts';

/** What one attempt came to, as far as the queue and the ledger care. */
interface AttemptEnd {
  usage: UsageHeaders;
  failure: UpstreamFailure | null;
}

/** The queue before upstream: who goes now, who waits, who is sent away. The ledger decides; this only keeps order. */
export interface Turns {
  /**
   * Makes one attempt when its turn has come, charged to the ledger as `charge`.
   * @throws FailureError when it may not go, or when a person would have to wait longer than people do
   */
  attempt<T extends AttemptEnd>(purpose: Purpose, charge: Purpose, ask: () => Promise<T>): Promise<T>;
}

interface Waiter {
  purpose: Purpose;
  /** Monotonic moment after which waiting makes no sense any more. */
  patience: number;
  go: () => void;
  refuse: (failure: UpstreamFailure) => void;
}

/** How long a person's request waits for its turn; the answer itself may take 5 s more. */
const PATIENCE_MS = 4000;

export function createTurns(parts: {
  ledger: QuotaLedger;
  clock: Clock;
  report: (event: RequestEvent) => void;
}): Turns {
  const { ledger, clock, report } = parts;
  let waiting: Waiter[] = [];
  let cancelTimer: (() => void) | null = null;

  /** Lets go whoever may, people first, each in the order of coming. */
  function serve(): void {
    cancelTimer?.();
    cancelTimer = null;
    let wake = Number.POSITIVE_INFINITY;
    for (const waiter of [...waiting].sort((a, b) => rank(a.purpose) - rank(b.purpose))) {
      const until = serveOne(waiter);
      if (until !== null) wake = Math.min(wake, until);
    }
    if (Number.isFinite(wake)) cancelTimer = clock.after(wake - clock.monotonic(), serve);
  }

  /** @returns when to look again, or null when this one has left the queue */
  function serveOne(waiter: Waiter): number | null {
    const { purpose } = waiter;
    const decision = ledger.decide(purpose);
    if (decision.kind === 'admit') {
      leave(waiter);
      report({ kind: 'admitted', purpose });
      waiter.go();
      return null;
    }
    if (decision.kind === 'wait' && isWorthWaiting(waiter, decision.until)) {
      return Math.min(decision.until, waiter.patience);
    }
    const failure = decision.kind === 'refuse' ? decision.failure : refusalFor(ledger, decision.until, clock);
    leave(waiter);
    report({ kind: 'refused', purpose, code: failure.code });
    waiter.refuse(failure);
    return null;
  }

  /** An attempt under way ends within its deadline, and may make room; what lasts longer is a window that is used up. */
  function isWorthWaiting({ patience }: Waiter, until: number): boolean {
    return clock.monotonic() < patience && until <= patience + ATTEMPT_MS;
  }

  function leave(waiter: Waiter): void {
    waiting = waiting.filter((one) => one !== waiter);
  }

  /** @returns the number under which the ledger knows the request */
  function turn(purpose: Purpose, charge: Purpose): Promise<number> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        purpose,
        patience: isPerson(purpose) ? clock.monotonic() + PATIENCE_MS : Number.POSITIVE_INFINITY,
        go: () => {
          // Charged in the same breath in which it was admitted: the next decision must know of it.
          const order = ledger.sent(charge);
          report({ kind: 'sent', purpose: charge });
          resolve(order);
        },
        refuse: (failure) => reject(new FailureError(failure)),
      };
      waiting.push(waiter);
      serve();
      if (waiting.includes(waiter)) report({ kind: 'deferred', purpose, until: waitsUntil(purpose) });
    });
  }

  function waitsUntil(purpose: Purpose): number {
    const decision = ledger.decide(purpose);
    return decision.kind === 'wait' ? decision.until : clock.monotonic();
  }

  return {
    async attempt(purpose, charge, ask) {
      const order = await turn(purpose, charge);
      const sentAt = clock.monotonic();
      const end = await ask();
      const hold = ledger.answered({ order, usage: end.usage, failure: end.failure });
      const tookMs = clock.monotonic() - sentAt;
      const { failure } = end;
      report(
        failure === null
          ? { kind: 'answered', purpose, tookMs }
          : { kind: 'failed', purpose, code: failure.code, tookMs },
      );
      for (const event of holdEvents(purpose, hold)) report(event);
      serve();
      return end;
    },
  };
}

function isPerson(purpose: Purpose): boolean {
  return purpose === 'detail' || purpose === 'list';
}

function rank(purpose: Purpose): number {
  return isPerson(purpose) ? 0 : 1;
}
