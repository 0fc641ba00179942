import 'server-only';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import { isFailure, type UpstreamFailure } from '../../errors.ts';
import type { QuotaLedger } from '../../quota/quota-ledger.ts';
import { spentOnCrawls } from '../../quota/spending.ts';
import { BACKGROUND_MAX_WAIT_MS, type CrawlPurpose, isSpent } from '../../quota/upstream-request.ts';
import type { Lease } from '../../replicas/lease.ts';
import { epochTime } from '../../storage/epoch-time.ts';
import type { Inventory } from '../inventory.ts';
import type { CrawlResult } from './crawler.ts';
import { type FailedCrawls, nextStart, planRefresh } from './refresh-plan.ts';
import { isPaused, type Viewers } from './viewers.ts';

/** A running crawl. `startedAt`: epoch ms. */
interface RunningCrawl {
  startedAt: number;
}

type ReadNow =
  /** A crawl is running. `cost`: its expected number of requests. */
  | ({ kind: 'reading'; cost: number } & RunningCrawl)
  /** The last crawl started within the minimum interval. `retryAt`: epoch ms. */
  | { kind: 'just_read'; retryAt: number }
  /** The rest of the daily or monthly quota is smaller than the cost of a crawl. */
  | { kind: 'too_few_left'; cost: number; left: number }
  /** No request may be sent to upstream now. */
  | { kind: 'refused'; failure: UpstreamFailure };

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
  /** Receives what happens. While refreshing is paused, the time of the next crawl is not reported. */
  inventory: Pick<Inventory, 'crawlStarted' | 'publish' | 'recordFailure' | 'crawlEnded' | 'schedule'>;
  /** Receives errors of a crawl that are not failures of upstream. */
  reportBug: (error: unknown) => void;
  /** Stores `lastCrawl`, at the start and end of each crawl. */
  save?: () => void;
}

const lastCrawlSchema = z.object({
  startedAt: epochTime,
  cost: z.int().positive(),
  pages: z.int().positive(),
});

export type Refresher = ReturnType<typeof createRefresher>;

/** Schedules the crawls of the inventory. There is at most one crawl at a time, and only the replica that leads crawls. */
export function createRefresher(parts: RefresherParts) {
  const { clock, lease, ledger, viewers, minS, inventory, save = () => {} } = parts;
  /** Number of requests of the last crawl, and of one without failures. */
  let [cost, pages] = [1, 1];
  /** When the last crawl started, monotonic ms; null before the first. */
  let startedAt: number | null = null;
  /** Consecutive crawls that read nothing, if the next one may start earlier because of them. */
  let failed: FailedCrawls | null = null;
  /** Until when the ledger refused the last due crawl, monotonic ms; null when it was not refused. */
  let blockedUntil: number | null = null;
  let running: RunningCrawl | null = null;
  /** The term in which this replica may crawl: it has learned the last crawl of the previous leader. */
  let readyTerm = lease.term();
  let isStarted = false;
  let cancelTimer = () => {};
  let stopping = new AbortController();

  const plan = (isWatched: boolean) => planRefresh({ isWatched, minS, cost, pages, gap: ledger.gap() });
  const leads = () => readyTerm !== null && readyTerm === lease.term();

  /** Returns the start of the last crawl. It is never in the future, also after the clock of the replicas was set back. */
  function lastStart(): number | null {
    if (startedAt !== null) startedAt = Math.min(startedAt, clock.monotonic());
    return startedAt;
  }

  /** When the next crawl is due, monotonic ms; infinite while all viewers have paused. */
  function dueAt(): number {
    const audience = viewers.audience();
    if (isPaused(audience) && !parts.isFirst()) return Number.POSITIVE_INFINITY;
    const last = lastStart();
    if (last === null) return clock.monotonic();
    return nextStart(last, plan(audience.isWatched).checkS * 1000, failed);
  }

  function schedule(): void {
    cancelTimer();
    if (!isStarted || running !== null || !leads()) return;
    const wait = (blockedUntil ?? dueAt()) - clock.monotonic();
    if (Number.isFinite(wait)) inventory.schedule(Math.max(0, wait));
    // The cause of a long wait may disappear early: a quota reset, returning viewers, another request that succeeded.
    // So the wait is recomputed regularly, which costs no request.
    const isLong = wait > BACKGROUND_MAX_WAIT_MS;
    cancelTimer = clock.after(
      Math.min(wait, BACKGROUND_MAX_WAIT_MS),
      isLong && blockedUntil === null ? schedule : startIfDue,
    );
  }

  function startIfDue(): void {
    // Viewers may have left or paused since the timer was set.
    const decision = dueAt() > clock.monotonic() ? null : ledger.decideCrawl();
    if (decision?.failure) inventory.recordFailure(decision.failure);
    if (decision?.kind === 'start') {
      start(decision.purpose);
      return;
    }
    blockedUntil = decision?.until ?? null;
    schedule();
  }

  function start(purpose: CrawlPurpose): RunningCrawl {
    cancelTimer();
    blockedUntil = null;
    startedAt = clock.monotonic();
    stopping = new AbortController();
    save();
    const crawl = { startedAt: clock.now() };
    running = crawl;
    inventory.crawlStarted(crawl.startedAt);
    void read(purpose, stopping.signal, crawl.startedAt).then(() => {
      running = null;
      schedule();
    });
    return crawl;
  }

  async function read(purpose: CrawlPurpose, signal: AbortSignal, startedAtWall: number): Promise<void> {
    const before = spentOnCrawls(ledger.current().spentHere);
    const spent = () => spentOnCrawls(ledger.current().spentHere) - before;
    const recordCost = (requests: number) => {
      cost = Math.max(requests, pages, spent());
      save();
    };
    try {
      const result = await parts.crawl(purpose, signal);
      failed = null;
      pages = result.pages;
      recordCost(result.requests);
      inventory.publish(result);
    } catch (error) {
      if (signal.aborted) {
        inventory.crawlEnded(null);
        return;
      }
      const failure = isFailure(error) ? error.failure : null;
      const isFree = failure !== null && !isSpent(failure);
      // Before the first counters the pace is not known.
      const mayRetryEarly = isFree || ledger.current().lastSeenWall === null;
      failed = mayRetryEarly ? { count: (failed?.count ?? 0) + 1, isFree } : null;
      if (!isFree) recordCost(1);
      inventory.recordFailure(failure ?? { code: 'internal' });
      if (failure === null) parts.reportBug(error);
    }
    inventory.crawlEnded({ startedAt: startedAtWall, requests: spent() });
  }

  async function changeRole(): Promise<void> {
    stopping.abort();
    cancelTimer();
    const term = lease.term();
    if (term === null) return;
    await parts.takeOver();
    readyTerm = term;
    // The previous leader may have ended in the middle of a crawl.
    if (running === null) inventory.crawlEnded(null);
    schedule();
  }

  lease.onChange(() => void changeRole());
  viewers.onOthersChanged(schedule);
  return {
    /** The last crawl, with its start in wall time, because another process has another monotonic time; null before the first. */
    lastCrawl(): z.infer<typeof lastCrawlSchema> | null {
      if (startedAt === null) return null;
      return { startedAt: Math.floor(clock.now() - (clock.monotonic() - startedAt)), cost, pages };
    },
    /**
     * Applies the last crawl of the previous process, or of the replica that leads, unless it is older than ours.
     *
     * @param stored a result of `lastCrawl`
     * @throws Error when it is not valid, and for a crawl in the future, which means that the wall clock was changed
     */
    adopt(stored: unknown): void {
      const crawl = lastCrawlSchema.parse(stored);
      const ageMs = clock.now() - crawl.startedAt;
      if (ageMs < 0) throw new Error('the crawl began in the future');
      const last = clock.monotonic() - ageMs;
      if (startedAt === null || startedAt < last) [startedAt, cost, pages] = [last, crawl.cost, crawl.pages];
    },
    /** Records a viewer's request. A crawl that is due because of it starts at once, so that the response can say so. */
    seen(viewer: string, isPaused: boolean): void {
      // There may be hundreds of calls per second, which rarely change the schedule.
      if (!viewers.seen(viewer, isPaused)) return;
      const isDue = isStarted && running === null && leads() && blockedUntil === null;
      if (isDue && dueAt() <= clock.monotonic()) startIfDue();
      else schedule();
    },
    /** Starts a crawl that a user requested, outside the schedule (docs/quota.md, "Admission"). */
    readNow(): ReadNow {
      if (running !== null) return { kind: 'reading', cost, ...running };
      if (!leads()) return { kind: 'refused', failure: { code: 'no_leader' } };
      const decision = ledger.decideRequestedCrawl(cost);
      if (decision.kind === 'refused') return decision;
      if (decision.kind === 'too_few_left') return { ...decision, cost };
      const now = clock.monotonic();
      const allowedAt = (lastStart() ?? Number.NEGATIVE_INFINITY) + minS * 1000;
      if (decision.purpose === 'list' && allowedAt > now) {
        return { kind: 'just_read', retryAt: clock.now() + (allowedAt - now) };
      }
      return { kind: 'reading', cost, ...start(decision.purpose) };
    },
    /**
     * For GET /api/usage and metrics. `cost`: number of requests of the last crawl, at least that of one without failures;
     * 1 before the first.
     */
    state() {
      const audience = viewers.audience();
      return { viewers: audience.viewers, ...plan(audience.isWatched), paused: isPaused(audience), cost };
    },
    /** Starts the schedule. The first crawl starts when it is due, without a stored record at once. */
    start(): void {
      isStarted = true;
      schedule();
    },
    /** Stops the schedule permanently and aborts the current crawl before its next page. */
    stop(): void {
      isStarted = false;
      stopping.abort();
      cancelTimer();
    },
  };
}
