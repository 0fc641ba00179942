import 'server-only';
import type { Generated, Kysely, Transaction } from 'kysely';
import type { HistoryTables } from './history-tables.ts';

/** All tables. Times are epoch milliseconds, flags 0 or 1, lists and records JSON as text. */
export interface Tables extends HistoryTables {
  about: { name: string; value: string };
  state: { key: string; value: string };
  snapshot: { id: number; version: string; status: string; body: Uint8Array | null };
  detail: { uuid: string; body: string; fetched_at: number };
  usage_sample: { at: number; daily_remaining: number | null; monthly_remaining: number | null };
  session: { id_hash: string; realm: string; data: string; idle_until: number; ends_at: number };
  lease: { name: string; holder: string; term: number; expires_at: number };
  replica: { name: string; seen_at: number; wanted_s: number | null; viewers: string };
  request: {
    id: Generated<number>;
    kind: string;
    parameters: string;
    made_at: number;
    answer: Generated<string | null>;
  };
  /** Of rate-limiter-flexible, on PostgreSQL only. */
  rate_limit: { key: string; points: number; expire: number | null };
}

/** The SQL database in which Sightline keeps its data, through one of the two engines. */
export interface Database {
  engine: 'sqlite' | 'postgresql';
  db: Kysely<Tables>;
}

/** Runs a transaction, unless another replica leads. @throws StorageError, `not_leader` then */
export type LeaderTransaction = <T>(run: (trx: Transaction<Tables>) => Promise<T>) => Promise<T>;
