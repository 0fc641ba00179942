import type { Clock } from '../../server/clock.ts';
import type { Failure } from '../../server/errors.ts';
import { createGateway, type Gateway } from '../../server/gateway.ts';
import { createCrawl } from '../../server/inventory/crawl-upstream.ts';
import type { CrawlOptions, CrawlResult } from '../../server/inventory/crawler.ts';
import { createRefresher, type Refresher } from '../../server/inventory/refresher.ts';
import { createViewers } from '../../server/inventory/viewers.ts';
import { createQuotaLedger, type QuotaLedger } from '../../server/quota/quota-ledger.ts';
import { createLocalBudget } from '../../server/quota/budget.ts';
import { createRequestQueue } from '../../server/quota/request-queue.ts';
import type { UpstreamClient } from '../../server/upstream/client.ts';

/** The parts of the server that spend the quota, assembled like in container.ts. */
export interface Product {
  gateway: Gateway;
  refresher: Refresher;
}

/** The default of the operator's shortest interval (lib/server/env.ts), seconds. */
export const OPERATOR_MIN_S = 15;

/** @param parts.onProgress called with the progress of the first crawl */
export function createProduct(parts: {
  client: UpstreamClient;
  clock: Clock;
  random: () => number;
  publish: (result: CrawlResult) => void;
  recordFailure: (failure: Failure) => void;
  onProgress?: CrawlOptions['onProgress'];
}): Product {
  const { client, clock, random, publish, recordFailure, onProgress } = parts;
  const ledger = withCachedGap(createQuotaLedger({ clock, random }), clock);
  const report = () => {};
  const queue = createRequestQueue({ ledger, budget: createLocalBudget(ledger, clock.monotonic), clock, report });
  const gateway = createGateway({ client, queue, ledger, clock, random, recordAttempt: () => {}, report });
  let total: number | null = null;
  const refresher = createRefresher({
    clock,
    ledger,
    viewers: createViewers(clock),
    minS: OPERATOR_MIN_S,
    isFirst: () => total === null,
    crawl: createCrawl({ gateway, ledger, total: () => total, onProgress }),
    publish(result) {
      total = result.total;
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
