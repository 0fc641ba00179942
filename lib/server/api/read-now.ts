import 'server-only';
import { type ReadNowAnswer, readNowSchema } from '../../contract/read-now.ts';
import type { Clock } from '../clock.ts';
import type { Failure } from '../errors.ts';
import type { Refresher } from '../inventory/crawl/refresher.ts';
import type { Inventory } from '../inventory/inventory.ts';
import type { PublishedInventory } from '../inventory/snapshot/publish-inventory.ts';
import type { QuotaLedger } from '../quota/quota-ledger.ts';
import { INTERACTIVE_MAX_WAIT_MS } from '../quota/wait-limits.ts';
import type { LeaderRequests } from '../replicas/leader-requests.ts';
import type { Lease } from '../replicas/lease.ts';
import type { DetailCache } from '../upstream/detail-cache.ts';
import { errorMessage } from './error-message.ts';
import { notListed, reasonOf } from './failure-response.ts';
import { notReached } from './leader-details.ts';
import type { createMonitor } from './monitor.ts';
import { readMonitorUuid } from './parameters.ts';

type Answer = ReadNowAnswer['data'];
type Reason = NonNullable<Answer['reason']>;

/**
 * Reads when users request it ("Refresh"). This replica reads if it leads, otherwise the leader does.
 *
 * @param parts.minS the operator’s minimum refresh interval, seconds
 */
export function createReadNow(parts: {
  refresher: Refresher;
  inventory: Inventory;
  details: DetailCache;
  getMonitor: ReturnType<typeof createMonitor>['getMonitor'];
  ledger: Pick<QuotaLedger, 'deniesDetails'>;
  lease: Pick<Lease, 'term'>;
  requests: LeaderRequests;
  published: Pick<PublishedInventory, 'published' | 'look'>;
  clock: Clock;
  minS: number;
}) {
  const { refresher, inventory, details, getMonitor, ledger, lease, requests, published, clock } = parts;
  const minMs = parts.minS * 1000;

  function startCrawl(): ReadNowAnswer | { cost: number; startedAt: number; ended: Promise<number> } {
    const started = refresher.readNow();
    if (started.kind === 'reading') return started;
    if (started.kind === 'refused') return refusedBy(started.failure);
    if (started.kind === 'too_few_left') {
      const { cost, left } = started;
      return refused('too_few_requests_left', `A refresh takes ${cost} requests; only ${left} left.`, null);
    }
    const { index, asOf, problem } = inventory.view();
    // `asOf` is in whole milliseconds.
    const hasSucceeded = index !== null && asOf >= Math.floor(started.retryAt - minMs);
    return hasSucceeded ? justRead(started.retryAt) : justTried(problem?.failure ?? null, started.retryAt);
  }

  /** Reads the list instead of a monitor whose request may not be sent. @returns the cost, or the answer to the user */
  async function probe(): Promise<number | ReadNowAnswer> {
    const crawl = startCrawl();
    if ('data' in crawl) return crawl;
    const cost = await within(crawl.ended);
    if (cost === null) return answerOf('reading', crawl.cost);
    const { state, asOf, problem } = inventory.view();
    const isNewer = state !== 'reading' && asOf >= Math.floor(crawl.startedAt);
    return problem === null || isNewer ? cost : answerOf('failed', cost, reasonOf(problem.failure));
  }

  /** Resolves with null after `INTERACTIVE_MAX_WAIT_MS`. */
  function within<T>(work: Promise<T>): Promise<T | null> {
    const { promise, resolve } = Promise.withResolvers<null>();
    const cancel = clock.after(INTERACTIVE_MAX_WAIT_MS, () => resolve(null));
    return Promise.race([work, promise]).finally(cancel);
  }

  async function readList(): Promise<ReadNowAnswer> {
    const crawl = startCrawl();
    if ('data' in crawl) return crawl;
    return answerOf('reading', crawl.cost, null, new Date(crawl.startedAt).toISOString());
  }

  /** While only a probe may be sent upstream, reads the list first. */
  async function readMonitor(uuid: string): Promise<ReadNowAnswer> {
    const view = inventory.view();
    if (view.state === 'complete' && inventory.monitor(uuid) === undefined) throw notListed(view, clock);
    const fresh = details.fresh(uuid, minMs);
    if (fresh) return justRead(fresh.asOf + minMs);
    const isDenied = ledger.deniesDetails();
    const problem = details.problem(uuid);
    if (!isDenied && problem?.retryAt) return justTried(problem.failure, problem.retryAt);
    const listCost = isDenied ? await probe() : 0;
    if (typeof listCost !== 'number') return listCost;
    let cost = listCost;
    const onSent = () => {
      cost += 1;
    };
    const reading = getMonitor(uuid, { within: minMs, untilRead: true, onSent });
    // A queued read may still be refused, because the queue's timeout ends at about the same time.
    const response = (await within(reading)) ?? (cost === listCost ? await reading : null);
    if (response === null) return answerOf('reading', cost);
    const { degraded } = response.body.meta;
    if (degraded === null) return answerOf('read', cost);
    const { code, message, retry_at } = degraded;
    return answerOf(cost > 0 ? 'failed' : 'refused', cost, { code, message, retry_at });
  }

  // In requests between replicas, an empty UUID means the list.
  requests.serve('read_now', async (uuid) => {
    if (uuid === '') return readList();
    const answer = await readMonitor(readMonitorUuid(uuid));
    // The list may have been read, too. It is published before the answer, so that the replica that asks can show it.
    await published.published();
    return answer;
  });

  async function askLeader(uuid: string): Promise<ReadNowAnswer> {
    try {
      const answer = readNowSchema.parse(await requests.ask('read_now', uuid));
      await published.look().catch(() => {});
      return answer;
    } catch (error) {
      const failure = notReached(error);
      if (failure === null) throw error;
      return refusedBy(failure);
    }
  }

  return {
    /** Reads all monitors. Does not wait for the end of the crawl, because the list shows it (`meta.last_reading`). */
    list: () => (lease.term() === null ? askLeader('') : readList()),
    /**
     * Reads one monitor. Waits at most `INTERACTIVE_MAX_WAIT_MS`.
     * @throws FailureError for an invalid UUID or an unknown monitor, and when there is nothing to fall back to
     */
    async monitor(pathUuid: string): Promise<ReadNowAnswer> {
      const uuid = readMonitorUuid(pathUuid);
      if (lease.term() !== null) return readMonitor(uuid);
      const answer = await askLeader(uuid);
      details.forget(uuid);
      return answer;
    },
  };
}

function answerOf(
  outcome: Answer['outcome'],
  cost: number,
  reason: Reason | null = null,
  reading: string | null = null,
): ReadNowAnswer {
  return { data: { outcome, reading, cost, reason } };
}

/** The result when no request was sent. @param retryAt epoch ms */
function refused(code: Reason['code'], message: string, retryAt: number | null): ReadNowAnswer {
  const retry_at = retryAt === null ? null : new Date(retryAt).toISOString();
  return answerOf('refused', 0, { code, message, retry_at });
}

const refusedBy = (failure: Failure) => answerOf('refused', 0, reasonOf(failure));

const justRead = (retryAt: number) => refused('just_read', 'Already refreshed a moment ago.', retryAt);

/** The result when a read failed recently and is not repeated yet. @param failure null: unknown */
function justTried(failure: Failure | null, retryAt: number): ReadNowAnswer {
  const message = `A refresh failed a moment ago. ${failure === null ? '' : errorMessage(failure)}`;
  return refused('just_tried', message.trimEnd(), retryAt);
}
