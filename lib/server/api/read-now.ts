import 'server-only';
import type { ReadNowAnswer } from '@/lib/contract/read-now';
import type { MonitorDetail } from '@/lib/contract/responses';
import type { Clock } from '../clock.ts';
import type { Failure } from '../errors.ts';
import type { Refresher } from '../inventory/crawl/refresher.ts';
import type { Inventory } from '../inventory/inventory.ts';
import type { QuotaLedger } from '../quota/quota-ledger.ts';
import { INTERACTIVE_MAX_WAIT_MS } from '../quota/wait-limits.ts';
import type { DetailCache } from '../upstream/detail-cache.ts';
import { errorMessage, retryAtOf } from './error-message.ts';
import type { EtaggedBody } from './etagged-body.ts';
import type { GetMonitor } from './get-monitor.ts';
import { notListed } from './not-found.ts';
import { readMonitorUuid } from './parameters.ts';

type Reason = NonNullable<ReadNowAnswer['data']['reason']>;

/** Reads that users request explicitly ("Refresh"): started at once if the rules allow it, else refused with the reason. */
export interface ReadNow {
  /** All monitors. Does not wait for the end of the crawl, which the list shows (`meta.last_reading`). */
  list(): Promise<ReadNowAnswer>;
  /**
   * One monitor. Waits for the end of the read, at most `INTERACTIVE_MAX_WAIT_MS`. While only a probe may be sent upstream,
   * reads the list first.
   *
   * @throws FailureError for an invalid UUID or an unknown monitor (without an upstream request), and when there is
   *   nothing to fall back to
   */
  monitor(uuid: string): Promise<ReadNowAnswer>;
}

/** @param parts.minS the operator's minimum refresh interval, seconds */
export function createReadNow(parts: {
  refresher: Refresher;
  inventory: Inventory;
  details: DetailCache;
  getMonitor: GetMonitor;
  ledger: Pick<QuotaLedger, 'deniesDetails'>;
  clock: Clock;
  minS: number;
}): ReadNow {
  const { refresher, inventory, details, getMonitor, ledger, clock, minS } = parts;
  const minMs = minS * 1000;

  /** Starts or joins a crawl. */
  function startCrawl(): ReadNowAnswer | { cost: number; startedAt: number; ended: Promise<number> } {
    const started = refresher.readNow();
    switch (started.kind) {
      case 'just_read': {
        const { index, asOf, problem } = inventory.view();
        // `asOf` is in whole milliseconds.
        const hasSucceeded = index !== null && asOf >= Math.floor(started.retryAt - minMs);
        return hasSucceeded
          ? justRead(started.retryAt)
          : justTried(problem?.failure ?? null, started.retryAt);
      }
      case 'too_few_left':
        return refused({
          code: 'too_few_requests_left',
          message: `A refresh takes ${started.cost} requests; only ${started.left} left.`,
          retry_at: null,
        });
      case 'refused':
        return refused(reasonOf(started.failure));
      case 'reading':
        return started;
    }
  }

  async function list(): Promise<ReadNowAnswer> {
    const crawl = startCrawl();
    if ('data' in crawl) return crawl;
    const reading = new Date(crawl.startedAt).toISOString();
    return { data: { outcome: 'reading', reading, cost: crawl.cost, reason: null } };
  }

  /** Reads the list instead of a monitor whose request may not be sent. @returns the cost, or the answer to the user */
  async function probe(): Promise<number | ReadNowAnswer> {
    const crawl = startCrawl();
    if ('data' in crawl) return crawl;
    const cost = await within(crawl.ended);
    if (cost === null) return ended('reading', crawl.cost);
    const { state, asOf, problem } = inventory.view();
    const isNewer = state !== 'reading' && asOf >= Math.floor(crawl.startedAt);
    return problem === null || isNewer ? cost : ended('failed', cost, reasonOf(problem.failure));
  }

  /** Resolves with null after `INTERACTIVE_MAX_WAIT_MS`. */
  function within<T>(work: Promise<T>): Promise<T | null> {
    const { promise, resolve } = Promise.withResolvers<null>();
    const cancel = clock.after(INTERACTIVE_MAX_WAIT_MS, () => resolve(null));
    return Promise.race([work, promise]).finally(cancel);
  }

  /** Returns the response, null after `INTERACTIVE_MAX_WAIT_MS`, and the number of upstream requests sent until then. */
  async function readDetail(
    uuid: string,
  ): Promise<{ answer: EtaggedBody<MonitorDetail> | null; sent: number }> {
    let sent = 0;
    const onSent = () => {
      sent += 1;
    };
    const reading = getMonitor(uuid, { within: minMs, untilRead: true, onSent });
    const answer = await within(reading);
    // A read that is still queued may yet be refused, because the queue's timeout ends at about the same time.
    return { answer: answer === null && sent === 0 ? await reading : answer, sent };
  }

  return {
    list,
    async monitor(pathUuid) {
      const uuid = readMonitorUuid(pathUuid);
      const view = inventory.view();
      if (view.state === 'complete' && inventory.monitor(uuid) === undefined) throw notListed(view, clock);
      const fresh = details.fresh(uuid, minMs);
      if (fresh) return justRead(fresh.asOf + minMs);
      let listCost = 0;
      if (ledger.deniesDetails()) {
        const probed = await probe();
        if (typeof probed !== 'number') return probed;
        listCost = probed;
      } else {
        const problem = details.problem(uuid);
        if (problem?.retryAt) return justTried(problem.failure, problem.retryAt);
      }
      const { answer, sent } = await readDetail(uuid);
      const cost = listCost + sent;
      if (answer === null) return ended('reading', cost);
      const { degraded } = answer.body.meta;
      if (degraded === null) return ended('read', cost);
      const { code, message, retry_at } = degraded;
      return ended(cost > 0 ? 'failed' : 'refused', cost, { code, message, retry_at });
    },
  };
}

function ended(
  outcome: ReadNowAnswer['data']['outcome'],
  cost: number,
  reason: Reason | null = null,
): ReadNowAnswer {
  return { data: { outcome, reading: null, cost, reason } };
}

/** No request was sent. */
export function refused(reason: Reason): ReadNowAnswer {
  return ended('refused', 0, reason);
}

/** The data is fresh already. @param retryAt epoch ms */
function justRead(retryAt: number): ReadNowAnswer {
  return refused({
    code: 'just_read',
    message: 'Already refreshed a moment ago.',
    retry_at: new Date(retryAt).toISOString(),
  });
}

/** A read failed recently, and is not repeated yet. @param failure null: unknown; @param retryAt epoch ms */
function justTried(failure: Failure | null, retryAt: number): ReadNowAnswer {
  const tried = 'A refresh failed a moment ago.';
  return refused({
    code: 'just_tried',
    message: failure === null ? tried : `${tried} ${errorMessage(failure)}`,
    retry_at: new Date(retryAt).toISOString(),
  });
}

export function reasonOf(failure: Failure): Reason {
  const retryAt = retryAtOf(failure);
  return {
    code: failure.code,
    message: errorMessage(failure),
    retry_at: retryAt === null ? null : new Date(retryAt).toISOString(),
  };
}
