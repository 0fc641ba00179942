import 'server-only';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import { parseJson } from '../../text/parse-json.ts';
import type { Clock, DatabaseClock } from '../clock.ts';
import { FailureError } from '../errors.ts';
import type { Storage } from '../storage/storage.ts';
import { StorageError } from '../storage/storage-error.ts';
import { createLeaderRequests, type LeaderRequests } from './leader-requests.ts';
import { databaseNow, type HeldLease, type Lease, soleLease } from './lease.ts';
import { createMessages } from './messages.ts';

/** Viewers of replicas. `isWatched`: one of them has not paused. */
interface ReplicaViewers {
  isWatched: boolean;
  ids: ReadonlySet<string>;
}

/** The running replicas, as this one sees them. */
export interface Replicas {
  /** A short random name of this replica. */
  name: string;
  lease: Lease;
  requests: LeaderRequests;
  /** Number of running replicas, at least 1. */
  count(): number;
  others(): ReplicaViewers;
  /** Sets the function that returns the viewers of this replica. */
  announce(local: () => ReplicaViewers): void;
  /** Adds a function that is called when the viewers of the others have changed. */
  onViewersChanged(listener: () => void): void;
  /**
   * Resolves after the first call of `look`, also if it failed. From then on this replica may lead.
   *
   * @param look reads changes from the tables, every few seconds and when a list was published. It may throw StorageErrors
   */
  start(look: () => Promise<void>): Promise<void>;
  /** Releases the lease. Afterwards no messages arrive, so that requests to the new leader query for their answers. */
  stop(): Promise<void>;
}

const nobody: ReplicaViewers = { isWatched: false, ids: new Set() };

/** A replica that was not seen for this time no longer counts. */
const ABSENT_MS = 15_000;

const idsSchema = z.array(z.string()).catch([]);

/** A process without replicas. */
export function soleReplica(name: string): Replicas {
  return {
    name,
    lease: soleLease,
    requests: { ask: () => Promise.reject(new FailureError({ code: 'no_leader' })), serve: () => {} },
    count: () => 1,
    others: () => nobody,
    announce: () => {},
    onViewersChanged: () => {},
    start: async () => {},
    stop: async () => {},
  };
}

/** The interval of attempts while the database cannot be reached, milliseconds. */
const RETRY_MS = 1_000;
/** SQLSTATE undefined_table: somebody has emptied the database. */
const UNDEFINED_TABLE = '42P01';

/**
 * Replicas that share a PostgreSQL database.
 *
 * @param parts.prepare creates the tables, and returns whether to lead at once although another replica leads. Called first, and
 *   again when the tables are gone
 */
export function createReplicas(parts: {
  name: string;
  storage: Storage;
  pool: pg.Pool;
  lease: HeldLease;
  prepare: () => Promise<{ leadsByForce: boolean }>;
  own: Clock;
  clock: DatabaseClock;
  log: Pick<Logger, 'info' | 'warn'>;
}): Replicas {
  const { name, storage, lease, prepare, own, clock, log } = parts;
  const messages = createMessages(parts.pool);
  const requests = createLeaderRequests({ storage, lease, messages, own, log });
  const { meet, leave, ...roster } = createRoster(name, storage);
  let look = async () => {};
  let isPrepared = false;
  let leadsByForce = false;
  let isStopped = false;
  let cancelTimer = () => {};
  let running: Promise<void> | null = null;

  async function beat(): Promise<void> {
    if (!isPrepared) {
      ({ leadsByForce } = await prepare());
      isPrepared = true;
    }
    await adjustClock();
    // A new leader must first read what the last one stored.
    if (lease.term() === null) await look();
    if (!isStopped) {
      await lease.hold(leadsByForce);
      leadsByForce = false;
    }
    if (isStopped) return;
    await meet();
    await storage.read(messages.listen);
    // A listening connection would delay the closing of the pool.
    if (isStopped) return messages.close();
    await requests.look();
    await look();
  }

  async function adjustClock(): Promise<void> {
    const sentAt = own.monotonic();
    const { rows } = await storage.read((db) =>
      sql<{ now: number }>`SELECT ${databaseNow} AS now`.execute(db),
    );
    if (rows[0]) clock.adjust(rows[0].now, sentAt);
  }

  function handle(error: unknown): void {
    if (!(error instanceof StorageError)) log.warn({ err: error }, 'the database could not be looked at');
    else if (isTableMissing(error)) isPrepared = false;
  }

  /** One at a time. */
  async function run(): Promise<void> {
    if (isStopped) return;
    running ??= beat()
      .catch(handle)
      .finally(() => {
        running = null;
        cancelTimer();
        if (isStopped) return;
        const waitMs = isPrepared && storage.unreachableSince() === null ? lease.nextMs() : RETRY_MS;
        cancelTimer = own.after(waitMs, () => void run());
      });
    await running;
  }

  messages.received.on('lease', () => void run());
  messages.received.on('snapshot', () => void look().catch(handle));
  return {
    ...roster,
    name,
    lease,
    requests,
    start(read) {
      look = read;
      return run();
    },
    async stop() {
      isStopped = true;
      cancelTimer();
      await lease.release();
      await leave().catch(() => {});
      messages.close();
    },
  };
}

const isTableMissing = ({ cause }: StorageError) =>
  cause instanceof Error && 'code' in cause && cause.code === UNDEFINED_TABLE;

/** @returns also `meet`, which writes this replica's row and reads the others', and `leave`. Both throw StorageError */
function createRoster(name: string, storage: Pick<Storage, 'write'>) {
  const listeners: (() => void)[] = [];
  let local = () => nobody;
  let others = nobody;
  let count = 1;
  return {
    count: () => count,
    others: () => others,
    announce(viewers: () => ReplicaViewers): void {
      local = viewers;
    },
    onViewersChanged: (listener: () => void): void => void listeners.push(listener),
    async meet(): Promise<void> {
      const { isWatched, ids } = local();
      // Null: nobody looks. An older version replaces 0 seconds by the operator's interval.
      const wanted_s = isWatched ? 0 : null;
      const row = { seen_at: databaseNow, wanted_s, viewers: JSON.stringify([...ids]) };
      const present = await storage.write(async (db) => {
        await db
          .insertInto('replica')
          .values({ name, ...row })
          .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
          .execute();
        const oldest = sql<number>`${databaseNow} - ${ABSENT_MS}::bigint`;
        await db.deleteFrom('replica').where('seen_at', '<', oldest).execute();
        return db.selectFrom('replica').selectAll().where('name', '!=', name).execute();
      });
      count = 1 + present.length;
      const before = others;
      others = {
        isWatched: present.some(({ wanted_s }) => wanted_s !== null),
        ids: new Set(present.flatMap(({ viewers }) => idsSchema.parse(parseJson(viewers)))),
      };
      if (before.isWatched === others.isWatched && before.ids.size === others.ids.size) return;
      for (const listener of listeners) listener();
    },
    async leave(): Promise<void> {
      await storage.write((db) => db.deleteFrom('replica').where('name', '=', name).execute());
    },
  };
}
