import 'server-only';
import type { KnownNetworks } from '../access/known-networks.ts';
import type { FailedLogins } from '../access/login-blocks.ts';
import type { Sessions } from '../access/sessions.ts';
import type { Clock } from '../clock.ts';
import type { Budget } from '../quota/budget.ts';
import type { QuotaLedger } from '../quota/quota-ledger.ts';
import type { Store } from '../store/store.ts';
import { type LeaderLink, noLink } from './leader-link.ts';
import { type Lease, soleLease } from './leadership.ts';
import { noPublications, type Publications } from './publications.ts';
import type { HistoryChannel } from './redis/history-channel.ts';
import { type Replicas, soleReplica } from './replicas.ts';
import type { ReadingFormat, SharedReadings } from './shared-readings.ts';

/** What the replicas share, and how they reach each other (replicas design). */
export interface Shared {
  lease: Lease;
  replicas: Replicas;
  publications: Publications;
  link: LeaderLink;
  /** The parts that take the place of those of one process; null without other replicas. */
  state: SharedState | null;
}

/** What replicas share that have a state in common. */
export type SharedByAll = Shared & { state: SharedState };

/** State in Redis. Its functions throw FailureError `shared_state_unreachable`, except where something else is said. */
interface SharedState {
  /** The same for all replicas. Its monotonic time goes back when the clock of the Redis server does. */
  clock: Clock;
  /** The same wall time, with the monotonic time of this process: for what this process measures alone. */
  local: Clock;
  store: Store;
  /** @param realm how users sign in: with another password or provider no earlier session is found */
  sessions(realm: string): Sessions;
  /** @param key a secret that all replicas have */
  logins(key: Buffer): { failed: FailedLogins; known: KnownNetworks };
  budget(ledger: QuotaLedger): Budget;
  readings<T>(format: ReadingFormat<T>): SharedReadings<T>;
  history: HistoryChannel;
  /** Since when it cannot be reached, epoch ms; null while it can. */
  downSince(): number | null;
  /** Adds a function that is called when it goes up or down. */
  onChange(listener: (isUp: boolean) => void): void;
  /** Resolves when it is known whether it can be reached, or after this time. */
  ready(milliseconds: number): Promise<void>;
  /** Begins to take part: from then on this replica may lead. */
  start(): Promise<void>;
  /** Hands leadership over. */
  stop(): Promise<void>;
  close(): void;
}

/** A process that shares nothing. @param name see `Replicas` */
export function shareNothing(name: string): Shared & { state: null } {
  return {
    lease: soleLease,
    replicas: soleReplica(name),
    publications: noPublications,
    link: noLink,
    state: null,
  };
}
