import type { Clock } from '../../server/clock.ts';
import type { Failure } from '../../server/errors.ts';
import { createGateway, type Gateway } from '../../server/gateway.ts';
import { createCrawl } from '../../server/inventory/crawl-upstream.ts';
import type { CrawlOptions, CrawlResult } from '../../server/inventory/crawler.ts';
import { createRefresher, type Refresher } from '../../server/inventory/refresher.ts';
import { createViewers } from '../../server/inventory/viewers.ts';
import { type Budget, createLocalBudget } from '../../server/quota/budget.ts';
import { createQuotaLedger, type QuotaLedger } from '../../server/quota/quota-ledger.ts';
import { createRequestQueue } from '../../server/quota/request-queue.ts';
import { type Lease, soleLease } from '../../server/shared/leadership.ts';
import { type Replicas, soleReplica } from '../../server/shared/replicas.ts';
import type { UpstreamClient } from '../../server/upstream/client.ts';

/** The parts of the server that spend the quota, assembled like in container.ts. */
export interface Product {
  gateway: Gateway;
  refresher: Refresher;
}

/** The default of the operator's shortest interval (lib/server/env.ts), seconds. */
export const OPERATOR_MIN_S = 15;

/** What one process shares with nobody. */
interface Sharing {
  ledger: QuotaLedger;
  budget: Budget;
  lease: Lease;
  replicas: Replicas;
  /** Called when the last crawl of this replica has changed. */
  changed?: () => void;
  /** See `RefresherParts`. */
  takeOver?: () => Promise<void>;
  /** Number of monitors that the replicas have last read; null: none has read the list. */
  total: { value: number | null };
}

/** @param parts.onProgress called with the progress of the first crawl; @param parts.sharing by default nothing is shared */
export function createProduct(parts: {
  client: UpstreamClient;
  clock: Clock;
  random: () => number;
  publish: (result: CrawlResult) => void;
  recordFailure: (failure: Failure) => void;
  onProgress?: CrawlOptions['onProgress'];
  sharing?: Sharing;
}): Product {
  const { client, clock, random, publish, recordFailure, onProgress } = parts;
  const sharing = parts.sharing ?? shareNothing(createSimulatedLedger(clock, random));
  const { ledger, budget, total } = sharing;
  const report = () => {};
  const queue = createRequestQueue({ ledger, budget, clock, local: clock, report });
  const gateway = createGateway({ client, queue, ledger, clock, random, recordAttempt: () => {}, report });
  const refresher = createRefresher({
    clock,
    ledger,
    lease: sharing.lease,
    askLeader: () => {},
    takeOver: sharing.takeOver ?? (async () => {}),
    changed: sharing.changed ?? (() => {}),
    viewers: createViewers(clock, sharing.replicas),
    minS: OPERATOR_MIN_S,
    isFirst: () => total.value === null,
    crawl: createCrawl({ gateway, ledger, total: () => total.value, onProgress }),
    publish(result) {
      total.value = result.total;
      publish(result);
    },
    scheduled: () => {},
    recordFailure,
    reportBug: (error) => {
      throw error;
    },
  });
  return { gateway, refresher };
}

function shareNothing(ledger: QuotaLedger): Sharing {
  return {
    ledger,
    budget: createLocalBudget(ledger),
    lease: soleLease,
    replicas: soleReplica('only'),
    total: { value: null },
  };
}

/** A ledger that is fast enough for simulated days. */
export function createSimulatedLedger(clock: Clock, random: () => number): QuotaLedger {
  return withCachedGap(createQuotaLedger({ clock, random }), clock);
}

/** Caches the ledger's gap for one moment, because hundreds of viewers request it in the same step. */
function withCachedGap(ledger: QuotaLedger, clock: Clock): QuotaLedger {
  let cached: { at: number; gap: ReturnType<QuotaLedger['gap']> } | null = null;
  return {
    ...ledger,
    sent(purpose) {
      cached = null;
      return ledger.sent(purpose);
    },
    answered(outcome) {
      cached = null;
      return ledger.answered(outcome);
    },
    gap() {
      const at = clock.monotonic();
      if (cached?.at !== at) cached = { at, gap: ledger.gap() };
      return cached.gap;
    },
  };
}
