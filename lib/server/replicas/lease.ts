import 'server-only';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import { LEASE_MS, RENEW_MS, UPSTREAM_DEADLINE_MS } from '../../contract/limits.ts';
import type { Clock } from '../clock.ts';
import type { Tables } from '../storage/database.ts';
import type { Storage } from '../storage/storage.ts';
import { notify } from './messages.ts';

/**
 * Leadership over the replicas. Only the leader reads from upstream and writes the results. Every term has a number, which prevents
 * writes of a leader that was replaced without noticing.
 */
export interface Lease {
  /** The number of this replica's term; null while it does not lead. */
  term(): number | null;
  /** Whether the term lasts at least as long as one request to upstream. */
  maySend(): boolean;
  /** Whether any replica leads, as far as known. */
  isHeld(): boolean;
  /** Adds a function that is called after each change of `term`. */
  onChange(listener: () => void): void;
}

/** The lease of a process without replicas, which always leads. */
export const soleLease: Lease = {
  term: () => 1,
  maySend: () => true,
  isHeld: () => true,
  onChange: () => {},
};

export type HeldLease = ReturnType<typeof createLease>;

const NAME = 'crawl';

/** The time of the database server, epoch ms. */
export const databaseNow = sql<number>`(extract(epoch FROM clock_timestamp()) * 1000)::bigint`;

/** @param parts.holder identifies the replica; @param parts.own the clock of this process */
export function createLease(parts: {
  /** Called only after the storage is created. The storage needs the term of the lease. */
  storage: () => Pick<Storage, 'write'>;
  own: Clock;
  holder: string;
  log: Pick<Logger, 'info' | 'warn'>;
}) {
  const { storage, own, holder, log } = parts;
  const listeners: (() => void)[] = [];
  /** `until`: monotonic ms. */
  let current: { term: number; until: number } | null = null;
  /** When the lease of another replica lapses, monotonic ms. */
  let othersUntil = Number.NEGATIVE_INFINITY;
  /** The greatest term seen. A database that was restored from an older copy may know only of smaller ones. */
  let greatestTerm = 0;
  let isReleased = false;

  const leftMs = () => (current?.until ?? Number.NEGATIVE_INFINITY) - own.monotonic();

  function change(next: typeof current): void {
    const before = current?.term ?? null;
    current = next;
    if (before === (next?.term ?? null)) return;
    if (next === null) log[isReleased ? 'info' : 'warn']({ term: before }, 'no longer leads');
    else log.info({ term: next.term }, 'leads');
    for (const listener of listeners) listener();
  }

  const lease: Lease = {
    term: () => (leftMs() > 0 ? (current?.term ?? null) : null),
    maySend: () => leftMs() >= UPSTREAM_DEADLINE_MS,
    isHeld: () => Math.max(leftMs(), othersUntil - own.monotonic()) > 0,
    onChange: (listener) => listeners.push(listener),
  };
  return {
    ...lease,
    /**
     * Renews the lease, or takes it if it has lapsed.
     *
     * @param byForce whether to take it also while another replica leads
     * @throws StorageError
     */
    async hold(byForce = false): Promise<void> {
      // Done first, so that the end of the term is noticed although the statement may fail.
      if (leftMs() <= 0) change(null);
      // The lease counts from before the statement is sent, so that it ends here earlier than at the server.
      const sentAt = own.monotonic();
      const row = await storage().write((db) => takeOrRead(db, holder, greatestTerm, byForce));
      if (isReleased || row === undefined) return;
      greatestTerm = Math.max(greatestTerm, row.term);
      if (row.holder === holder) change({ term: row.term, until: sentAt + LEASE_MS });
      else {
        change(null);
        othersUntil = own.monotonic() + row.left_ms;
      }
    },
    /** When it is worth calling `hold` again, milliseconds from now. */
    nextMs(): number {
      const lapsesInMs = othersUntil - own.monotonic();
      return current === null && lapsesInMs > 0 ? Math.min(RENEW_MS, lapsesInMs + 50) : RENEW_MS;
    },
    /** Releases the lease, so that another replica can lead at once. */
    async release(): Promise<void> {
      isReleased = true;
      change(null);
      // Done without a known lease, too: the answer to a renewal may still be on its way.
      await storage()
        .write(async (db) => {
          const ours = db.updateTable('lease').where('name', '=', NAME).where('holder', '=', holder);
          await ours.set({ expires_at: databaseNow }).execute();
          await notify(db, 'lease');
        })
        .catch(() => {});
    },
  };
}

/** Renews or takes the lease if possible. @returns the present lease, also of another replica */
async function takeOrRead(db: Kysely<Tables>, holder: string, greatestTerm: number, byForce: boolean) {
  // A new term is at least the time in seconds, so that terms also increase after the table was emptied.
  const { rows } = await sql<{ holder: string; term: number; left_ms: number }>`
    WITH taken AS (
      INSERT INTO lease (name, holder, term, expires_at)
      VALUES (${NAME}, ${holder}, greatest(${greatestTerm}::bigint + 1, ${databaseNow} / 1000),
        ${databaseNow} + ${LEASE_MS}::bigint)
      ON CONFLICT (name) DO UPDATE SET
        holder = excluded.holder,
        term = CASE WHEN lease.holder = excluded.holder AND lease.expires_at > ${databaseNow}
          THEN lease.term ELSE greatest(lease.term + 1, excluded.term) END,
        expires_at = excluded.expires_at
      WHERE lease.holder = excluded.holder OR ${byForce}::boolean OR lease.expires_at <= ${databaseNow}
      RETURNING holder, term, expires_at
    )
    SELECT holder, term, expires_at - ${databaseNow} AS left_ms FROM taken
    UNION ALL
    SELECT holder, term, expires_at - ${databaseNow} FROM lease
    WHERE name = ${NAME} AND NOT EXISTS (SELECT FROM taken)
  `.execute(db);
  return rows[0];
}
