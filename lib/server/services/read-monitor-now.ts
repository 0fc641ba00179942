import 'server-only';
import { LRUCache } from 'lru-cache';
import type { ReadNowAnswer } from '@/lib/contract/read-now';
import type { MonitorDetail } from '@/lib/contract/responses';
import type { Clock } from '../clock.ts';
import { FailureError } from '../errors.ts';
import type { EtaggedBody } from '../etagged-body.ts';
import type { Inventory } from '../inventory/inventory.ts';
import type { QuotaLedger } from '../quota/quota-ledger.ts';
import type { StaleOnErrorCache } from '../stale-on-error-cache.ts';
import type { WireDetail } from '../upstream/schema.ts';
import type { GetMonitor } from './get-monitor.ts';
import { readMonitorUuid } from './monitor-uuid.ts';
import {
  justRead,
  justTried,
  notRead,
  read,
  reasonOfDegraded,
  underWay,
  WAIT_MS,
} from './read-now-answers.ts';

/** So many monitors whose reading failed are remembered, so that each is tried once for everybody. */
const TRIED_MAX = 2000;

/**
 * Reads one monitor for a person who asks for it.
 *
 * @param parts.readList reads the list in its place where only a test whether upstream lets us in may go
 * @param parts.minMs the operator's shortest interval, milliseconds
 * @returns throws FailureError for what is no monitor, at no cost, and when nothing is known of it
 */
export function createReadMonitorNow(parts: {
  readList: () => Promise<ReadNowAnswer>;
  inventory: Inventory;
  details: StaleOnErrorCache<WireDetail>;
  getMonitor: GetMonitor;
  ledger: QuotaLedger;
  clock: Clock;
  minMs: number;
}): (given: string) => Promise<ReadNowAnswer> {
  const { readList, inventory, details, getMonitor, ledger, clock, minMs } = parts;
  /** Readings that failed: when, monotonic, and why. */
  const tried = new LRUCache<string, { at: number; why: string }>({ max: TRIED_MAX });

  /** The answer, or null when it takes longer than may be waited; and how many requests were sent for it by then. */
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
    const cancel = clock.after(WAIT_MS, () => {
      isLate = true;
      // Before anything was sent it may still be refused, which the queue does about now.
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

  return async (given) => {
    const uuid = readMonitorUuid(given);
    if (inventory.view().state === 'complete' && inventory.monitor(uuid) === undefined) {
      throw new FailureError({ code: 'monitor_not_found' });
    }
    const fresh = details.fresh(uuid, minMs);
    if (fresh) return justRead(fresh.asOf + minMs);
    let probed = 0;
    if (ledger.decide('detail').kind === 'refuse') {
      const { data } = await readList();
      if (data.outcome !== 'read') return { data };
      probed = data.cost;
    } else {
      const last = tried.get(uuid);
      const againInMs = last === undefined ? 0 : last.at + minMs - clock.monotonic();
      if (last !== undefined && againInMs > 0) return justTried(last.why, Math.ceil(clock.now() + againInMs));
    }
    const { answer, sent } = await readWithin(uuid);
    const cost = probed + sent;
    if (answer === null) return underWay(cost);
    const { degraded } = answer.body.meta;
    if (degraded === null) return read(cost);
    if (sent > 0) tried.set(uuid, { at: clock.monotonic(), why: degraded.message });
    return notRead(cost, reasonOfDegraded(degraded));
  };
}
