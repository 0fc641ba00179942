import 'server-only';
import type { ReadNowAnswer } from '@/lib/contract/read-now';
import type { Clock } from '../clock.ts';
import { failureSentence } from '../failure-sentence.ts';
import type { Inventory } from '../inventory/inventory.ts';
import type { Refresher } from '../inventory/refresher.ts';
import type { QuotaLedger } from '../quota/quota-ledger.ts';
import type { StaleOnErrorCache } from '../stale-on-error-cache.ts';
import type { WireDetail } from '../upstream/schema.ts';
import type { GetMonitor } from './get-monitor.ts';
import { createReadMonitorNow } from './read-monitor-now.ts';
import {
  justRead,
  justTried,
  notRead,
  read,
  reasonOf,
  tooDear,
  underWay,
  WAIT_MS,
} from './read-now-answers.ts';

/** What a person asks for is read at once where the rules allow it, or refused with the reason. */
export interface ReadNow {
  /** All monitors. */
  list(): Promise<ReadNowAnswer>;
  /** One monitor. @throws FailureError for what is no monitor, at no cost, and when nothing is known of it */
  monitor(uuid: string): Promise<ReadNowAnswer>;
}

export function createReadNow(parts: {
  refresher: Refresher;
  inventory: Inventory;
  details: StaleOnErrorCache<WireDetail>;
  getMonitor: GetMonitor;
  ledger: QuotaLedger;
  clock: Clock;
  /** The operator's shortest interval, seconds. */
  minS: number;
}): ReadNow {
  const { refresher, inventory, clock, minS } = parts;
  const minMs = minS * 1000;

  /** @param retryAt when the list may be read again, epoch ms: so long after the last reading began */
  function triedAlready(retryAt: number): ReadNowAnswer {
    const { index, asOf, trouble } = inventory.view();
    // Times of readings are whole milliseconds.
    const hasBroughtSomething = index !== null && asOf >= Math.floor(retryAt - minMs);
    return hasBroughtSomething
      ? justRead(retryAt)
      : justTried(trouble && failureSentence(trouble.failure), retryAt);
  }

  async function list(): Promise<ReadNowAnswer> {
    const before = inventory.view();
    const taken = refresher.readNow();
    switch (taken.kind) {
      case 'just_read':
        return triedAlready(taken.retryAt);
      case 'too_dear':
        return tooDear(taken);
      case 'refused':
        return notRead(0, reasonOf(taken.failure));
      case 'reading': {
        const cost = await resultWithin(taken.ended, clock);
        if (cost === null) return underWay(taken.cost);
        const { state, asOf, trouble } = inventory.view();
        if (trouble === null) return read(cost);
        const isNewer = state !== 'reading' && (before.index === null || asOf > before.asOf);
        const reason = reasonOf(trouble.failure);
        return isNewer ? read(cost, reason) : notRead(cost, reason);
      }
    }
  }

  return { list, monitor: createReadMonitorNow({ ...parts, readList: list, minMs }) };
}

/** Null when it takes longer than an answer may wait. */
function resultWithin(ended: Promise<number>, clock: Clock): Promise<number | null> {
  return new Promise((resolve) => {
    const cancel = clock.after(WAIT_MS, () => resolve(null));
    void ended.then((requests) => {
      cancel();
      resolve(requests);
    });
  });
}
