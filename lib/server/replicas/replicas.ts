import 'server-only';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { parseJson } from '../storage/parse-json.ts';
import { StorageError } from '../storage/problem.ts';
import type { Storage } from '../storage/storage.ts';
import type { DatabaseClock } from './database-clock.ts';
import { createLeaderRequests, type LeaderRequests, noRequests } from './leader-requests.ts';
import { databaseNow, type HeldLease, type Lease, soleLease } from './lease.ts';
import { createMessages, type MessageKind } from './messages.ts';

/** What this replica tells the others about its viewers. */
interface LocalViewers {
  /** The shortest interval that they request, seconds; null when there are none or all have paused. */
  wantedS: number | null;
  ids: readonly string[];
}

/** The running replicas. */
export interface Replicas {
  /** A short random name of this replica. */
  name: string;
  lease: Lease;
  requests: LeaderRequests;
  /** Number of running replicas, at least 1. */
  count(): number;
  /** The viewers of the other replicas. */
  others(): { wantedS: number | null; ids: ReadonlySet<string> };
  /** Sets the function that tells of the viewers of this replica. */
  announce(local: () => LocalViewers): void;
  /** Adds a function that is called when the viewers of the others have changed. */
  onViewersChanged(listener: () => void): void;
  /**
   * Adds a function that looks at the tables for what has changed: every few seconds, and after such a message. Its StorageErrors
   * are expected.
   */
  onLook(listener: () => Promise<void>, message?: MessageKind): void;
  /** Whether replicas of another version should lead rather than this one: they have stored what this one cannot read. */
  setReluctant(isReluctant: boolean): void;
  /** Resolves after the first look, or after it has failed. From then on this replica may lead. */
  start(): Promise<void>;
  /** Hands leadership over. */
  stop(): Promise<void>;
  /** Receives no more messages. */
  close(): void;
}

const nobody = { wantedS: null, ids: new Set<string>() };

/** A process without replicas. */
export function soleReplica(name: string): Replicas {
  return {
    name,
    lease: soleLease,
    requests: noRequests,
    count: () => 1,
    others: () => nobody,
    announce: () => {},
    onViewersChanged: () => {},
    onLook: () => {},
    setReluctant: () => {},
    start: async () => {},
    stop: async () => {},
    close: () => {},
  };
}

/** While the database cannot be reached it is tried this often, milliseconds. */
const RETRY_MS = 1_000;
/** A replica that was not seen for this long is not counted any more. */
const ABSENT_MS = 15_000;
/** SQLSTATE undefined_table: somebody has emptied the database. */
const UNDEFINED_TABLE = '42P01';

const idsSchema = z.array(z.string()).catch([]);

/**
 * Replicas that share a PostgreSQL database.
 *
 * @param parts.prepare creates the tables, and tells whether to lead at once although another replica leads. Called before
 *   anything else, and again when the tables are gone; null: this replica may not use the data
 */
export function createReplicas(parts: {
  name: string;
  storage: Storage;
  pool: pg.Pool;
  lease: HeldLease;
  prepare: () => Promise<{ leadsByForce: boolean } | null>;
  own: Clock;
  clock: DatabaseClock;
  log: Pick<Logger, 'info' | 'warn'>;
}): Replicas {
  const { name, storage, lease, prepare, own, clock, log } = parts;
  const messages = createMessages(parts.pool);
  const requests = createLeaderRequests({ storage, lease, messages, own, log });
  const looks: (() => Promise<void>)[] = [requests.look];
  const viewersListeners: (() => void)[] = [];
  let local: () => LocalViewers = () => ({ wantedS: null, ids: [] });
  let others: ReturnType<Replicas['others']> = nobody;
  let count = 1;
  let prepared: Awaited<ReturnType<typeof prepare>> = null;
  let isPrepared = false;
  let isReluctant = false;
  let isStopped = false;
  let cancelTimer = () => {};
  let running: Promise<void> | null = null;

  async function meetOthers(): Promise<void> {
    const { wantedS, ids } = local();
    const row = { seen_at: databaseNow, wanted_s: wantedS, viewers: JSON.stringify(ids) };
    const present = await storage.write(async (db) => {
      const oldest = sql<number>`${databaseNow} - ${ABSENT_MS}::bigint`;
      await db
        .insertInto('replica')
        .values({ name, ...row })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
        .execute();
      await db.deleteFrom('replica').where('seen_at', '<', oldest).execute();
      return db.selectFrom('replica').selectAll().where('name', '!=', name).execute();
    });
    count = 1 + present.length;
    const wanted = present.flatMap(({ wanted_s }) => (wanted_s === null ? [] : [wanted_s]));
    const before = others;
    others = {
      wantedS: wanted.length === 0 ? null : Math.min(...wanted),
      ids: new Set(present.flatMap(({ viewers }) => idsSchema.parse(parseJson(viewers)))),
    };
    if (before.wantedS === others.wantedS && before.ids.size === others.ids.size) return;
    for (const listener of viewersListeners) listener();
  }

  async function beat(): Promise<void> {
    if (!isPrepared) {
      prepared = await prepare();
      isPrepared = true;
    }
    const sentAt = own.monotonic();
    const { rows } = await storage.read((db) =>
      sql<{ now: number }>`SELECT ${databaseNow} AS now`.execute(db),
    );
    if (rows[0]) clock.adjust(rows[0].now, sentAt);
    if (prepared !== null) {
      // A new leader must have seen what the last one has stored.
      if (lease.term() === null) await lookAll();
      if (!isStopped) await lease.hold(howToLead());
    }
    await meetOthers();
    await storage.read(messages.listen);
    await lookAll();
  }

  function howToLead() {
    if (prepared?.leadsByForce) {
      prepared = { leadsByForce: false };
      return 'by_force';
    }
    return isReluctant ? 'reluctantly' : 'normally';
  }

  async function lookAll(): Promise<void> {
    for (const look of looks) await look();
  }

  function handle(error: unknown): void {
    if (!(error instanceof StorageError)) log.warn({ err: error }, 'the database could not be looked at');
    else if (isTableMissing(error)) isPrepared = false;
  }

  /** One at a time. */
  function run(): Promise<void> {
    running ??= beat()
      .catch(handle)
      .finally(() => {
        running = null;
        cancelTimer();
        if (isStopped) return;
        const waitMs = isPrepared && storage.unreachableSince() === null ? lease.nextMs() : RETRY_MS;
        cancelTimer = own.after(waitMs, () => void run());
      });
    return running;
  }

  messages.on('lease', () => void run());
  return {
    name,
    lease,
    requests,
    count: () => count,
    others: () => others,
    announce(viewers) {
      local = viewers;
    },
    onViewersChanged: (listener) => viewersListeners.push(listener),
    onLook(listener, message) {
      looks.push(listener);
      if (message) messages.on(message, () => void listener().catch(handle));
    },
    setReluctant(next) {
      isReluctant = next;
    },
    start: run,
    async stop() {
      isStopped = true;
      cancelTimer();
      await lease.release();
      await storage
        .write((db) => db.deleteFrom('replica').where('name', '=', name).execute())
        .catch(() => {});
    },
    close: messages.close,
  };
}

function isTableMissing({ cause }: StorageError): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === UNDEFINED_TABLE;
}
