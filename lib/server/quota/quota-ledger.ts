import 'server-only';
import type { Clock } from '../clock.ts';
import type { UpstreamFailure } from '../errors.ts';
import { type Decision, decide } from './admission.ts';
import { type Backoff, currentBackoff, isQuotaFailure } from './backoff.ts';
import { outlook } from './forecast.ts';
import { minuteAllowance } from './minute-window.ts';
import { type BackgroundGap, backgroundGap, reserveOf, type SettingsPace, settingsPace } from './pacing.ts';
import {
  afterResponse,
  afterSending,
  emptyState,
  type Moment,
  type Outcome,
  type QuotaState,
} from './quota-state.ts';
import { isOver, reschedule } from './quota-window.ts';
import { type ResetTime, scheduleResets } from './reset-time.ts';
import { isRetryAllowed } from './spending.ts';
import {
  BACKGROUND_MAX_WAIT_MS,
  type CrawlPurpose,
  INTERACTIVE_MAX_WAIT_MS,
  type Purpose,
} from './upstream-request.ts';
import { addSample, lastCounters, reportUsage, type StoredSample, sampleOf } from './usage-report.ts';

/** Records quota counters and our own requests, and decides about the next request. */
export type QuotaLedger = ReturnType<typeof createQuotaLedger>;

/** Minimum time between two probes that users requested. */
const PROBE_REQUEST_MS = 10_000;
/** How often a denied probe is tried again. */
const DENIED_PROBE_MS = 1_000;
/** The delay of the first request after a configured reset: clocks differ, and others wait for the same moment. */
const RESET_DELAY_MS = { min: 5_000, jitter: 25_000 };

/** Whether a crawl may start, and the failure that prevents ordinary crawls. `until`: when to ask again, monotonic ms. */
type CrawlDecision =
  | { kind: 'start'; purpose: CrawlPurpose; failure: UpstreamFailure | null }
  | { kind: 'wait'; until: number; failure: UpstreamFailure };

/** Whether a crawl that a user requested may start. `left`: requests left of the day and the month. */
type RequestedCrawlDecision =
  | { kind: 'start'; purpose: CrawlPurpose }
  | { kind: 'refused'; failure: UpstreamFailure }
  | { kind: 'too_few_left'; left: number };

/**
 * @param parts.random 0 (inclusive) to 1 (exclusive)
 * @param parts.save stores each new state for the next process
 * @param parts.resetTime when the operator says that the quotas reset; null: unknown
 * @param parts.denial why this process may send no request at all; null: it may
 */
export function createQuotaLedger(parts: {
  clock: Clock;
  random: () => number;
  save?: (state: QuotaState) => void;
  resetTime?: ResetTime | null;
  denial?: () => UpstreamFailure | null;
}) {
  const { clock, random, save, resetTime = null, denial = () => null } = parts;
  const moment = (): Moment => ({ now: clock.monotonic(), wall: clock.now() });
  const resetDelayMs = resetTime === null ? 0 : RESET_DELAY_MS.min + random() * RESET_DELAY_MS.jitter;
  const schedules = () => resetTime && scheduleResets(resetTime, resetDelayMs, moment());
  let state = emptyState(clock.monotonic());
  let samples: readonly StoredSample[] = [];
  let probedAt = Number.NEGATIVE_INFINITY;

  function decideNow(purpose: Purpose): Decision {
    const failure = denial();
    if (failure !== null) return { kind: 'deny', failure };
    const { now, wall } = moment();
    const decision = decide(state, now, purpose);
    if (decision.kind === 'admit' || !isQuotaFailure(decision.failure)) return decision;
    // Converted when it is reported, so that a change of the wall clock does not falsify it.
    const { retryAt, code } = decision.failure;
    return { ...decision, failure: { code, retryAt: retryAt === null ? null : wall + (retryAt - now) } };
  }

  /** Allows an immediate probe of a rejected key: at most one in 10 s for all users together. */
  function requestProbe(): boolean {
    const now = clock.monotonic();
    const { current } = state.backoff;
    if (current?.cause !== 'rejected' || now - probedAt < PROBE_REQUEST_MS) return false;
    probedAt = now;
    const openAt = Math.min(current.openAt, now);
    state = { ...state, backoff: { ...state.backoff, current: { ...current, openAt } } };
    return decideNow('probe').kind === 'admit';
  }

  /** Number of requests left of both the day and the month, as last reported; infinite while both are unknown. */
  function requestsLeft(): number {
    const reported = [state.daily, state.monthly].filter((window) => !isOver(window, clock.monotonic()));
    const left = reported.flatMap(({ remaining }) => remaining ?? []);
    return Math.max(0, Math.min(...left) - state.inFlight.requests.length);
  }

  function gap(): BackgroundGap {
    const now = clock.monotonic();
    const minuteLimit = minuteAllowance(state.minute, state.inFlight, now).limit;
    const usesFallback = state.daily.reported !== true;
    return backgroundGap({ minuteLimit, ...outlooks(state, now), usesFallback }, now);
  }

  return {
    /** Decides whether one more request for this purpose may be sent now. Does not change the state. */
    decide: decideNow,
    /** Decides whether a scheduled crawl may start now: an ordinary one, or a probe during a backoff. */
    decideCrawl(): CrawlDecision {
      const decision = decideNow('inventory');
      const now = clock.monotonic();
      // A short wait does not prevent the crawl: its first request waits in the queue.
      const isShort = decision.kind === 'wait' && decision.until - now <= BACKGROUND_MAX_WAIT_MS;
      if (decision.kind === 'admit' || isShort) return { kind: 'start', purpose: 'inventory', failure: null };
      const { failure } = decision;
      if (decision.kind === 'wait') return { kind: 'wait', until: decision.until, failure };
      const probe = decideNow('probe');
      if (probe.kind === 'admit') return { kind: 'start', purpose: 'probe', failure };
      return { kind: 'wait', until: probe.kind === 'wait' ? probe.until : now + DENIED_PROBE_MS, failure };
    },
    /** Decides whether a crawl that a user requested may start now. @param cost its expected number of requests */
    decideRequestedCrawl(cost: number): RequestedCrawlDecision {
      const decision = decideNow('list');
      if (decision.kind === 'deny') {
        if (requestProbe()) return { kind: 'start', purpose: 'probe' };
        return { kind: 'refused', failure: decision.failure };
      }
      if (decision.kind === 'wait' && decision.until - clock.monotonic() > INTERACTIVE_MAX_WAIT_MS) {
        return { kind: 'refused', failure: decision.failure };
      }
      const left = requestsLeft();
      return left < cost ? { kind: 'too_few_left', left } : { kind: 'start', purpose: 'list' };
    },
    /** Whether no request may be sent for a monitor that a user opens. Probes of the list may still be sent. */
    deniesDetails: () => decideNow('detail').kind === 'deny',
    /** Records a request that is sent. Exactly one `answered` must follow. @returns its order, which identifies it */
    sent(purpose: Purpose): number {
      state = afterSending(state, purpose, clock.monotonic());
      save?.(state);
      return state.inFlight.order;
    },
    /** Records the result of a request. @returns the backoff before and after, for events */
    answered(outcome: Outcome): { before: Backoff | null; after: Backoff | null } {
      const { now, wall } = moment();
      const before = currentBackoff(state, now);
      const isFirst = state.lastSeenWall === null;
      state = afterResponse(state, outcome, { now, wall }, random(), schedules());
      if (Object.keys(outcome.usage).length > 0) {
        const at = Math.round(wall);
        // The chart begins before the request whose response had the first counters.
        if (isFirst) samples = addSample(samples, sampleOf(state, at - 1, 1));
        samples = addSample(samples, sampleOf(state, at));
      }
      save?.(state);
      return { before, after: currentBackoff(state, now) };
    },
    /** The current average gap between two background requests. */
    gap,
    /** How fast settings may be read. @param rest number of monitors whose settings were never read */
    settingsPace(rest: number): SettingsPace {
      const now = clock.monotonic();
      return settingsPace(state, outlooks(state, now), gap(), rest, now);
    },
    /** Requests of the day and of the month that are reserved for others; null while the quota is unknown. */
    reserve(): { daily: number | null; monthly: number | null } {
      const { daily, monthly } = outlooks(state, clock.monotonic());
      return { daily: reserveOf(daily), monthly: reserveOf(monthly) };
    },
    /** Whether one more retry keeps retries at or below a tenth of our requests. */
    retryAllowed: () => isRetryAllowed(state.spentHere),
    /** The report for GET /api/usage. */
    usage: () => reportUsage(state, samples, moment(), resetTime),
    /** The last counters, for the headers of our own responses. */
    responseCounters: () => lastCounters(state, clock.monotonic()),
    current: () => state,
    /** Replaces the state by that of the previous process or another replica. Its times are of this clock. */
    replace(next: QuotaState) {
      const reset = schedules();
      state = {
        ...next,
        daily: reschedule(next.daily, reset?.daily ?? null),
        monthly: reschedule(next.monthly, reset?.monthly ?? null),
      };
    },
    /** The quotas over time, oldest first. */
    samples: () => samples,
    replaceSamples(next: readonly StoredSample[]) {
      samples = next;
    },
  };
}

function outlooks({ daily, monthly, elsewhere }: QuotaState, now: number) {
  return {
    daily: outlook(daily, elsewhere.daily, now),
    monthly: outlook(monthly, elsewhere.monthly, now),
  };
}
