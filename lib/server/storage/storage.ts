import 'server-only';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { ReportedProblem } from '../../contract/storage-problems.ts';
import type { Clock } from '../clock.ts';
import type { Database, LeaderTransaction, Tables } from './database.ts';
import type { SetAside } from './set-aside.ts';
import { isReported, StorageError, toStorageError } from './storage-error.ts';

/** The database, with the present problem of storing data. All parts that store data use it. Its functions throw StorageError. */
export type Storage = ReturnType<typeof createStorage>;

/** How often a database file that could not be opened at the start is tried again, milliseconds. */
const RETRY_MS = 30_000;

/** What is done with the database. */
type DatabaseUse = 'read' | 'write' | 'write_as_leader';

/** Runs statements, each in a transaction of its own. */
type Statements = <T>(run: (db: Kysely<Tables>) => Promise<T>) => Promise<T>;

/**
 * @param parts.term returns the term in which this replica leads; null: it does not lead. With SQLite the only process leads
 * @param parts.startProblem why the data of this process will not survive a restart, until a retry succeeds; null: it will
 * @param parts.startCause the error that shows it, for the log
 * @param parts.markDamaged called when damage is found
 */
export function createStorage(
  database: Database,
  parts: {
    term: () => number | null;
    clock: Pick<Clock, 'now' | 'after'>;
    log: Pick<Logger, 'warn' | 'info'>;
    startProblem?: ReportedProblem | null;
    startCause?: unknown;
    markDamaged?: () => Promise<void>;
  },
) {
  const { db, engine } = database;
  const { term, clock, log, startCause, markDamaged } = parts;
  let { startProblem = null } = parts;
  const listeners: (() => void)[] = [];
  /** `shownBy`: what showed the problem. */
  let current: { problem: ReportedProblem; since: number; shownBy: DatabaseUse } | null = null;
  let setAside: SetAside | null = null;

  /** @param error the error that shows the problem */
  function change(problem: ReportedProblem | null, shownBy: DatabaseUse, error?: unknown): void {
    const before = current?.problem ?? null;
    if (problem === before) return;
    current = problem && { problem, since: current?.since ?? clock.now(), shownBy };
    if (problem === null) log.info({}, 'the storage works again');
    else
      log.warn(
        { problem, err: error },
        'the storage cannot be used; data will not survive a restart until it can',
      );
    if (problem === 'damaged') void markDamaged?.();
    for (const listener of listeners) listener();
  }

  /** Whether success shows that the present problem is over. A renewed lease does not show that a list can be stored. */
  function isOver(access: DatabaseUse): boolean {
    if (current === null || current.problem === 'damaged') return false;
    return current.problem === 'unreachable' || access === current.shownBy;
  }

  async function note<T>(run: () => Promise<T>, access: DatabaseUse): Promise<T> {
    try {
      const result = await run();
      if (startProblem === null && isOver(access)) change(null, access);
      return result;
    } catch (error) {
      const failure = toStorageError(error);
      const { problem } = failure;
      // A read that fails for another reason shows a fault of the statement or of one row, not of the database.
      const isOfDatabase = startProblem === null && (problem !== 'other' || access !== 'read');
      if (isOfDatabase && isReported(problem)) change(problem, access, failure.cause);
      throw failure;
    }
  }

  const read: Statements = (run) => note(() => run(db), 'read');
  /** For rows that every replica writes. */
  const write: Statements = (run) => note(() => run(db), 'write');
  /** For rows that only the leader writes. */
  const asLeader: LeaderTransaction = (run) => {
    const inTerm = async (trx: Transaction<Tables>) => {
      const own = term();
      await beginTerm(trx, own);
      const result = await run(trx);
      await endTerm(trx, own);
      return result;
    };
    return note(() => db.transaction().execute(engine === 'postgresql' ? inTerm : run), 'write_as_leader');
  };

  change(startProblem, 'write', startCause);
  return {
    ...database,
    read,
    write,
    asLeader,
    /** Why data cannot be stored, and since when (epoch ms); null: it can. */
    problem: () => current,
    /** Since when the database cannot be reached, epoch ms; null: it can. */
    unreachableSince: () => (current?.problem === 'unreachable' ? current.since : null),
    /** Tries regularly to end the problem of the start. @param attempt throws if it did not succeed */
    retryRegularly(attempt: () => Promise<void>): void {
      clock.after(RETRY_MS, () => {
        attempt().then(
          () => {
            startProblem = null;
            change(null, 'write');
          },
          () => this.retryRegularly(attempt),
        );
      });
    },
    /** Adds a function that is called after each change of `problem`. */
    onProblem(listener: () => void): void {
      listeners.push(listener);
    },
    /** What is set aside: since the start, or until it is known whose it is; null: nothing. */
    setAside: () => setAside,
    noteSetAside(what: SetAside | null): void {
      if (what !== null) log.warn(what, 'stored data was set aside');
      setAside = what;
    },
    close: () => db.destroy(),
  };
}

/** The server ends a statement, and a transaction that waits for its client, after these times, milliseconds. */
const STATEMENT_MS = 10_000;
const IDLE_IN_TRANSACTION_MS = 4_000;

/**
 * Limits a transaction of the leader, so that the locks of a frozen leader do not hold up the next one for long. The limits belong to
 * the transaction, because a pooler gives each transaction another session.
 */
async function beginTerm(trx: Transaction<Tables>, term: number | null): Promise<void> {
  const { rows } = await sql<{ leads: boolean }>`
    SELECT EXISTS (SELECT FROM lease WHERE term = ${term}) AS leads,
      set_config('statement_timeout', ${String(STATEMENT_MS)}, true),
      set_config('idle_in_transaction_session_timeout', ${String(IDLE_IN_TRANSACTION_MS)}, true)`.execute(
    trx,
  );
  if (!rows[0]?.leads) throw new StorageError('not_leader');
}

/**
 * Checks last whether the replica still leads, because it may have been frozen since. From then on the lock of the row holds up a new
 * leader. It is not locked earlier: a renewal of the own lease would wait for all statements of a long transaction.
 */
async function endTerm(trx: Transaction<Tables>, term: number | null): Promise<void> {
  const lease = trx.selectFrom('lease').select('term').where('term', '=', term);
  if (!(await lease.modifyEnd(sql`FOR SHARE`).executeTakeFirst())) throw new StorageError('not_leader');
}
