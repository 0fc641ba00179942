import 'server-only';
import type { ReadNowAnswer } from '@/lib/contract/read-now';
import type { Clock } from '../clock.ts';
import type { Refresher } from '../inventory/crawl/refresher.ts';
import type { Inventory } from '../inventory/inventory.ts';
import type { QuotaLedger } from '../quota/quota-ledger.ts';
import { INTERACTIVE_MAX_WAIT_MS } from '../quota/wait-limits.ts';
import type { DetailCache } from '../upstream/detail-cache.ts';
import { errorMessage } from './error-message.ts';
import type { GetMonitor } from './get-monitor.ts';
import { createReadMonitorNow } from './read-monitor-now.ts';
import {
  justRead,
  justTried,
  notRead,
  read,
  reasonOf,
  stillReading,
  tooFewLeft,
} from './read-now-responses.ts';

/** Reads that users request explicitly ("Refresh"): started at once if the rules allow it, else refused with the reason. */
export interface ReadNow {
  /** All monitors. */
  list(): Promise<ReadNowAnswer>;
  /**
   * One monitor.
   *
   * @throws FailureError for an invalid UUID or an unknown monitor (without an upstream request), and when there is
   *   nothing to fall back to
   */
  monitor(uuid: string): Promise<ReadNowAnswer>;
}

export function createReadNow(parts: {
  refresher: Refresher;
  inventory: Inventory;
  details: DetailCache;
  getMonitor: GetMonitor;
  ledger: QuotaLedger;
  clock: Clock;
  /** The operator's minimum refresh interval, seconds. */
  minS: number;
}): ReadNow {
  const { refresher, inventory, clock, minS } = parts;
  const minMs = minS * 1000;

  /** @param retryAt when the list may be read again, epoch ms: the start of the last crawl plus the minimum interval */
  function alreadyTried(retryAt: number): ReadNowAnswer {
    const { index, asOf, problem } = inventory.view();
    // `asOf` is in whole milliseconds.
    const hasSucceeded = index !== null && asOf >= Math.floor(retryAt - minMs);
    return hasSucceeded ? justRead(retryAt) : justTried(problem && errorMessage(problem.failure), retryAt);
  }

  async function list(): Promise<ReadNowAnswer> {
    const before = inventory.view();
    const started = refresher.readNow();
    switch (started.kind) {
      case 'just_read':
        return alreadyTried(started.retryAt);
      case 'too_few_left':
        return tooFewLeft(started);
      case 'refused':
        return notRead(0, reasonOf(started.failure));
      case 'reading': {
        const cost = await resultWithin(started.ended, clock);
        if (cost === null) return stillReading(started.cost);
        const { state, asOf, problem } = inventory.view();
        if (problem === null) return read(cost);
        const isNewer = state !== 'reading' && (before.index === null || asOf > before.asOf);
        const reason = reasonOf(problem.failure);
        return isNewer ? read(cost, reason) : notRead(cost, reason);
      }
    }
  }

  return { list, monitor: createReadMonitorNow({ ...parts, readList: list, minMs }) };
}

/** Resolves with the number of requests, or with null after `INTERACTIVE_MAX_WAIT_MS`. */
function resultWithin(ended: Promise<number>, clock: Clock): Promise<number | null> {
  return new Promise((resolve) => {
    const cancel = clock.after(INTERACTIVE_MAX_WAIT_MS, () => resolve(null));
    void ended.then((requests) => {
      cancel();
      resolve(requests);
    });
  });
}
