import 'server-only';
import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import { FailureError, isFailure } from '../../errors.ts';
import type { Acquired, BackoffChange, Budget } from '../../quota/budget.ts';
import { expireRequests, restoreRequest } from '../../quota/in-flight-requests.ts';
import type { QuotaLedger } from '../../quota/quota-ledger.ts';
import { afterLoss, joinShared, parseSharedState } from '../../quota/shared-state.ts';
import type { Moment, Outcome } from '../../quota/state.ts';
import { storedState } from '../../quota/stored-state.ts';
import type { Connection } from './connection.ts';
import { type Events, serializeMessage } from './events.ts';
import type { Heartbeat } from './heartbeat.ts';
import type { Keys } from './keys.ts';
import type { BudgetReply } from './scripts.ts';

type Settled = Outcome & { sentAt: number };

/** Never the version of a state: swapping with it only reads. */
const NO_VERSION = -1;
/** A process that was stopped for longer while it asked does not send: other replicas may have used the room meanwhile. */
const STALE_MS = 2_000;
const ROOM = serializeMessage({ kind: 'room' });
const unreachable = { code: 'shared_state_unreachable' } as const;

/**
 * The budget of all replicas. The ledger holds the last known state. Each change is computed from it by the same functions
 * as in one process, and written if nobody else has changed the state meanwhile, otherwise computed again.
 *
 * A result that cannot be written is kept and written later: until then its request counts as in flight, and after the
 * deadline of an attempt as possibly counted by upstream.
 *
 * @param parts.clock shared by all replicas; @param parts.own the process's own
 */
export function createRedisBudget(parts: {
  connection: Connection;
  keys: Keys;
  ledger: QuotaLedger;
  clock: Clock;
  own: Clock;
  events: Events;
  heartbeat: Heartbeat;
  log: Pick<Logger, 'warn'>;
}): Budget {
  const { connection, keys, ledger, clock, own, events, heartbeat, log } = parts;
  const moment = (): Moment => ({ now: clock.monotonic(), wall: clock.now() });
  /** The version of the ledger's state; null when it must be read. */
  let version: number | null = null;
  let hasWarned = false;
  const unwritten: Settled[] = [];
  let last: Promise<unknown> = Promise.resolve();
  let onRoom = () => {};

  /** Serializes the changes of this process, so that only those of other replicas conflict. */
  function queued<T>(run: () => Promise<T>): Promise<T> {
    const result = last.then(run);
    last = result.catch(() => undefined);
    return result;
  }

  /** Makes the shared state the ledger's. @throws FailureError when another version of Sightline wrote it */
  function adopt({ state, version: next }: BudgetReply): void {
    const shared = state === null ? 'lost' : parseSharedState(state, clock.monotonic());
    if (shared === 'foreign') {
      if (!hasWarned) log.warn({ record: 'budget' }, 'left a shared record of another version alone');
      hasWarned = true;
      throw new FailureError(unreachable);
    }
    hasWarned = false;
    const local = ledger.current();
    ledger.replace(shared === 'lost' ? afterLoss(local, moment()) : joinShared(local, shared, moment()));
    version = next;
  }

  async function swap(expected: number, message: string): Promise<BudgetReply> {
    const { now, wall } = moment();
    const state = storedState({ monotonic: now, wall, state: ledger.current() }).join('');
    return connection.run((client) => client.swapBudget(keys, { version: expected, state, message }));
  }

  async function read(): Promise<void> {
    const values = { version: NO_VERSION, state: '', message: '' };
    adopt(await connection.run((client) => client.swapBudget(keys, values)));
  }

  /**
   * Changes the state. A change that does nothing is computed again from the newest state.
   *
   * @param change changes the ledger, and returns whether it did; called again after each conflict
   * @param message sent to the other replicas with the change
   */
  async function update<T>(change: () => { result: T; isChanged: boolean }, message = ''): Promise<T> {
    let isNewest = false;
    for (;;) {
      if (version === null) {
        await read();
        isNewest = true;
      }
      const before = ledger.current();
      ledger.replace({ ...before, inFlight: expireRequests(before.inFlight, clock.monotonic()) });
      const { result, isChanged } = change();
      if (!isChanged) {
        if (isNewest) return result;
        version = null;
        continue;
      }
      const startedAt = own.monotonic();
      const reply = await swap(version ?? NO_VERSION, message).catch((error: unknown) => {
        ledger.replace(before);
        // It may have been written nevertheless.
        version = null;
        throw error;
      });
      if (reply.isWritten && own.monotonic() - startedAt > STALE_MS) {
        version = null;
        throw new FailureError(unreachable);
      }
      if (reply.isWritten) {
        version = reply.version;
        return result;
      }
      ledger.replace(before);
      adopt(reply);
      isNewest = true;
    }
  }

  function record({ sentAt, ...outcome }: Settled): BackoffChange {
    const state = ledger.current();
    const inFlight = restoreRequest(state.inFlight, { order: outcome.order, sentAt });
    ledger.replace({ ...state, inFlight });
    return ledger.answered(outcome);
  }

  /** Writes the results in their order. @returns the change by the last one */
  async function writeResults(): Promise<BackoffChange | null> {
    let change: BackoffChange | null = null;
    for (let outcome = unwritten[0]; outcome !== undefined; outcome = unwritten[0]) {
      const settled = outcome;
      change = await update(() => ({ result: record(settled), isChanged: true }), ROOM);
      unwritten.shift();
    }
    return change;
  }

  events.on('room', () => onRoom());
  heartbeat.onBeat(({ budgetVersion }) => {
    // The ledger also answers questions that change nothing, such as those of the usage page.
    if (budgetVersion !== version) void queued(read).catch(() => {});
  });
  connection.onChange((isUp) => {
    if (!isUp) return;
    version = null;
    void queued(writeResults).catch(() => {});
  });
  return {
    acquire: (purpose, charge) =>
      queued(async () => {
        try {
          await writeResults();
          return await update<Acquired>(() => {
            const decision = ledger.decide(purpose);
            if (decision.kind !== 'admit') return { result: decision, isChanged: false };
            const sentAt = clock.monotonic();
            return { result: { kind: 'admit', order: ledger.sent(charge), sentAt }, isChanged: true };
          });
        } catch (error) {
          if (isFailure(error)) return { kind: 'refuse', failure: unreachable };
          throw error;
        }
      }),
    settle(outcome) {
      unwritten.push(outcome);
      return queued(async () => {
        const before = ledger.current().backoff.current;
        const change = await writeResults().catch(() => record(outcome));
        // Null: written together with an earlier call.
        return change ?? { before, after: ledger.current().backoff.current };
      });
    },
    onRoom(listener) {
      onRoom = listener;
    },
  };
}
