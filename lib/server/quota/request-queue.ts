import 'server-only';
import { UPSTREAM_DEADLINE_MS } from '../../contract/upstream-deadline.ts';
import type { Clock } from '../clock.ts';
import { FailureError, type UpstreamFailure } from '../errors.ts';
import type { UsageHeaders } from '../upstream/usage-headers.ts';
import { backoffEvents } from './backoff-events.ts';
import type { Purpose, RequestEvent } from './events.ts';
import type { QuotaLedger } from './quota-ledger.ts';
import { refusalFor } from './refusal-for.ts';
import { BACKGROUND_MAX_WAIT_MS, INTERACTIVE_MAX_WAIT_MS } from './wait-limits.ts';

/** The part of the result of an attempt that the queue and the ledger need. */
interface AttemptResult {
  usage: UsageHeaders;
  failure: UpstreamFailure | null;
  /** Whether another page of the same list was read (backoff-state.ts); default false. */
  isKeyProven?: boolean;
  /** Whether it was for one monitor; default false. */
  isDetail?: boolean;
}

/** The admission queue of upstream requests. The ledger decides about admission; the queue keeps the order. */
export interface RequestQueue {
  /**
   * Sends one attempt as soon as it is admitted.
   *
   * @param charge the purpose under which the ledger counts the attempt
   * @throws FailureError when it is refused, or would have to wait longer than requests for this purpose may
   */
  attempt<T extends AttemptResult>(purpose: Purpose, charge: Purpose, send: () => Promise<T>): Promise<T>;
}

interface WaitingRequest {
  purpose: Purpose;
  /** The end of the maximum wait of an interactive request, monotonic ms; null for the background. */
  deadline: number | null;
  charge: Purpose;
  /** Whether `deferred` has been reported. */
  isDeferred: boolean;
  admit: (order: number) => void;
  refuse: (failure: UpstreamFailure) => void;
}

/** An admitted request: its order in the ledger, and when it was sent, monotonic ms. */
interface SentRequest {
  order: number;
  sentAt: number;
}

interface Lane {
  purposes: readonly Purpose[];
  /** In order of arrival, so that deadlines ascend. */
  waiting: WaitingRequest[];
}

/** Maximum number of requests refused per turn of the event loop, which takes a few milliseconds. */
const REFUSALS_PER_TURN = 500;

/**
 * The lanes of the queue, in order of priority. All purposes of a lane get the same decision from the ledger
 * (admission.ts), so that one decision is valid for the whole lane.
 */
const LANES: readonly (readonly Purpose[])[] = [['detail', 'list'], ['inventory', 'retry'], ['probe']];

/** The result of an attempt that throws, which is a bug. Upstream may have counted its request. */
const THROWN_RESULT: AttemptResult = {
  usage: {},
  failure: { code: 'upstream_unreachable', reason: 'other' },
};

export function createRequestQueue(parts: {
  ledger: QuotaLedger;
  clock: Clock;
  report: (event: RequestEvent) => void;
}): RequestQueue {
  const { ledger, clock, report } = parts;
  const lanes: Lane[] = LANES.map((purposes) => ({ purposes, waiting: [] }));
  let cancelTimer: (() => void) | null = null;
  /** Admits and refuses requests as far as possible now, and sets a timer for the next possible change. */
  function dispatch(): void {
    cancelTimer?.();
    cancelTimer = null;
    const wakeAt = dispatchLanes();
    if (Number.isFinite(wakeAt)) cancelTimer = clock.after(wakeAt - clock.monotonic(), dispatch);
  }

  /** After each admission the lanes are considered in their order again. @returns when to dispatch again, monotonic ms */
  function dispatchLanes(): number {
    let wakeAt = Number.POSITIVE_INFINITY;
    for (let place = 0; place < LANES.length; ) {
      const laneWakesAt = dispatchLane(lanes[place]?.waiting ?? []);
      wakeAt = laneWakesAt === 'admitted' ? Number.POSITIVE_INFINITY : Math.min(wakeAt, laneWakesAt);
      place = laneWakesAt === 'admitted' ? 0 : place + 1;
    }
    return wakeAt;
  }

  /** Admits the first request of a lane, or refuses those that cannot wait. @returns when to dispatch again, monotonic ms */
  function dispatchLane(waiting: WaitingRequest[]): number | 'admitted' {
    const [first] = waiting;
    if (first === undefined) return Number.POSITIVE_INFINITY;
    const decision = ledger.decide(first.purpose);
    if (decision.kind === 'admit') {
      waiting.shift();
      first.admit(ledger.sent(first.charge));
      return 'admitted';
    }
    if (decision.kind === 'refuse') return refuseFirst(waiting, waiting.length, decision.failure);
    const { until } = decision;
    // The requests at the front have the earliest deadlines: those that cannot wait as long are refused.
    const firstInTime = waiting.findIndex(({ deadline }) => canWait(deadline, until));
    if (firstInTime === 0) {
      reportDeferred(waiting, until);
      return Math.min(until, first.deadline ?? until);
    }
    const count = firstInTime === -1 ? waiting.length : firstInTime;
    return refuseFirst(waiting, count, refusalFor(ledger, decision, clock));
  }

  /** Reports the requests that have arrived since the last report, which are at the end of the lane. */
  function reportDeferred(waiting: WaitingRequest[], until: number): void {
    const isKnown = waiting.findLastIndex(({ isDeferred }) => isDeferred);
    for (const request of waiting.slice(isKnown + 1)) {
      request.isDeferred = true;
      report({ kind: 'deferred', purpose: request.purpose, until });
    }
  }

  /** Refuses the first `count` requests of a lane, at most `REFUSALS_PER_TURN`. @returns when to dispatch again */
  function refuseFirst(waiting: WaitingRequest[], count: number, failure: UpstreamFailure): number {
    for (const request of waiting.splice(0, Math.min(count, REFUSALS_PER_TURN))) request.refuse(failure);
    return waiting.length === 0 ? Number.POSITIVE_INFINITY : clock.monotonic();
  }

  /**
   * Whether a request can wait. An interactive one may wait beyond its deadline by one attempt, because attempts in
   * flight may end earlier; a longer wait means that a window is used up.
   */
  function canWait(deadline: number | null, until: number): boolean {
    const now = clock.monotonic();
    if (deadline === null) return until <= now + BACKGROUND_MAX_WAIT_MS;
    return now < deadline && until <= deadline + UPSTREAM_DEADLINE_MS;
  }

  /** Enqueues a request. @throws FailureError on refusal */
  function waitForAdmission(purpose: Purpose, charge: Purpose): Promise<SentRequest> {
    return new Promise((resolve, reject) => {
      lanes
        .find(({ purposes }) => purposes.includes(purpose))
        ?.waiting.push({
          purpose,
          charge,
          deadline: isInteractive(purpose) ? clock.monotonic() + INTERACTIVE_MAX_WAIT_MS : null,
          isDeferred: false,
          admit(order) {
            report({ kind: 'admitted', purpose });
            report({ kind: 'sent', purpose: charge });
            resolve({ order, sentAt: clock.monotonic() });
          },
          refuse(failure) {
            report({ kind: 'refused', purpose, code: failure.code });
            reject(new FailureError(failure));
          },
        });
      dispatch();
    });
  }

  /** Records the result of a request and dispatches the next ones. */
  function settle(
    purpose: Purpose,
    sent: SentRequest,
    { usage, failure, isKeyProven = false, isDetail = false }: AttemptResult,
  ): void {
    try {
      // The ledger was replaced by that of another leader, for which the request counts as possibly counted.
      if (!ledger.current().inFlight.requests.some(({ order }) => order === sent.order)) return;
      const change = ledger.answered({ order: sent.order, usage, failure, isKeyProven, isDetail });
      const tookMs = clock.monotonic() - sent.sentAt;
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
    async attempt(purpose, charge, send) {
      const sent = await waitForAdmission(purpose, charge);
      let end = THROWN_RESULT;
      try {
        const answer = await send();
        end = answer;
        return answer;
      } finally {
        settle(purpose, sent, end);
      }
    },
  };
}

function isInteractive(purpose: Purpose): boolean {
  return purpose === 'detail' || purpose === 'list';
}
