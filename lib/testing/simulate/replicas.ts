import type { Clock } from '../../server/clock.ts';
import type { Failure } from '../../server/errors.ts';
import type { CrawlResult } from '../../server/inventory/crawler.ts';
import type { Refresher } from '../../server/inventory/refresher.ts';
import { createLocalBudget } from '../../server/quota/budget.ts';
import type { Lease } from '../../server/shared/leadership.ts';
import type { LocalViewers } from '../../server/shared/replicas.ts';
import type { UpstreamClient } from '../../server/upstream/client.ts';
import { createProduct, createSimulatedLedger } from './product.ts';

/** A new leader is chosen this long after the last one has ended: the lease, and half the time between two tries. */
const LEASE_MS = 10_000;

interface Replica {
  refresher: Refresher;
  setTerm(term: number | null): void;
  viewers: () => LocalViewers;
}

/** The replicas of the product, as the simulation of one process uses it. */
export interface SimulatedReplicas extends Pick<Refresher, 'seen' | 'state' | 'start' | 'stop'> {
  /** Ends the replica that leads, and starts another one in its place. */
  killLeader(): void;
}

/**
 * Several replicas with one budget, whose viewers are distributed at random. What Redis does is simulated: one state of
 * the quota, one lease, and publications that arrive at once.
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
  const ledger = createSimulatedLedger(clock, random);
  const total = { value: null };
  const listeners: (() => void)[] = [];
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
    const budget = createLocalBudget(ledger, clock.monotonic);
    const self: Replica = {
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
          budget: {
            ...budget,
            settle(outcome) {
              const change = budget.settle(outcome);
              for (const listener of listeners) listener();
              return change;
            },
            onRoom: (listener) => listeners.push(listener),
          },
          replicas: {
            name: 'simulated',
            count: () => count,
            viewers: () => otherViewers(() => self),
            announce(local) {
              viewers = local;
            },
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
      all = [...all.filter((replica) => replica !== killed), startReplica()];
      clock.after(LEASE_MS, () => lead(oneOf()));
    },
  };
}
