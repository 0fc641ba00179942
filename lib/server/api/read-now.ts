import 'server-only';
import { type ReadNowAnswer, type Refusal, readNowSchema } from '../../contract/responses.ts';
import { iso } from '../../text/format.ts';
import type { Clock } from '../clock.ts';
import type { Failure } from '../errors.ts';
import type { Refresher } from '../inventory/crawl/refresher.ts';
import type { Inventory } from '../inventory/inventory.ts';
import type { PublishedInventory } from '../inventory/snapshot/publish-inventory.ts';
import type { QuotaLedger } from '../quota/quota-ledger.ts';
import { INTERACTIVE_MAX_WAIT_MS } from '../quota/upstream-request.ts';
import type { LeaderRequests } from '../replicas/leader-requests.ts';
import type { Lease } from '../replicas/lease.ts';
import type { DetailCache } from '../upstream/detail-cache.ts';
import { errorMessage, notListed, readRefusal } from './failures.ts';
import { notReached } from './leader-details.ts';
import type { createMonitor } from './monitor.ts';
import { readMonitorUuid } from './parameters.ts';

/**
 * Reads when users request it ("Refresh"). This replica reads if it leads, otherwise the leader does.
 *
 * @param parts.minS the operator’s minimum refresh interval, seconds
 */
export function createReadNow(parts: {
  refresher: Pick<Refresher, 'readNow'>;
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

  function readList(): ReadNowAnswer {
    const result = refresher.readNow();
    switch (result.kind) {
      case 'reading':
        return started(result.startedAt, result.cost);
      case 'refused':
        return refused(readRefusal(result.failure));
      case 'too_few_left': {
        const message = `A refresh takes ${result.cost} requests; only ${result.left} left.`;
        return refused({ code: 'too_few_requests_left', message, retry_at: null });
      }
      case 'just_read': {
        const { index, asOf, problem } = inventory.shown();
        // `asOf` is in whole milliseconds.
        const hasSucceeded = index !== null && asOf >= Math.floor(result.retryAt - minMs);
        return hasSucceeded ? justRead(result.retryAt) : justTried(problem?.failure ?? null, result.retryAt);
      }
    }
  }

  /** Waits for the result, at most `INTERACTIVE_MAX_WAIT_MS`, so that the next request for the monitor shows it. */
  async function readMonitor(uuid: string): Promise<ReadNowAnswer> {
    const shown = inventory.shown();
    if (shown.state === 'complete' && inventory.monitor(uuid) === undefined) throw notListed(shown, clock);
    const fresh = details.fresh(uuid, minMs);
    if (fresh) return justRead(fresh.asOf + minMs);
    if (ledger.deniesDetails()) {
      // Only the list may be read as a probe. If it succeeds, the monitor is read, too.
      const probe = readList();
      await inventory.waitUntil(({ reading }) => reading === null, INTERACTIVE_MAX_WAIT_MS);
      if (probe.data.outcome === 'refused' || ledger.deniesDetails()) return probe;
    } else {
      const problem = details.problem(uuid);
      if (problem?.retryAt) return justTried(problem.failure, problem.retryAt);
    }
    const startedAt = clock.now();
    let cost = 0;
    const onSent = () => {
      cost += 1;
    };
    const reading = getMonitor(uuid, { within: minMs, untilRead: true, onSent });
    const { promise: timeout, resolve } = Promise.withResolvers<null>();
    const cancel = clock.after(INTERACTIVE_MAX_WAIT_MS, () => resolve(null));
    const inTime = await Promise.race([reading, timeout]).finally(cancel);
    // A queued read may still be refused, because the queue's timeout ends at about the same time.
    const response = inTime ?? (cost === 0 ? await reading : null);
    const degraded = response?.body.meta.degraded ?? null;
    if (degraded === null || cost > 0) return started(startedAt, cost);
    const { code, message, retry_at } = degraded;
    return refused({ code, message, retry_at });
  }

  // In requests between replicas, an empty UUID means the list.
  requests.serve('read_now', async (uuid) => {
    const answer = uuid === '' ? readList() : await readMonitor(readMonitorUuid(uuid));
    // Published before the answer, so that the replica that asks shows that the list is being read.
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
      return refused(readRefusal(failure));
    }
  }

  return {
    /** Starts to read all monitors. The list shows the end (`meta.last_reading`). */
    list: async () => (lease.term() === null ? askLeader('') : readList()),
    /**
     * Reads one monitor.
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

/** @param startedAt epoch ms */
function started(startedAt: number, cost: number): ReadNowAnswer {
  return { data: { outcome: 'started', reading: iso(startedAt), cost } };
}

/** No request was sent. */
function refused(reason: Refusal): ReadNowAnswer {
  return { data: { outcome: 'refused', reason } };
}

const justRead = (retryAt: number) =>
  refused({ code: 'just_read', message: 'Already refreshed a moment ago.', retry_at: iso(retryAt) });

/** A read failed recently and is not repeated yet. @param failure null: unknown */
function justTried(failure: Failure | null, retryAt: number): ReadNowAnswer {
  const message = `A refresh failed a moment ago. ${failure === null ? '' : errorMessage(failure)}`;
  return refused({ code: 'just_tried', message: message.trimEnd(), retry_at: iso(retryAt) });
}
