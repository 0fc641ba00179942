import 'server-only';
import type { Clock } from '../../clock.ts';
import { type Failure, isFailure, type UpstreamFailure } from '../../errors.ts';
import type { QuotaLedger } from '../../quota/quota-ledger.ts';
import { isSpent, spentOnCrawls } from '../../quota/spending.ts';
import { BACKGROUND_MAX_WAIT_MS, INTERACTIVE_MAX_WAIT_MS } from '../../quota/wait-limits.ts';
import type { Lease } from '../../replicas/lease.ts';
import type { CrawlRecord } from './crawl-record.ts';
import type { CrawlResult } from './crawler.ts';
import {
  addFailure,
  type FailedCrawls,
  planRefresh,
  type RefreshPlan,
  recordNextStart,
  retryMs,
} from './refresh-plan.ts';
import { isPaused, type RequestedInterval, type Viewers } from './viewers.ts';

/** The current state of the refresher, for GET /api/usage and metrics. */
interface RefreshState extends RefreshPlan {
  /** Number of requests of the last crawl, at least that of a crawl without failures; 1 before the first crawl. */
  cost: number;
  viewers: number;
}

/** The result of a user's request to read now. */
type ReadNow =
  /**
   * A crawl is running. `startedAt`: epoch ms; `cost`: its expected number of requests; `ended`: resolves with the actual
   * number.
   */
  | { kind: 'reading'; startedAt: number; cost: number; ended: Promise<number> }
  /** The last crawl started within the minimum interval. `retryAt`: epoch ms. */
  | { kind: 'just_read'; retryAt: number }
  /** The rest of the daily or monthly quota is smaller than the cost of a crawl. */
  | { kind: 'too_few_left'; cost: number; left: number }
  /** No request may be sent to upstream now. */
  | { kind: 'refused'; failure: UpstreamFailure };

/** The purpose of a crawl: a scheduled refresh, a probe during a backoff, or a user's request (`list`). */
export type CrawlPurpose = 'inventory' | 'probe' | 'list';

/** Schedules the crawls of the inventory. There is at most one crawl at a time, and only the replica that leads crawls. */
export interface Refresher {
  /** Records a viewer's request. Their interval applies from now on, and an older snapshot is refreshed. */
  seen(viewer: string, requestedInterval: RequestedInterval): void;
  /** Starts a crawl that a user requested, outside the schedule (docs/quota.md, "Admission"). */
  readNow(): ReadNow;
  state(): RefreshState;
  /** The last crawl; null before the first. */
  lastCrawl(): CrawlRecord | null;
  /** Applies the last crawl of the previous process, or of the replica that leads (row 34). */
  adopt(crawl: CrawlRecord): void;
  /** Starts the schedule. The first crawl starts when it is due, without a stored record at once. */
  start(): void;
  /** Stops the schedule permanently and aborts the current crawl before its next page. */
  stop(): void;
}

export interface RefresherParts {
  clock: Clock;
  lease: Lease;
  /** Resolves when this replica may begin to crawl: the last crawl of the previous leader was passed to `adopt`. */
  takeOver: () => Promise<void>;
  ledger: QuotaLedger;
  viewers: Viewers;
  /** The operator's minimum refresh interval, seconds. */
  minS: number;
  /** Whether nothing has been read yet. Then paused viewers do not prevent the crawl. */
  isFirst: () => boolean;
  /** Reads the complete list. After an abort it requests no further page and rejects. */
  crawl: (purpose: CrawlPurpose, signal: AbortSignal) => Promise<CrawlResult>;
  /** Receives the result of each crawl. */
  publish: (result: CrawlResult) => void;
  /** Receives the time until the next crawl may start, whenever it is computed; not while refreshing is paused. */
  scheduled: (inMs: number) => void;
  /** Receives the failure of a crawl that read nothing, or that was not allowed to start. */
  recordFailure: (failure: Failure) => void;
  started: () => void;
  /** Receives the crawl after `publish` or `recordFailure`; null: it was aborted. `startedAt`: epoch ms. */
  ended: (crawl: { startedAt: number; requests: number } | null) => void;
  /** Receives errors of a crawl that are not failures of upstream. */
  reportBug: (error: unknown) => void;
  /** Stores `lastCrawl`, at the start and end of each crawl. */
  save?: () => void;
}

/** How often a refused probe is tried again. */
const REFUSED_PROBE_MS = 1_000;

export function createRefresher(parts: RefresherParts): Refresher {
  const { clock, lease, ledger, viewers, minS } = parts;
  let cost = 1;
  let pages = 1;
  let startedAt: number | null = null;
  /** Consecutive crawls that read nothing, if the next one may start earlier because of them. */
  let failedCrawls: FailedCrawls | null = null;
  /** Until when the ledger refused the last due crawl, monotonic ms; null when it was not refused. */
  let blockedUntil: number | null = null;
  let currentCrawl: { startedAt: number; ended: Promise<number> } | null = null;
  /** The term in which this replica may crawl: it has learned the last crawl of the previous leader. */
  let readyTerm = lease.term();
  /** Whether this replica has led for less than a crawl. */
  let hasTakenOver = false;
  let running = false;
  let cancelTimer: (() => void) | null = null;
  let stopping = new AbortController();

  const plan = (audience = viewers.audience()) =>
    planRefresh({ audience, minS, cost, pages, gap: ledger.gap() });

  const leads = () => readyTerm !== null && readyTerm === lease.term();

  /** A new leader crawls as soon as the operator and the quota allow, because the last crawl may have been cut off. */
  function intervalMs(): number {
    const audience = viewers.audience();
    const isShorter = hasTakenOver && audience.wantedS !== null;
    return plan(isShorter ? { ...audience, wantedS: minS } : audience).checkS * 1000;
  }

  /** When the last crawl started, monotonic ms; at the latest now, also when the clock of the replicas was set back since. */
  function lastStart(): number | null {
    if (startedAt !== null) startedAt = Math.min(startedAt, clock.monotonic());
    return startedAt;
  }

  /**
   * When the next crawl is due, monotonic ms; infinite while all viewers have paused. The pace limits requests, not
   * successes: after a failure the next attempt is earlier only if the last one sent no request, or if no counters have
   * been reported yet from which the pace could be computed.
   */
  function dueAt(): number {
    if (isPaused(viewers.audience()) && !parts.isFirst()) return Number.POSITIVE_INFINITY;
    const last = lastStart();
    if (last === null) return clock.monotonic();
    const paceMs = intervalMs();
    return last + (failedCrawls === null ? paceMs : retryMs(failedCrawls, paceMs));
  }

  function schedule(): void {
    cancelTimer?.();
    cancelTimer = null;
    if (!running || currentCrawl !== null || !leads()) return;
    const wait = (blockedUntil ?? dueAt()) - clock.monotonic();
    if (Number.isFinite(wait)) parts.scheduled(Math.max(0, wait));
    // The cause of a long wait may disappear early: a quota reset, returning viewers, another request that succeeded.
    // So the wait is recomputed regularly, which costs no request.
    cancelTimer = clock.after(
      Math.min(wait, BACKGROUND_MAX_WAIT_MS),
      wait > BACKGROUND_MAX_WAIT_MS && blockedUntil === null ? schedule : run,
    );
  }

  function run(): void {
    // Viewers may have left or paused since the timer was set.
    const isDue = dueAt() <= clock.monotonic();
    if (!isDue) blockedUntil = null;
    const purpose = isDue ? allowedPurpose() : null;
    if (purpose === null) schedule();
    else start(purpose);
  }

  function start(purpose: CrawlPurpose): NonNullable<typeof currentCrawl> {
    cancelTimer?.();
    cancelTimer = null;
    blockedUntil = null;
    const now = clock.monotonic();
    const last = lastStart();
    if (failedCrawls !== null && last !== null) {
      failedCrawls = recordNextStart(failedCrawls, plan().checkS * 1000, now - last);
    }
    startedAt = now;
    hasTakenOver = false;
    stopping = new AbortController();
    parts.save?.();
    parts.started();
    const crawlStartedAt = clock.now();
    const crawl = {
      startedAt: crawlStartedAt,
      ended: read(purpose, stopping.signal, crawlStartedAt),
    };
    currentCrawl = crawl;
    void crawl.ended.then(() => {
      currentCrawl = null;
      schedule();
    });
    return crawl;
  }

  async function changeRole(): Promise<void> {
    stopping.abort();
    cancelTimer?.();
    cancelTimer = null;
    const term = lease.term();
    if (term === null) return;
    await parts.takeOver();
    readyTerm = term;
    hasTakenOver = true;
    schedule();
  }

  /** @returns the number of requests sent */
  async function read(purpose: CrawlPurpose, signal: AbortSignal, crawlStartedAt: number): Promise<number> {
    const before = spentOnCrawls(ledger.current().spentHere);
    const spent = () => spentOnCrawls(ledger.current().spentHere) - before;
    const recordCost = (requests: number) => {
      cost = Math.max(requests, pages, spent());
      parts.save?.();
    };
    try {
      const result = await parts.crawl(purpose, signal);
      failedCrawls = null;
      pages = result.pages;
      recordCost(result.requests);
      parts.publish(result);
    } catch (error) {
      if (signal.aborted) {
        parts.ended(null);
        return spent();
      }
      const failure = isFailure(error) ? error.failure : null;
      const isFree = failure !== null && !isSpent(failure);
      const mayRetryEarly = isFree || ledger.current().lastSeenWall === null;
      failedCrawls = mayRetryEarly ? addFailure(failedCrawls, isFree) : null;
      if (!isFree) recordCost(1);
      parts.recordFailure(failure ?? { code: 'internal' });
      if (failure === null) parts.reportBug(error);
    }
    parts.ended({ startedAt: crawlStartedAt, requests: spent() });
    return spent();
  }

  /** Returns the purpose of the due crawl, or null when it must wait until `blockedUntil`; then it reports why. */
  function allowedPurpose(): CrawlPurpose | null {
    const decision = ledger.decide('inventory');
    const now = clock.monotonic();
    blockedUntil = null;
    if (decision.kind === 'admit') return 'inventory';
    if (decision.kind === 'wait') {
      if (decision.until - now <= BACKGROUND_MAX_WAIT_MS) return 'inventory';
      parts.recordFailure(decision.failure);
      blockedUntil = decision.until;
      return null;
    }
    parts.recordFailure(decision.failure);
    const probe = ledger.decide('probe');
    if (probe.kind === 'admit') return 'probe';
    // Probes are refused, too, while the storage cannot be reached. To ask again costs no request.
    blockedUntil = probe.kind === 'wait' ? probe.until : now + REFUSED_PROBE_MS;
    return null;
  }

  function readNow(): ReadNow {
    if (currentCrawl !== null) return { kind: 'reading', cost, ...currentCrawl };
    if (!leads()) return { kind: 'refused', failure: { code: 'no_leader' } };
    const decision = ledger.decide('list');
    if (decision.kind === 'deny') {
      if (ledger.requestProbe()) return { kind: 'reading', cost, ...start('probe') };
      return { kind: 'refused', failure: decision.failure };
    }
    const now = clock.monotonic();
    const last = lastStart();
    const allowedAt = last === null ? now : last + minS * 1000;
    if (allowedAt > now) return { kind: 'just_read', retryAt: clock.now() + (allowedAt - now) };
    if (decision.kind === 'wait' && decision.until - now > INTERACTIVE_MAX_WAIT_MS) {
      return { kind: 'refused', failure: decision.failure };
    }
    const left = ledger.left();
    if (left < cost) return { kind: 'too_few_left', cost, left };
    return { kind: 'reading', cost, ...start('list') };
  }

  lease.onChange(() => void changeRole());
  viewers.onOthersChanged(schedule);
  return {
    lastCrawl: () => (startedAt === null ? null : { startedAt, cost, pages }),
    adopt(crawl) {
      ({ startedAt, cost, pages } = crawl);
    },
    seen(viewer, requestedInterval) {
      // There may be hundreds of calls per second, which rarely change the schedule.
      if (viewers.seen(viewer, requestedInterval)) schedule();
    },
    readNow,
    state: () => ({ ...plan(), cost, viewers: viewers.audience().viewers }),
    start() {
      running = true;
      schedule();
    },
    stop() {
      running = false;
      stopping.abort();
      cancelTimer?.();
      cancelTimer = null;
    },
  };
}
