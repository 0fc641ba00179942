import 'server-only';
import type { ReadNowAnswer } from '@/lib/contract/read-now';
import type { Clock } from '../clock.ts';
import type { Failure } from '../errors.ts';
import { failureSentence, retryAtOf } from '../failure-sentence.ts';
import type { Inventory } from '../inventory/inventory.ts';
import type { Refresher } from '../inventory/refresher.ts';
import type { LastGood } from '../last-good.ts';
import type { QuotaLedger } from '../quota/quota-ledger.ts';
import type { WireDetail } from '../upstream/schema.ts';
import type { GetMonitor } from './get-monitor.ts';

/** What a person asks for is read at once where the rules allow it, or refused with the reason (design: quota, "Admission"). */
export interface ReadNow {
  /** All monitors. */
  list(): Promise<ReadNowAnswer>;
  /** One monitor. @throws FailureError when nothing is known of it */
  monitor(uuid: string): Promise<ReadNowAnswer>;
}

/** An answer waits this long for a reading to end, milliseconds. */
const WAIT_MS = 4000;

export function createReadNow(parts: {
  refresher: Refresher;
  inventory: Inventory;
  details: LastGood<WireDetail>;
  getMonitor: GetMonitor;
  ledger: QuotaLedger;
  clock: Clock;
  /** The operator's shortest interval, seconds. */
  minS: number;
}): ReadNow {
  const { refresher, inventory, details, getMonitor, ledger, clock, minS } = parts;
  const minMs = minS * 1000;

  async function list(): Promise<ReadNowAnswer> {
    const before = inventory.view();
    const taken = refresher.readNow();
    switch (taken.kind) {
      case 'just_read':
        return justRead(taken.retryAt);
      case 'too_dear':
        return refused({ code: 'too_few_requests_left', message: tooDear(taken), retry_at: null });
      case 'refused':
        return refused(reasonOf(taken.failure));
      case 'reading': {
        const cost = await resultWithin(taken.ended, clock);
        if (cost === null) return { data: { outcome: 'reading', cost: taken.cost, reason: null } };
        const { state, asOf, trouble } = inventory.view();
        if (trouble === null) return { data: { outcome: 'read', cost, reason: null } };
        const isNewer = state !== 'reading' && (before.index === null || asOf > before.asOf);
        return { data: { outcome: isNewer ? 'read' : 'failed', cost, reason: reasonOf(trouble.failure) } };
      }
    }
  }

  return {
    list,
    async monitor(uuid) {
      const fresh = details.fresh(uuid, minMs);
      if (fresh) return justRead(fresh.asOf + minMs);
      // Where only a test whether upstream lets us in may go, that is the list's first page.
      if (ledger.decide('detail').kind === 'refuse') await list();
      const { body } = await getMonitor(uuid, { within: minMs });
      const { degraded } = body.meta;
      if (degraded === null) return { data: { outcome: 'read', cost: 1, reason: null } };
      const { code, message, retry_at } = degraded;
      return { data: { outcome: 'failed', cost: 1, reason: { code, message, retry_at } } };
    },
  };
}

type Reason = NonNullable<ReadNowAnswer['data']['reason']>;

function refused(reason: Reason): ReadNowAnswer {
  return { data: { outcome: 'refused', cost: 0, reason } };
}

function justRead(retryAt: number): ReadNowAnswer {
  return refused({
    code: 'just_read',
    message: 'This was read a moment ago, for everybody.',
    retry_at: new Date(retryAt).toISOString(),
  });
}

function tooDear({ cost, left }: { cost: number; left: number }): string {
  return `Reading the monitors takes ${cost} requests, and only ${left} are left.`;
}

function reasonOf(failure: Failure): Reason {
  const retryAt = retryAtOf(failure);
  return {
    code: failure.code,
    message: failureSentence(failure),
    retry_at: retryAt === null ? null : new Date(retryAt).toISOString(),
  };
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
