import 'server-only';
import type { Generated, Kysely, Transaction } from 'kysely';
import type { ChangeKind, Condition } from '../../contract/conditions.ts';

/** All tables. Times are epoch milliseconds, flags 0 or 1, lists and records JSON as text. */
export interface Tables {
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
  /** The table of rate-limiter-flexible, with PostgreSQL only. */
  rate_limit: { key: string; points: number; expire: number | null };
  /** The last crawl that was recorded, in one row. */
  last_crawl: {
    id: number;
    /** Differs after each crawl, and after rows were deleted or moved. */
    version: number;
    snapshot: number;
    /** When the crawl began and ended, and when the last complete crawl began, epoch ms. */
    began: number;
    until: number;
    complete: number | null;
    /** The id of the last change, also of a deleted one, so that no id is used twice. */
    last_change: number;
  };
  /** A monitor with a history. `removed_at`: the time of its removal, if that is its last change. */
  monitor_seen: { id: Generated<number>; uuid: string; removed_at: number | null };
  /** A monitor as it was at the time of some changes. */
  subject: {
    id: Generated<number>;
    monitor: number;
    name: string;
    type: string;
    target: string;
    port: number | null;
    /** JSON array. */
    regions: string;
    /** The folded text in which a search looks for its words. */
    search: string;
  };
  /** A change, which happened after `from` and by `to`. Later ids have later or equal `to`. */
  change: {
    id: number;
    subject: number;
    kind: ChangeKind;
    from: number;
    to: number;
    /** The interval of the change that ended the state that this one began, or began the state that this one ended. */
    pair_from: number | null;
    pair_to: number | null;
    /** JSON object. */
    edits: string | null;
    /** The condition that the change ended; null: none. */
    condition_before: Condition | null;
  };
  /**
   * What was seen of a monitor from `at` on, for `length` milliseconds. The key begins with the time, so that the slots of all
   * monitors are written to few pages. The slots of one monitor are found by the list of their starts.
   */
  check_slot: {
    length: number;
    at: number;
    monitor: number;
    /** Number of quarter hours of the slot in which the list was read. */
    quarters: number;
    /** The conditions that crawls showed, and maintenance: a bit mask (`bits` in history/slots.ts). */
    seen: number;
    /** Number of distinct checks that were up or down. */
    checks: number;
    /** How many of them were down. */
    down: number;
    /** How many of them have a response time; their sum and maximum, milliseconds. */
    timed: number;
    sum_ms: number;
    max_ms: number;
  };
  /**
   * The counts of all monitors in one slot. Each count is the worst one of the slot: the minimum of `up`, the maximum of the others.
   * They can be from different moments, and their sum can exceed the number of monitors.
   */
  fleet_slot: {
    length: number;
    at: number;
    /** The first and the last crawl in it. */
    first_at: number;
    last_at: number;
    /** Number of quarter hours of the slot in which the list was read. */
    quarters: number;
    crawls: number;
    /** Means of the crawls. In a joined slot, the means of its parts count by their quarter hours. */
    down_mean: number;
    overdue_mean: number;
    unknown_mean: number;
  } & Record<Condition | 'maintenance', number>;
  /** A time without crawls. */
  gap: { from: number; to: number };
  /** A time in which no crawl has read this monitor. `from` is 0 if it was never read before. */
  monitor_gap: { monitor: number; from: number; to: number };
}

/** The SQL database in which Sightline keeps its data, through one of the two engines. */
export interface Database {
  engine: 'sqlite' | 'postgresql';
  db: Kysely<Tables>;
}

/** Runs a transaction if this replica leads. @throws StorageError, `not_leader` if another one does */
export type LeaderTransaction = <T>(run: (trx: Transaction<Tables>) => Promise<T>) => Promise<T>;
