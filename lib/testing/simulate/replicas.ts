import type { Clock } from '../../server/clock.ts';
import { type Failure, FailureError } from '../../server/errors.ts';
import type { CrawlResult } from '../../server/inventory/crawler.ts';
import type { Refresher } from '../../server/inventory/refresher.ts';
import type { Budget } from '../../server/quota/budget.ts';
import type { QuotaLedger } from '../../server/quota/quota-ledger.ts';
import type { Lease } from '../../server/shared/leadership.ts';
import { createRedisBudget } from '../../server/shared/redis/redis-budget.ts';
import type { LocalViewers } from '../../server/shared/replicas.ts';
import type { UpstreamClient } from '../../server/upstream/client.ts';
import { createProduct, createSimulatedLedger } from './product.ts';

/** A new leader is chosen this long after the last one has ended: the lease, and half the time between two tries. */
const LEASE_MS = 10_000;

/** The time from sending a command to Redis until it is executed, and until its reply arrives. */
const COMMAND_MS = 1;
/** How often a replica learns of the state without a message. Each second in reality, which would take long to simulate. */
const BEAT_MS = 60_000;

interface Replica {
  ledger: QuotaLedger;
  refresher: Refresher;
  setTerm(term: number | null): void;
  /** Cuts it off from Redis. */
  end(): void;
  viewers: () => LocalViewers;
}

/** The replicas of the product, as the simulation of one process uses it. */
export interface SimulatedReplicas extends Pick<Refresher, 'seen' | 'state' | 'start' | 'stop'> {
  /** Ends the replica that leads, and starts another one in its place. */
  killLeader(): void;
}

/**
 * Several replicas with one budget, whose viewers are distributed at random. Only Redis is simulated: one state of the
 * quota that is compared and swapped, one lease, and publications that arrive at once. A killed replica settles nothing.
 */
export function createReplicas(parts: {
  count: number;
  client: UpstreamClient;
  clock: Clock;
  random: () => number;
  publish: (result: CrawlResult) => void;
  recordFailure: (failure: Failure) => void;
}): SimulatedReplicas {
  const { count, client, clock, random, publish, recordFailure } = parts;
  const shared = createSharedState(clock);
  const total = { value: null };
  let all: Replica[] = [];
  let leader: Replica | null = null;
  let terms = 0;

  function otherViewers(self: () => Replica | undefined) {
    const others = all.filter((replica) => replica !== self()).map(({ viewers }) => viewers().wantedS);
    const wanted = others.filter((seconds) => seconds !== null);
    return { count: 0, wantedS: wanted.length === 0 ? null : Math.min(...wanted) };
  }

  function startReplica(): Replica {
    let term: number | null = null;
    let changeRole = () => {};
    let viewers: () => LocalViewers = () => ({ wantedS: null, seen: [] });
    const lease: Lease = {
      term: () => term,
      onChange(listener) {
        changeRole = listener;
      },
    };
    const ledger = createSimulatedLedger(clock, random);
    // In reality it restores the history of the usage from a record.
    const [other] = all;
    if (other) ledger.replace(other.ledger.current());
    const { budget, end } = shared.join(ledger);
    const self: Replica = {
      end,
      ledger,
      refresher: createProduct({
        client,
        clock,
        random,
        publish,
        recordFailure,
        sharing: {
          ledger,
          lease,
          total,
          budget,
          replicas: {
            name: 'simulated',
            count: () => count,
            viewers: () => otherViewers(() => self),
            announce(local) {
              viewers = local;
            },
            onViewersChanged: () => {},
            sharedState: () => 'up',
          },
          changed() {
            const crawl = self.refresher.lastCrawl();
            for (const other of all) if (other !== self && crawl) other.refresher.adopt(crawl);
          },
        },
      }).refresher,
      setTerm(next) {
        term = next;
        changeRole();
      },
      viewers: () => viewers(),
    };
    const crawl = all[0]?.refresher.lastCrawl();
    if (crawl) self.refresher.adopt({ ...crawl, isRunning: false });
    self.refresher.start();
    return self;
  }

  function lead(next: Replica | undefined): void {
    terms += 1;
    leader = next ?? null;
    next?.setTerm(terms);
  }

  const oneOf = () => all[Math.floor(random() * all.length)];

  return {
    start() {
      for (let n = 0; n < count; n += 1) all.push(startReplica());
      lead(all[0]);
    },
    stop() {
      for (const { refresher } of all) refresher.stop();
    },
    seen: (viewer, requestedInterval) => oneOf()?.refresher.seen(viewer, requestedInterval),
    state() {
      const replica = leader ?? all[0];
      if (replica === undefined) throw new Error('the replicas have not been started');
      return replica.refresher.state();
    },
    killLeader() {
      const killed = leader;
      if (killed === null) return;
      leader = null;
      killed.setTerm(null);
      killed.refresher.stop();
      killed.end();
      all = [...all.filter((replica) => replica !== killed), startReplica()];
      clock.after(LEASE_MS, () => lead(oneOf()));
    },
  };
}

/** The state of the quota in Redis, and the messages about it. */
function createSharedState(clock: Clock) {
  let version = 0;
  let state: string | null = null;
  const roomListeners = new Set<() => void>();
  const delay = () => new Promise<void>((resolve) => clock.after(COMMAND_MS, resolve));

  function swap(values: { version: number; state: string; message: string }) {
    const isWritten = values.version === version;
    if (isWritten) {
      version += 1;
      state = values.state;
      if (values.message !== '') for (const listener of roomListeners) listener();
    }
    return { isWritten, now: clock.now(), version, state };
  }

  return {
    /** Adds a replica. */
    join(ledger: QuotaLedger): { budget: Budget; end: () => void } {
      let isRunning = true;
      let onRoom = () => {};
      const budget = createRedisBudget({
        ledger,
        clock: { ...clock, onJump: () => {} },
        own: clock,
        async swapBudget(values) {
          await delay();
          if (!isRunning) throw new FailureError({ code: 'shared_state_unreachable' });
          const reply = swap(values);
          await delay();
          return reply;
        },
        onReachable: () => {},
        onRoomMessage(listener) {
          onRoom = listener;
        },
        onVersion(listener) {
          const beat = () => {
            if (!isRunning) return;
            listener(version, false);
            clock.after(BEAT_MS, beat);
          };
          clock.after(BEAT_MS, beat);
        },
        log: { warn: () => {} },
      });
      const listener = () => onRoom();
      roomListeners.add(listener);
      return {
        budget,
        end() {
          isRunning = false;
          roomListeners.delete(listener);
        },
      };
    },
  };
}
