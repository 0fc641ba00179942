import 'server-only';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database, LeaderTransaction, Tables } from './database.ts';
import { createLeaderTransaction } from './leader-transaction.ts';
import type { OpenedDatabase, SetAside } from './open-sqlite-file.ts';
import { type ReportedProblem, toStorageError } from './problem.ts';

/** The database as the rest of the server uses it: it knows whether data can be stored. Its functions throw StorageError. */
export interface Storage extends Database {
  read: Statements;
  /** For what every replica writes. */
  write: Statements;
  /** For what only the leader writes. */
  asLeader: LeaderTransaction;
  /** Why data cannot be stored, and since when (epoch ms); null: it can. */
  problem(): { problem: ReportedProblem; since: number } | null;
  /** Since when the database cannot be reached, epoch ms; null: it can. */
  unreachableSince(): number | null;
  /** Adds a function that is called when the database cannot be reached, or can be again. */
  onReachable(listener: (isReachable: boolean) => void): void;
  /** What was set aside since the start; null: nothing. */
  setAside(): SetAside | null;
  noteSetAside(what: SetAside): void;
  close(): Promise<void>;
}

/** Runs statements, of which each is a transaction of its own. */
type Statements = <T>(run: (db: Kysely<Tables>) => Promise<T>) => Promise<T>;

/** @param parts.term see `createLeaderTransaction` */
export function createStorage(
  opened: OpenedDatabase,
  parts: { term: () => number | null; clock: Pick<Clock, 'now'>; log: Pick<Logger, 'warn' | 'info'> },
): Storage {
  const { database } = opened;
  const { clock, log } = parts;
  const listeners: ((isReachable: boolean) => void)[] = [];
  let current: ReturnType<Storage['problem']> = null;
  let setAside: SetAside | null = null;

  /** @param error that has shown the problem */
  function change(problem: ReportedProblem | null, error?: unknown): void {
    const before = current?.problem ?? null;
    if (problem === before) return;
    current = problem === null ? null : { problem, since: current?.since ?? clock.now() };
    if (problem === null) log.info({}, 'the storage works again');
    else
      log.warn(
        { problem, err: error },
        'the storage cannot be used; data will not survive a restart until it can',
      );
    if (problem === 'damaged') opened.markDamaged();
    if ((problem === 'unreachable') !== (before === 'unreachable')) {
      for (const listener of listeners) listener(problem !== 'unreachable');
    }
  }

  async function note<T>(run: () => Promise<T>, isWrite: boolean): Promise<T> {
    try {
      const result = await run();
      // What can be read may still not be writable, and one row that can be read proves nothing of the others.
      const isOver = current?.problem === 'unreachable' || (isWrite && current?.problem !== 'damaged');
      if (opened.problem === null && isOver) change(null);
      return result;
    } catch (error) {
      const failure = toStorageError(error);
      // A problem of the start lasts until the end of the process.
      const { problem } = failure;
      const isOfDatabase = opened.problem === null && (problem !== 'other' || isWrite);
      if (isOfDatabase && problem !== 'not_leader') change(problem, failure.cause);
      throw failure;
    }
  }

  function noteSetAside(what: SetAside): void {
    log.warn(what, 'stored data was set aside');
    setAside = what;
  }

  if (opened.problem !== null) change(opened.problem);
  if (opened.setAside !== null) noteSetAside(opened.setAside);
  const transaction = createLeaderTransaction(database, parts.term);
  return {
    ...database,
    read: (run) => note(() => run(database.db), false),
    write: (run) => note(() => run(database.db), true),
    asLeader: (run) => note(() => transaction(run), true),
    problem: () => current,
    unreachableSince: () => (current?.problem === 'unreachable' ? current.since : null),
    onReachable: (listener) => listeners.push(listener),
    setAside: () => setAside,
    noteSetAside,
    async close() {
      await database.db.destroy();
      opened.remove();
    },
  };
}
