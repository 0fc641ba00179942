import 'server-only';
import type { ReadNowAnswer } from '@/lib/contract/read-now';
import type { MonitorDetail } from '@/lib/contract/responses';
import type { Clock } from '../clock.ts';
import type { Inventory } from '../inventory/inventory.ts';
import type { QuotaLedger } from '../quota/quota-ledger.ts';
import { INTERACTIVE_MAX_WAIT_MS } from '../quota/wait-limits.ts';
import type { DetailCache } from '../upstream/detail-cache.ts';
import { errorMessage } from './error-message.ts';
import type { EtaggedBody } from './etagged-body.ts';
import type { GetMonitor } from './get-monitor.ts';
import { readMonitorUuid } from './monitor-uuid.ts';
import { notListed } from './not-listed.ts';
import { justRead, justTried, notRead, read, reasonOfDegraded, stillReading } from './read-now-responses.ts';

/**
 * Creates the service that reads one monitor when a user requests it ("Refresh").
 *
 * @param parts.readList reads the list instead while only a probe may be sent upstream
 * @param parts.minMs the operator's minimum refresh interval, milliseconds
 * @returns a function that throws FailureError for an invalid UUID or an unknown monitor (without an upstream request),
 *   and when there is nothing to fall back to
 */
export function createReadMonitorNow(parts: {
  readList: () => Promise<ReadNowAnswer>;
  inventory: Inventory;
  details: DetailCache;
  getMonitor: GetMonitor;
  ledger: QuotaLedger;
  clock: Clock;
  minMs: number;
}): (pathUuid: string) => Promise<ReadNowAnswer> {
  const { readList, inventory, details, getMonitor, ledger, clock, minMs } = parts;

  /** Returns the response, null after `INTERACTIVE_MAX_WAIT_MS`, and the number of upstream requests sent until then. */
  async function readWithin(
    uuid: string,
  ): Promise<{ answer: EtaggedBody<MonitorDetail> | null; sent: number }> {
    let sent = 0;
    let isLate = false;
    const late = Promise.withResolvers<null>();
    const onSent = () => {
      sent += 1;
      if (isLate) late.resolve(null);
    };
    const cancel = clock.after(INTERACTIVE_MAX_WAIT_MS, () => {
      isLate = true;
      // A read that is still queued may yet be refused, because the queue's timeout ends at about the same time.
      if (sent > 0) late.resolve(null);
    });
    try {
      const reading = getMonitor(uuid, { within: minMs, untilRead: true, onSent });
      const answer = await Promise.race([reading, late.promise]);
      return { answer, sent };
    } finally {
      cancel();
    }
  }

  return async (pathUuid) => {
    const uuid = readMonitorUuid(pathUuid);
    const view = inventory.view();
    if (view.state === 'complete' && inventory.monitor(uuid) === undefined) throw notListed(view, clock);
    const fresh = details.fresh(uuid, minMs);
    if (fresh) return justRead(fresh.asOf + minMs);
    let listCost = 0;
    if (ledger.decide('detail').kind === 'deny') {
      const { data } = await readList();
      if (data.outcome !== 'read') return { data };
      listCost = data.cost;
    } else {
      const problem = details.problem(uuid);
      if (problem?.retryAt) return justTried(errorMessage(problem.failure), problem.retryAt);
    }
    const { answer, sent } = await readWithin(uuid);
    const cost = listCost + sent;
    if (answer === null) return stillReading(cost);
    const { degraded } = answer.body.meta;
    return degraded === null ? read(cost) : notRead(cost, reasonOfDegraded(degraded));
  };
}
