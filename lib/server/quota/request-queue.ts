import 'server-only';
import { UPSTREAM_DEADLINE_MS } from '../../contract/limits.ts';
import type { Clock } from '../clock.ts';
import { FailureError, type UpstreamFailure } from '../errors.ts';
import type { QuotaLedger } from './quota-ledger.ts';
import type { Outcome } from './quota-state.ts';
import {
  BACKGROUND_MAX_WAIT_MS,
  INTERACTIVE_MAX_WAIT_MS,
  isInteractive,
  type Purpose,
  type RequestEvent,
} from './upstream-request.ts';

/** The part of the result of an attempt that the queue and the ledger need. */
type AttemptResult = Omit<Outcome, 'order'>;

export type RequestQueue = ReturnType<typeof createRequestQueue>;

interface WaitingRequest {
  purpose: Purpose;
  charge: Purpose;
  /** The end of the maximum wait of an interactive request, monotonic ms; null for the background. */
  deadline: number | null;
  /** @param order of the request in the ledger */
  admit: (order: number) => void;
  deny: (failure: UpstreamFailure) => void;
}

/** Maximum number of requests denied per turn of the event loop, which takes a few milliseconds (docs/failure-matrix.md, row 83). */
const DENIALS_PER_TURN = 500;

/** The lanes of the queue, in order of priority. All purposes of a lane get the same decision from the ledger. */
const LANES: readonly (readonly Purpose[])[] = [
  ['detail', 'list'],
  ['inventory', 'retry'],
  ['probe'],
  ['settings'],
];

/** The result of an attempt that throws, which is a bug. Upstream may have counted its request. */
const THROWN_RESULT: AttemptResult = {
  usage: {},
  failure: { code: 'upstream_unreachable', reason: 'other' },
};

/** The admission queue of upstream requests. The ledger decides about admission; the queue keeps the order. */
export function createRequestQueue(parts: {
  ledger: QuotaLedger;
  clock: Clock;
  report: (event: RequestEvent) => void;
}) {
  const { ledger, clock, report } = parts;
  /** Each lane is in order of arrival, so that its deadlines ascend. */
  const lanes = LANES.map((purposes) => ({ purposes, waiting: [] as WaitingRequest[] }));
  let cancelTimer = () => {};

  /** Admits and denies requests as far as possible now, and sets a timer for the next possible change. */
  function dispatch(): void {
    cancelTimer();
    const wakeAt = Math.min(...lanes.map(({ waiting }) => dispatchLane(waiting)));
    cancelTimer = Number.isFinite(wakeAt) ? clock.after(wakeAt - clock.monotonic(), dispatch) : () => {};
  }

  /** Admits the requests of a lane, and denies those that cannot wait. @returns when to dispatch again, monotonic ms */
  function dispatchLane(waiting: WaitingRequest[]): number {
    for (let first = waiting[0]; first; first = waiting[0]) {
      const decision = ledger.decide(first.purpose);
      if (decision.kind === 'admit') {
        waiting.shift();
        first.admit(ledger.sent(first.charge));
        continue;
      }
      // The requests at the front have the earliest deadlines. Those that cannot wait until then are denied.
      const until = decision.kind === 'wait' ? decision.until : Number.POSITIVE_INFINITY;
      const canWait = waiting.findIndex(waitsUntil(until));
      if (canWait === 0) return Math.min(until, first.deadline ?? until);
      const count = canWait === -1 ? waiting.length : canWait;
      for (const { deny } of waiting.splice(0, Math.min(count, DENIALS_PER_TURN))) deny(decision.failure);
      return waiting.length === 0 ? Number.POSITIVE_INFINITY : clock.monotonic();
    }
    return Number.POSITIVE_INFINITY;
  }

  /** Returns whether a request can wait. An interactive one also waits while attempts in flight may end before its deadline. */
  function waitsUntil(until: number): (request: WaitingRequest) => boolean {
    const now = clock.monotonic();
    return ({ deadline }) =>
      deadline === null
        ? until <= now + BACKGROUND_MAX_WAIT_MS
        : now < deadline && until <= deadline + UPSTREAM_DEADLINE_MS;
  }

  /** Resolves with the order of the request in the ledger. @throws FailureError */
  function admission(purpose: Purpose, charge: Purpose): Promise<number> {
    return new Promise((admit, reject) => {
      const lane = lanes.find(({ purposes }) => purposes.includes(purpose));
      lane?.waiting.push({
        purpose,
        charge,
        deadline: isInteractive(purpose) ? clock.monotonic() + INTERACTIVE_MAX_WAIT_MS : null,
        admit,
        deny(failure) {
          report({ kind: 'denied', purpose, code: failure.code });
          reject(new FailureError(failure));
        },
      });
      dispatch();
    });
  }

  function settle(purpose: Purpose, outcome: Outcome, tookMs: number): void {
    // The ledger of another leader has replaced this one. It counts the request as unconfirmed.
    if (!ledger.current().inFlight.requests.some(({ order }) => order === outcome.order)) return;
    const { failure } = outcome;
    const { before, after } = ledger.answered(outcome);
    report(
      failure === null
        ? { kind: 'answered', purpose, tookMs }
        : { kind: 'failed', purpose, code: failure.code, tookMs },
    );
    if (before?.cause === after?.cause && before?.openAt === after?.openAt) return;
    report({ kind: 'backoff', purpose, backoff: after && { cause: after.cause, until: after.openAt } });
  }

  return {
    /**
     * Sends one attempt as soon as it is admitted.
     *
     * @param charge the purpose under which the ledger counts the attempt
     * @throws FailureError when the attempt is denied, or would wait longer than its purpose allows
     */
    async attempt<T extends AttemptResult>(
      purpose: Purpose,
      charge: Purpose,
      send: () => Promise<T>,
    ): Promise<T> {
      const order = await admission(purpose, charge);
      report({ kind: 'sent', purpose: charge });
      const sentAt = clock.monotonic();
      let result = THROWN_RESULT;
      try {
        const answer = await send();
        result = answer;
        return answer;
      } finally {
        settle(purpose, { ...result, order }, clock.monotonic() - sentAt);
        dispatch();
      }
    },
  };
}
