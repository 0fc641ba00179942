import 'server-only';
import type { Clock } from '../clock.ts';
import { type Failure, FailureError } from '../errors.ts';
import type { QuotaLedger } from '../quota/quota-ledger.ts';
import { refusalFor } from '../quota/refusal-for.ts';
import type { CrawlResult } from './crawler.ts';
import type { Presence, Wish } from './presence.ts';
import { backoffMs, planRefresh, type RefreshPlan } from './refresh-plan.ts';

/** What the refresher says of itself (design: quota, `refresh` in GET /api/usage). */
interface RefreshState extends RefreshPlan {
  /** Requests the last crawl took; before the first, the one it will at least take. */
  cost: number;
  viewers: number;
}

/** Decides when the inventory is read. One crawl at a time; asks of viewers never start a second one. */
export interface Refresher {
  /** A viewer has asked for something: their wish counts from now on, and a snapshot too old for it is read anew. */
  seen(viewer: string, wish: Wish): void;
  state(): RefreshState;
  /** Begins: the first crawl at once. */
  start(): void;
  /** Ends for good: no crawl is started any more, and one that is under way asks for no further page. */
  stop(): void;
}

export interface RefresherParts {
  clock: Clock;
  ledger: QuotaLedger;
  presence: Presence;
  /** The operator's shortest interval, seconds. */
  minS: number;
  /**
   * Reads everything once. `probe`: the first page is asked for as the one request that may test the water. Once the
   * signal is aborted it reads no further page, and rejects.
   */
  crawl: (purpose: 'inventory' | 'probe', signal: AbortSignal) => Promise<CrawlResult>;
  /** A crawl came through; the next is due in so many milliseconds. */
  publish: (result: CrawlResult, nextInMs: number) => void;
  /** A crawl has failed: why. The snapshot stays as it is. */
  failed: (failure: Failure) => void;
  /** A crawl has stumbled over a bug of ours. */
  bug: (error: unknown) => void;
  /** What an earlier process knew: a restart is no reason to read again before it is due (row 34). */
  earlier?: CrawlRecord | null;
  /** Is told of each crawl as it starts, to keep that for the next process. */
  keep?: (record: CrawlRecord) => void;
}

/** When the last crawl began, monotonic milliseconds, and how many requests a crawl takes. */
export interface CrawlRecord {
  startedAt: number;
  cost: number;
}

/** A wait that is no more than the rest of a minute's window is part of a crawl. */
const SOON_MS = 65_000;

export function createRefresher(parts: RefresherParts): Refresher {
  const { clock, ledger, presence, minS } = parts;
  let cost = parts.earlier?.cost ?? 1;
  let startedAt: number | null = parts.earlier?.startedAt ?? null;
  let failures = 0;
  let crawling = false;
  let running = false;
  let cancelTimer: (() => void) | null = null;
  const stopping = new AbortController();

  const plan = () => planRefresh({ audience: presence.audience(), minS, cost, gap: ledger.gap() });

  /** The monotonic moment of the next crawl. */
  function dueAt(): number {
    if (startedAt === null) return clock.monotonic();
    const { actualS } = plan();
    if (failures > 0) return startedAt + Math.min(backoffMs(failures), actualS * 1000);
    return startedAt + actualS * 1000;
  }

  function schedule(): void {
    cancelTimer?.();
    cancelTimer = null;
    if (!running || crawling) return;
    cancelTimer = clock.after(dueAt() - clock.monotonic(), run);
  }

  async function run(): Promise<void> {
    const purpose = allowedPurpose();
    if (purpose === null) return;
    crawling = true;
    startedAt = clock.monotonic();
    parts.keep?.({ startedAt, cost });
    try {
      const result = await parts.crawl(purpose, stopping.signal);
      failures = 0;
      cost = Math.max(1, result.requests);
      parts.keep?.({ startedAt, cost });
      parts.publish(result, plan().actualS * 1000);
    } catch (error) {
      if (stopping.signal.aborted) return;
      failures += 1;
      parts.failed(error instanceof FailureError ? error.failure : { code: 'internal' });
      if (!(error instanceof FailureError)) parts.bug(error);
    } finally {
      crawling = false;
      schedule();
    }
  }

  /** What the next crawl goes as, or null when it has to wait: then it is looked at again in a while. */
  function allowedPurpose(): 'inventory' | 'probe' | null {
    const decision = ledger.decide('inventory');
    if (decision.kind === 'admit') return 'inventory';
    const now = clock.monotonic();
    if (decision.kind === 'wait') {
      if (decision.until - now <= SOON_MS) return 'inventory';
      parts.failed(refusalFor(ledger, decision.until, clock));
      lookAgain(decision.until);
      return null;
    }
    parts.failed(decision.failure);
    const probe = ledger.decide('probe');
    if (probe.kind === 'admit') return 'probe';
    lookAgain(probe.kind === 'wait' ? probe.until : now + SOON_MS);
    return null;
  }

  /** Looking costs nothing, and what forbids a crawl may be gone before its time: somebody's request can tell. */
  function lookAgain(until: number): void {
    cancelTimer = clock.after(Math.min(until - clock.monotonic(), SOON_MS), run);
  }

  return {
    seen(viewer, wish) {
      const before = plan().actualS;
      presence.seen(viewer, wish);
      if (plan().actualS !== before) schedule();
    },
    state: () => ({ ...plan(), cost, viewers: presence.audience().viewers }),
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
