import 'server-only';
import type { Generated, Kysely, Transaction } from 'kysely';
import type { ChangeKind } from '../../contract/change-kinds.ts';
import type { Condition } from '../../contract/conditions.ts';

/** All tables. Times are epoch milliseconds, flags 0 or 1, lists and records JSON as text. */
export interface Tables {
  about: { name: string; value: string };
  state: { key: string; value: string };
  snapshot: { id: number; version: string; status: string; body: Uint8Array | null };
  detail: { uuid: string; body: string; fetched_at: number };
  usage_sample: { at: number; daily_remaining: number | null; monthly_remaining: number | null };
  session: { id_hash: string; realm: string; data: string; idle_until: number; ends_at: number };
  /** A view of a person. `key`: its name without regard to case; `columns`: JSON object. */
  saved_view: {
    person: string;
    key: string;
    name: string;
    search: string;
    columns: string | null;
    position: number;
  };
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
  /** The last crawl that was recorded, in one row. */
  last_crawl: {
    id: number;
    /** Differs after each crawl, and after anything was deleted or moved. */
    version: number;
    /** Of the snapshot that the crawl is. */
    snapshot: number;
    /** See `CrawlTimes`. */
    began: number;
    until: number;
    complete: number | null;
    /** The id of the last change, also of a deleted one, so that no id is used twice. */
    last_change: number;
  };
  /** A monitor that is remembered. `removed_at`: when its last change is its removal. */
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
    /** Folded; what the words of a search are compared with. */
    search: string;
  };
  /** A change, which happened after `from` and by `to`. The ids are in the order of `to`. */
  change: {
    id: number;
    subject: number;
    kind: ChangeKind;
    from: number;
    to: number;
    /** The interval of the change that has ended what this one began, or that began what this one has ended. */
    pair_from: number | null;
    pair_to: number | null;
    /** JSON object. */
    edits: string | null;
    /** The condition that it ended; null: it ended none. */
    condition_before: Condition | null;
  };
  /**
   * What was seen of a monitor from `at` on, for `length` milliseconds. Slots of the same time are stored next to each other, so that
   * those of all monitors are written to few pages. Those of one monitor are found by their starts, which are known.
   */
  check_slot: {
    length: number;
    at: number;
    monitor: number;
    /** In how many of its quarter hours the list was read. */
    quarters: number;
    /** The conditions that crawls showed, and maintenance: a bit mask, see `bits` in history/slot.ts. */
    seen: number;
    /** Distinct checks that were up or down. */
    checks: number;
    /** How many of them were down. */
    down: number;
    /** How many of them have a response time; their sum and maximum, milliseconds. */
    timed: number;
    sum_ms: number;
    max_ms: number;
  };
  /**
   * The fleet in one slot. Each count is the worst of the slot by itself: the fewest that were up, and the most of everything
   * else. They can be of different moments, and then add up to more than there are monitors.
   */
  fleet_slot: {
    length: number;
    at: number;
    /** The first and the last crawl in it. */
    first_at: number;
    last_at: number;
    /** In how many of its quarter hours the list was read. */
    quarters: number;
  } & Record<Condition | 'maintenance', number>;
  /** A time without crawls. */
  gap: { from: number; to: number };
  /** A time in which no crawl has read this monitor. `from` is 0 where it has never been read before. */
  monitor_gap: { monitor: number; from: number; to: number };
}

/** The SQL database in which Sightline keeps its data, through one of the two engines. */
export interface Database {
  engine: 'sqlite' | 'postgresql';
  db: Kysely<Tables>;
}

/** Runs a transaction, unless another replica leads. @throws StorageError, `not_leader` then */
export type LeaderTransaction = <T>(run: (trx: Transaction<Tables>) => Promise<T>) => Promise<T>;
