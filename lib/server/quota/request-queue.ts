import 'server-only';
import type { Clock } from '../clock.ts';
import { FailureError, type UpstreamFailure } from '../errors.ts';
import type { UsageHeaders } from '../upstream/usage-headers.ts';
import { backoffEvents } from './backoff-events.ts';
import type { Purpose, RequestEvent } from './events.ts';
import { ATTEMPT_MS } from './in-flight-requests.ts';
import type { QuotaLedger } from './quota-ledger.ts';
import { refusalFor } from './refusal-for.ts';

/** What one attempt came to, as far as the queue and the ledger care. */
interface AttemptEnd {
  usage: UsageHeaders;
  failure: UpstreamFailure | null;
  /** The reading that the attempt belongs to has had a good answer already (backoff.ts); absent means false. */
  isKeyProven?: boolean;
}

/** The admission queue before upstream. The ledger decides which request may go; the queue keeps their order. */
export interface RequestQueue {
  /**
   * Makes one attempt when it is admitted, charged to the ledger as `charge`.
   * @throws FailureError when it may not go, or would have to wait longer than requests for this purpose do
   */
  attempt<T extends AttemptEnd>(purpose: Purpose, charge: Purpose, ask: () => Promise<T>): Promise<T>;
}

interface WaitingRequest {
  purpose: Purpose;
  /** Monotonic moment after which an interactive request is not worth answering any more; null for the background. */
  deadline: number | null;
  isSettled: boolean;
  admit: () => void;
  refuse: (failure: UpstreamFailure) => void;
}

interface Lane {
  purposes: readonly Purpose[];
  /** In the order of coming, so that deadlines ascend. */
  waiting: WaitingRequest[];
}

/** Maximum queueing time of an interactive request; the answer itself may take 5 s more. */
const INTERACTIVE_PATIENCE_MS = 4000;
/**
 * A background request that cannot be admitted within this time is refused, so that what it belongs to ends and says
 * why. It is the rest of a minute's window, and a little more.
 */
export const BACKGROUND_PATIENCE_MS = 65_000;

/** Refusing this many takes a few milliseconds; more of them wait for the next turn of the event loop. */
const REFUSED_A_TURN = 500;

/**
 * The lanes of the queue, those who go first first. All purposes of a lane get the same decision from the ledger
 * (admission.ts), so that one decision is enough for all that wait in it.
 */
const LANES: readonly (readonly Purpose[])[] = [['detail', 'list'], ['inventory', 'retry'], ['probe']];

/** When an attempt throws, which is a bug of ours, upstream may have counted its request. */
const THROWN: AttemptEnd = { usage: {}, failure: { code: 'upstream_unreachable', reason: 'other' } };

export function createRequestQueue(parts: {
  ledger: QuotaLedger;
  clock: Clock;
  report: (event: RequestEvent) => void;
}): RequestQueue {
  const { ledger, clock, report } = parts;
  const lanes: Lane[] = LANES.map((purposes) => ({ purposes, waiting: [] }));
  let cancelTimer: (() => void) | null = null;

  /** Admits and refuses all that can be decided now, and looks again when the first decision can change. */
  function dispatch(): void {
    cancelTimer?.();
    cancelTimer = null;
    const wakeAt = Math.min(...lanes.map(({ waiting }) => dispatchLane(waiting)));
    if (Number.isFinite(wakeAt)) cancelTimer = clock.after(wakeAt - clock.monotonic(), dispatch);
  }

  /** Asks for one decision, and for one more after each request that it admits. @returns when to look again */
  function dispatchLane(waiting: WaitingRequest[]): number {
    for (let first = waiting[0]; first !== undefined; first = waiting[0]) {
      const decision = ledger.decide(first.purpose);
      if (decision.kind === 'admit') {
        waiting.shift();
        first.admit();
      } else if (decision.kind === 'refuse') {
        return refuseFirst(waiting, waiting.length, decision.failure);
      } else {
        const { until } = decision;
        // Those for whom that is too late stand in front.
        const patient = waiting.findIndex(({ deadline }) => isWorthWaiting(deadline, until));
        if (patient === 0) return Math.min(until, first.deadline ?? until);
        return refuseFirst(
          waiting,
          patient === -1 ? waiting.length : patient,
          refusalFor(ledger, decision, clock),
        );
      }
    }
    return Number.POSITIVE_INFINITY;
  }

  /** Refuses the first of a lane, as many as one turn has time for. @returns when to look at the others */
  function refuseFirst(waiting: WaitingRequest[], count: number, failure: UpstreamFailure): number {
    for (const request of waiting.splice(0, Math.min(count, REFUSED_A_TURN))) request.refuse(failure);
    return waiting.length === 0 ? Number.POSITIVE_INFINITY : clock.monotonic();
  }

  /** An attempt under way ends within its time limit, and may make room; what lasts longer is a window that is used up. */
  function isWorthWaiting(deadline: number | null, until: number): boolean {
    const now = clock.monotonic();
    if (deadline === null) return until <= now + BACKGROUND_PATIENCE_MS;
    return now < deadline && until <= deadline + ATTEMPT_MS;
  }

  /** @returns the number under which the ledger knows the request */
  function admission(purpose: Purpose, charge: Purpose): Promise<number> {
    return new Promise((resolve, reject) => {
      const request: WaitingRequest = {
        purpose,
        deadline: isInteractive(purpose) ? clock.monotonic() + INTERACTIVE_PATIENCE_MS : null,
        isSettled: false,
        admit() {
          request.isSettled = true;
          report({ kind: 'admitted', purpose });
          // Recorded synchronously with the admission, so that the next decision sees it.
          const order = ledger.sent(charge);
          report({ kind: 'sent', purpose: charge });
          resolve(order);
        },
        refuse(failure) {
          request.isSettled = true;
          report({ kind: 'refused', purpose, code: failure.code });
          reject(new FailureError(failure));
        },
      };
      lanes.find(({ purposes }) => purposes.includes(purpose))?.waiting.push(request);
      dispatch();
      if (!request.isSettled) report({ kind: 'deferred', purpose, until: waitsUntil(purpose) });
    });
  }

  function waitsUntil(purpose: Purpose): number {
    const decision = ledger.decide(purpose);
    return decision.kind === 'wait' ? decision.until : clock.monotonic();
  }

  /** Tells the ledger how a request has ended, which makes room for the next. */
  function settle(
    purpose: Purpose,
    { order, sentAt }: { order: number; sentAt: number },
    end: AttemptEnd,
  ): void {
    const { usage, failure, isKeyProven = false } = end;
    try {
      const change = ledger.answered({ order, usage, failure, isKeyProven });
      const tookMs = clock.monotonic() - sentAt;
      report(
        failure === null
          ? { kind: 'answered', purpose, tookMs }
          : { kind: 'failed', purpose, code: failure.code, tookMs },
      );
      for (const event of backoffEvents(purpose, change)) report(event);
    } finally {
      dispatch();
    }
  }

  return {
    async attempt(purpose, charge, ask) {
      const order = await admission(purpose, charge);
      const sentAt = clock.monotonic();
      let end = THROWN;
      try {
        const answer = await ask();
        end = answer;
        return answer;
      } finally {
        settle(purpose, { order, sentAt }, end);
      }
    },
  };
}

function isInteractive(purpose: Purpose): boolean {
  return purpose === 'detail' || purpose === 'list';
}
