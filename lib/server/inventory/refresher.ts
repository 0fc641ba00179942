import 'server-only';
import type { Clock } from '../clock.ts';
import { type Failure, isFailure, type UpstreamFailure } from '../errors.ts';
import type { QuotaLedger } from '../quota/quota-ledger.ts';
import { refusalFor } from '../quota/refusal-for.ts';
import { isSpent } from '../quota/spending.ts';
import type { CrawlResult } from './crawler.ts';
import { planRefresh, type RefreshPlan } from './refresh-plan.ts';
import { afterFailure, aheadOf, type Failing, retryMs } from './retry-pace.ts';
import { isPaused, type RequestedInterval, type Viewers } from './viewers.ts';

/** What the refresher says of itself. */
interface RefreshState extends RefreshPlan {
  /** Requests the last crawl took, and no fewer than a sound one takes; before the first, the one it will at least take. */
  cost: number;
  viewers: number;
}

/** What becomes of a person's request to read now. */
type ReadNow =
  /** A crawl is under way, for whoever asked first. `cost`: requests it should take; `ended`: what it took, once it is over. */
  | { kind: 'reading'; cost: number; ended: Promise<number> }
  /** It was read a moment ago: nothing is read before `retryAt`, epoch ms. */
  | { kind: 'just_read'; retryAt: number }
  /** The rest of the day or the month is less than a crawl takes. */
  | { kind: 'too_dear'; cost: number; left: number }
  /** Upstream may not be asked. */
  | { kind: 'refused'; failure: UpstreamFailure };

/** What a crawl is charged to: its own turn, a test whether upstream lets us in again, or a person's request. */
export type CrawlPurpose = 'inventory' | 'probe' | 'list';

/** Decides when the inventory is read. One crawl at a time; asks of viewers never start a second one. */
export interface Refresher {
  /** A viewer is here: their interval counts from now on, and a snapshot older than it is refreshed. */
  seen(viewer: string, requestedInterval: RequestedInterval): void;
  /** A person asks for the monitors to be read now, out of turn (quota design, "Admission"). */
  readNow(): ReadNow;
  state(): RefreshState;
  /** Begins: the first crawl at once. */
  start(): void;
  /** Ends for good: no crawl is started any more, and one that is under way asks for no further page. */
  stop(): void;
}

export interface RefresherParts {
  clock: Clock;
  ledger: QuotaLedger;
  viewers: Viewers;
  /** The operator's shortest interval, seconds. */
  minS: number;
  /** Nothing has been read yet that could be shown: then a pause of everybody does not keep it from being read. */
  isFirst: () => boolean;
  /** Reads everything once; what it is charged to. Once the signal is aborted it reads no further page, and rejects. */
  crawl: (purpose: CrawlPurpose, signal: AbortSignal) => Promise<CrawlResult>;
  /** A crawl has ended; the next is due in so many milliseconds. */
  publish: (result: CrawlResult, nextInMs: number) => void;
  /** Nothing could be read: why. The snapshot stays as it is. */
  failed: (failure: Failure) => void;
  /** A crawl has stumbled over a bug of ours. */
  bug: (error: unknown) => void;
  /** What an earlier process knew: a restart is no reason to read again before it is due (row 34). */
  earlier?: CrawlRecord | null;
  /** Is told of each crawl as it starts, to keep that for the next process. */
  keep?: (record: CrawlRecord) => void;
}

/** When the last crawl began, monotonic milliseconds; how many requests it took, and how many a sound one takes. */
export interface CrawlRecord {
  startedAt: number;
  cost: number;
  pages: number;
}

/** A wait that is no more than the rest of a minute's window is part of a crawl. */
const SOON_MS = 65_000;
/** A person waits no longer than this for the first request. */
const PATIENCE_MS = 4000;

export function createRefresher(parts: RefresherParts): Refresher {
  const { clock, ledger, viewers, minS } = parts;
  let cost = parts.earlier?.cost ?? 1;
  let pages = parts.earlier?.pages ?? 1;
  let startedAt: number | null = parts.earlier?.startedAt ?? null;
  /** Crawls that read nothing, if the next may come sooner for it. */
  let failing: Failing | null = null;
  /** Until when upstream is not to be asked, as the ledger said when a crawl was due last; null when it may. */
  let heldUntil: number | null = null;
  let underWay: Promise<number> | null = null;
  let running = false;
  let cancelTimer: (() => void) | null = null;
  const stopping = new AbortController();

  const plan = () => planRefresh({ audience: viewers.audience(), minS, cost, pages, gap: ledger.gap() });

  /**
   * The monotonic moment of the next crawl; never while everybody who looks has paused. The pace counts requests, not
   * successes: the next attempt comes sooner than after a good crawl only where nothing was spent, or where no counter
   * has been seen yet that the pace could be taken from.
   */
  function dueAt(): number {
    if (isPaused(viewers.audience()) && !parts.isFirst()) return Number.POSITIVE_INFINITY;
    if (startedAt === null) return clock.monotonic();
    const paceMs = plan().lookS * 1000;
    return startedAt + (failing === null ? paceMs : retryMs(failing, paceMs));
  }

  function schedule(): void {
    cancelTimer?.();
    cancelTimer = null;
    if (!running || underWay !== null) return;
    const wait = (heldUntil ?? dueAt()) - clock.monotonic();
    // What makes the wait long may be over before it is: a day that began anew, viewers who came back, a request of
    // somebody's that was let in. Looking costs nothing.
    cancelTimer = clock.after(Math.min(wait, SOON_MS), wait > SOON_MS && heldUntil === null ? schedule : run);
  }

  function run(): void {
    // Since the timer was set viewers may have left or paused.
    const isDue = dueAt() <= clock.monotonic();
    if (!isDue) heldUntil = null;
    const purpose = isDue ? allowedPurpose() : null;
    if (purpose === null) schedule();
    else void start(purpose);
  }

  function start(purpose: CrawlPurpose): Promise<number> {
    cancelTimer?.();
    cancelTimer = null;
    heldUntil = null;
    const now = clock.monotonic();
    if (failing !== null && startedAt !== null) {
      failing = aheadOf(failing, plan().lookS * 1000, now - startedAt);
    }
    startedAt = now;
    parts.keep?.({ startedAt, cost, pages });
    underWay = read(purpose).finally(() => {
      underWay = null;
      schedule();
    });
    return underWay;
  }

  /** @returns the requests it took */
  async function read(purpose: CrawlPurpose): Promise<number> {
    const before = spentOnCrawls(ledger);
    const spent = () => spentOnCrawls(ledger) - before;
    const took = (requests: number) => {
      cost = Math.max(requests, pages, spent());
      parts.keep?.({ startedAt: startedAt ?? clock.monotonic(), cost, pages });
    };
    try {
      const result = await parts.crawl(purpose, stopping.signal);
      failing = null;
      pages = result.pages;
      took(result.requests);
      parts.publish(result, plan().actualS * 1000);
    } catch (error) {
      if (stopping.signal.aborted) return spent();
      const failure = isFailure(error) ? error.failure : null;
      const isFree = failure !== null && !isSpent(failure);
      const mayBeSooner = isFree || ledger.usage().observed_at === null;
      failing = mayBeSooner ? afterFailure(failing, isFree) : null;
      if (!isFree) took(1);
      parts.failed(failure ?? { code: 'internal' });
      if (failure === null) parts.bug(error);
    }
    return spent();
  }

  /** What the next crawl goes as, or null when it has to wait, which is said: then until `heldUntil`. */
  function allowedPurpose(): CrawlPurpose | null {
    const decision = ledger.decide('inventory');
    const now = clock.monotonic();
    heldUntil = null;
    if (decision.kind === 'admit') return 'inventory';
    if (decision.kind === 'wait') {
      if (decision.until - now <= SOON_MS) return 'inventory';
      parts.failed(refusalFor(ledger, decision, clock));
      heldUntil = decision.until;
      return null;
    }
    parts.failed(decision.failure);
    const probe = ledger.decide('probe');
    if (probe.kind === 'admit') return 'probe';
    heldUntil = probe.kind === 'wait' ? probe.until : now + SOON_MS;
    return null;
  }

  function readNow(): ReadNow {
    if (underWay !== null) return { kind: 'reading', cost, ended: underWay };
    const decision = ledger.decide('list');
    if (decision.kind === 'refuse') {
      if (ledger.requestProbe()) return { kind: 'reading', cost, ended: start('probe') };
      return { kind: 'refused', failure: decision.failure };
    }
    const now = clock.monotonic();
    const againAt = startedAt === null ? now : startedAt + minS * 1000;
    if (againAt > now) return { kind: 'just_read', retryAt: clock.now() + (againAt - now) };
    if (decision.kind === 'wait' && decision.until - now > PATIENCE_MS) {
      return { kind: 'refused', failure: refusalFor(ledger, decision, clock) };
    }
    const left = ledger.left();
    if (left < cost) return { kind: 'too_dear', cost, left };
    return { kind: 'reading', cost, ended: start('list') };
  }

  return {
    seen(viewer, requestedInterval) {
      // Hundreds ask each second, and hardly ever anything changes.
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

/** Requests sent so far that crawls can have sent, retries among them. */
function spentOnCrawls(ledger: QuotaLedger): number {
  const { inventory, list, probe, retry } = ledger.usage().spent_here;
  return inventory + list + probe + retry;
}
