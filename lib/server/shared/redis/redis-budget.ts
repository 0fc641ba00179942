import 'server-only';
import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import { FailureError, isFailure } from '../../errors.ts';
import type { Acquired, BackoffChange, Budget } from '../../quota/budget.ts';
import { expireRequests } from '../../quota/in-flight-requests.ts';
import type { QuotaLedger } from '../../quota/quota-ledger.ts';
import { afterLoss, joinShared, parseSharedState } from '../../quota/shared-state.ts';
import type { Moment, Outcome } from '../../quota/state.ts';
import { storedState } from '../../quota/stored-state.ts';
import { serializeMessage } from './events.ts';
import type { BudgetReply, BudgetWrite } from './scripts.ts';
import type { SharedClock } from './shared-clock.ts';

/** Never the version of a state: swapping with it only reads. */
const NO_VERSION = -1;
/**
 * After this many conflicts in a row a change waits in the queue of writers, because the replica that has just written knows
 * the newest state and would be first again and again. In the queue from the first conflict on, all changes would take longer.
 */
const CONFLICTS_BEFORE_QUEUEING = 4;
/** A process that was stopped for longer while it asked does not send: other replicas may have used the room meanwhile. */
const STALE_MS = 2_000;
const ROOM = serializeMessage({ kind: 'room' });
const unreachable = { code: 'shared_state_unreachable' } as const;

/**
 * The budget of all replicas. The ledger holds the last known state. Each change is computed from it by the same functions
 * as in one process, and written if nobody else has changed the state meanwhile, otherwise computed again.
 *
 * A result that cannot be written is kept and written later: until then its request counts as in flight. After the deadline
 * of an attempt the request counts as possibly counted by upstream, and a later result is dropped: its counters are old.
 *
 * @param parts.swapBudget replaces the shared state if its version is the expected one
 * @param parts.onReachable adds a function that is called when Redis can be reached again
 * @param parts.onRoomMessage adds a function that is called when a replica reports room for a request
 * @param parts.onVersion adds a function that regularly receives the version of the state in Redis, and whether at that
 *   moment a replica may have run that writes it in a form which this one cannot read
 * @param parts.clock shared by all replicas; @param parts.own the process's own
 */
export function createRedisBudget(parts: {
  swapBudget: (values: BudgetWrite) => Promise<BudgetReply>;
  onReachable: (listener: () => void) => void;
  ledger: QuotaLedger;
  clock: Pick<SharedClock, 'now' | 'monotonic' | 'onJump'>;
  own: Pick<Clock, 'monotonic'>;
  onRoomMessage: (listener: () => void) => void;
  onVersion: (listener: (version: number, isLaterRunning: boolean) => void) => void;
  log: Pick<Logger, 'warn'>;
}): Budget {
  const { swapBudget, ledger, clock, own, log } = parts;
  const moment = (): Moment => ({ now: clock.monotonic(), wall: clock.now() });
  /** The version of the ledger's state; null when it must be read. */
  let version: number | null = null;
  /** The greatest version known. A smaller one is of old data that Redis has restored. */
  let newestVersion = 0;
  /** Whether the clock has jumped since the state was read: its times mean nothing any more. */
  let hasJumped = false;
  let hasWarned = false;
  /**
   * The last version of the state that was seen without a replica that may have written it in a later form; null: none. A
   * replica registers before it writes, so that a later form in this version is of replicas that have ended: after a
   * downgrade nobody else would ever replace it.
   */
  let abandoned: number | null = null;
  const unwritten: Outcome[] = [];
  let last: Promise<unknown> = Promise.resolve();
  let onRoom = () => {};

  /** Serializes the changes of this process, so that only those of other replicas conflict. */
  function queued<T>(run: () => Promise<T>): Promise<T> {
    const result = last.then(run);
    last = result.catch(() => undefined);
    return result;
  }

  /** Makes the shared state the ledger's. @throws FailureError when a later version of Sightline may have written it and run */
  function adopt({ state, version: next }: BudgetReply): void {
    const isLost = state === null || hasJumped || next < newestVersion;
    const shared = isLost ? 'lost' : parseSharedState(state, clock.monotonic());
    if (shared === 'foreign' && next !== abandoned) {
      if (!hasWarned) log.warn({ record: 'budget' }, 'left a shared record of another version alone');
      hasWarned = true;
      throw new FailureError(unreachable);
    }
    if (shared === 'foreign') {
      log.warn({ record: 'budget' }, 'replaces a shared record, because no replica of its version runs');
    }
    hasWarned = false;
    hasJumped = false;
    const local = ledger.current();
    const isKnown = shared !== 'lost' && shared !== 'foreign';
    ledger.replace(isKnown ? joinShared(local, shared, moment()) : afterLoss(local, moment()));
    learnVersion(next);
  }

  function learnVersion(next: number): void {
    version = next;
    newestVersion = Math.max(newestVersion, next);
  }

  async function swap(values: Omit<BudgetWrite, 'state'>): Promise<BudgetReply> {
    const { now, wall } = moment();
    const state = storedState({ monotonic: now, wall, state: ledger.current() }).join('');
    return swapBudget({ ...values, state });
  }

  async function read(): Promise<void> {
    adopt(await swapBudget({ version: NO_VERSION, state: '', message: '', joinsQueue: false }));
  }

  /**
   * Changes the state. A change that does nothing is computed again from the newest state.
   *
   * @param change changes the ledger, and returns whether it did; called again after each conflict
   * @param message sent to the other replicas with the change
   */
  async function update<T>(change: () => { result: T; isChanged: boolean }, message = ''): Promise<T> {
    let isNewest = false;
    let conflicts = 0;
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
      const joinsQueue = conflicts >= CONFLICTS_BEFORE_QUEUEING;
      const expected = version ?? NO_VERSION;
      const reply = await swap({ version: expected, message, joinsQueue }).catch((error: unknown) => {
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
        learnVersion(reply.version);
        return result;
      }
      ledger.replace(before);
      adopt(reply);
      conflicts += 1;
    }
  }

  /** Records a result, unless its request has expired, or was settled by a write whose reply was lost. */
  function record(outcome: Outcome): BackoffChange {
    const { inFlight, backoff } = ledger.current();
    const isInFlight = inFlight.requests.some(({ order }) => order === outcome.order);
    return isInFlight ? ledger.answered(outcome) : { before: backoff.current, after: backoff.current };
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

  async function readSoon(): Promise<void> {
    try {
      await queued(read);
      // The message that there is room may have been lost.
      onRoom();
    } catch (error) {
      if (!isFailure(error)) log.warn({ err: error }, 'the shared budget could not be read');
    }
  }

  parts.onRoomMessage(() => onRoom());
  clock.onJump(() => {
    hasJumped = true;
    version = null;
  });
  parts.onVersion((current, isLaterRunning) => {
    abandoned = isLaterRunning ? null : current;
    // The ledger also answers questions that change nothing, such as those of the usage page.
    if (current !== version) void readSoon();
  });
  parts.onReachable(() => {
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
            return { result: { kind: 'admit', order: ledger.sent(charge) }, isChanged: true };
          });
        } catch (error) {
          // Requests that wait must get an answer.
          if (!isFailure(error)) log.warn({ err: error }, 'the shared budget could not be changed');
          return { kind: 'refuse', failure: unreachable };
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
