import type { Clock } from '../../server/clock.ts';
import type { Failure } from '../../server/errors.ts';
import { createGateway, type Gateway } from '../../server/gateway.ts';
import { createCrawl } from '../../server/inventory/crawl-upstream.ts';
import type { CrawlOptions, CrawlResult } from '../../server/inventory/crawler.ts';
import { createRefresher, type Refresher } from '../../server/inventory/refresher.ts';
import { createViewers } from '../../server/inventory/viewers.ts';
import { createQuotaLedger, type QuotaLedger } from '../../server/quota/quota-ledger.ts';
import { createRequestQueue } from '../../server/quota/request-queue.ts';
import type { UpstreamClient } from '../../server/upstream/client.ts';

/** The parts of the server that spend the quota, put together as container.ts does. */
export interface Product {
  gateway: Gateway;
  refresher: Refresher;
}

/** The operator's shortest interval unless told otherwise (lib/server/env.ts), seconds. */
export const OPERATOR_MIN_S = 15;

/** @param parts.onProgress how far the first crawl has come */
export function createProduct(parts: {
  client: UpstreamClient;
  clock: Clock;
  random: () => number;
  publish: (result: CrawlResult, nextInMs: number) => void;
  failed: (failure: Failure) => void;
  onProgress?: CrawlOptions['onProgress'];
}): Product {
  const { client, clock, random, publish, failed, onProgress } = parts;
  const ledger = withKnownGap(createQuotaLedger({ clock, random }), clock);
  const report = () => {};
  const queue = createRequestQueue({ ledger, clock, report });
  const gateway = createGateway({ client, queue, ledger, clock, random, learn: () => {}, report });
  let total: number | null = null;
  const refresher = createRefresher({
    clock,
    ledger,
    viewers: createViewers(clock),
    minS: OPERATOR_MIN_S,
    isFirst: () => total === null,
    crawl: createCrawl({ gateway, ledger, total: () => total, onProgress }),
    publish(result, nextInMs) {
      total = result.total;
      publish(result, nextInMs);
    },
    failed,
    bug: (error) => {
      throw error;
    },
  });
  return { gateway, refresher };
}

/** The same ledger. The gap is worked out once a moment: hundreds of viewers who ask in one step would do it each. */
function withKnownGap(ledger: QuotaLedger, clock: Clock): QuotaLedger {
  let known: { at: number; gap: ReturnType<QuotaLedger['gap']> } | null = null;
  return {
    ...ledger,
    sent(purpose) {
      known = null;
      return ledger.sent(purpose);
    },
    answered(outcome) {
      known = null;
      return ledger.answered(outcome);
    },
    gap() {
      const at = clock.monotonic();
      if (known?.at !== at) known = { at, gap: ledger.gap() };
      return known.gap;
    },
  };
}
