import 'server-only';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database, LeaderTransaction, Tables } from './database.ts';
import type { SetAside } from './set-aside.ts';
import { type ReportedProblem, StorageError, toStorageError } from './storage-error.ts';

/** The database, with the present problem of storing data. All other rooms use it. Its functions throw StorageError. */
export type Storage = ReturnType<typeof createStorage>;

/** Runs statements, each in a transaction of its own. */
type Statements = <T>(run: (db: Kysely<Tables>) => Promise<T>) => Promise<T>;

/**
 * @param parts.term returns the term in which this replica leads; null: it does not lead. With SQLite the only process leads
 * @param parts.startProblem why the data of this process will not survive a restart; null: it will
 * @param parts.markDamaged called when damage is found
 */
export function createStorage(
  database: Database,
  parts: {
    term: () => number | null;
    clock: Pick<Clock, 'now'>;
    log: Pick<Logger, 'warn' | 'info'>;
    startProblem?: ReportedProblem | null;
    markDamaged?: () => Promise<void>;
  },
) {
  const { db, engine } = database;
  const { term, clock, log, startProblem = null, markDamaged } = parts;
  const listeners: ((isReachable: boolean) => void)[] = [];
  let current: { problem: ReportedProblem; since: number } | null = null;
  let setAside: SetAside | null = null;

  /** @param error the error that shows the problem */
  function change(problem: ReportedProblem | null, error?: unknown): void {
    const before = current?.problem ?? null;
    if (problem === before) return;
    current = problem && { problem, since: current?.since ?? clock.now() };
    if (problem === null) log.info({}, 'the storage works again');
    else
      log.warn(
        { problem, err: error },
        'the storage cannot be used; data will not survive a restart until it can',
      );
    if (problem === 'damaged') void markDamaged?.();
    if ((problem === 'unreachable') !== (before === 'unreachable')) {
      for (const listener of listeners) listener(problem !== 'unreachable');
    }
  }

  async function note<T>(run: () => Promise<T>, isWrite: boolean): Promise<T> {
    try {
      const result = await run();
      // A successful read does not prove that writing succeeds, nor that all other rows can be read.
      const isOver = current?.problem === 'unreachable' || (isWrite && current?.problem !== 'damaged');
      if (startProblem === null && isOver) change(null);
      return result;
    } catch (error) {
      const failure = toStorageError(error);
      const { problem } = failure;
      // A read that fails for another reason shows a fault of the statement or of one row, not of the database.
      const isOfDatabase = startProblem === null && (problem !== 'other' || isWrite);
      if (isOfDatabase && problem !== 'not_leader') change(problem, failure.cause);
      throw failure;
    }
  }

  const read: Statements = (run) => note(() => run(db), false);
  /** For rows that every replica writes. */
  const write: Statements = (run) => note(() => run(db), true);
  /** For rows that only the leader writes. */
  const asLeader: LeaderTransaction = (run) => {
    const inTerm = async (trx: Transaction<Tables>) => {
      if (engine === 'postgresql') await checkTerm(trx, term());
      return run(trx);
    };
    return note(() => db.transaction().execute(inTerm), true);
  };

  change(startProblem);
  return {
    ...{ ...database, read, write, asLeader },
    /** Why data cannot be stored, and since when (epoch ms); null: it can. */
    problem: () => current,
    /** Since when the database cannot be reached, epoch ms; null: it can. */
    unreachableSince: () => (current?.problem === 'unreachable' ? current.since : null),
    /** Adds a function that is called when the database cannot be reached, or can be again. */
    onReachable(listener: (isReachable: boolean) => void): void {
      listeners.push(listener);
    },
    /** What was set aside since the start; null: nothing. */
    setAside: () => setAside,
    noteSetAside(what: SetAside): void {
      log.warn(what, 'stored data was set aside');
      setAside = what;
    },
    close: () => db.destroy(),
  };
}

/** A replica that was frozen can believe that it still leads. The lock of the row holds up a new leader until the transaction ends. */
async function checkTerm(trx: Transaction<Tables>, term: number | null): Promise<void> {
  const lease =
    term !== null &&
    (await trx
      .selectFrom('lease')
      .select('term')
      .where('term', '=', term)
      .modifyEnd(sql`FOR SHARE`)
      .executeTakeFirst());
  if (!lease) throw new StorageError('not_leader');
}
