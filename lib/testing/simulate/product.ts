import type { Clock } from '../../server/clock.ts';
import type { Failure } from '../../server/errors.ts';
import { createCrawl } from '../../server/inventory/crawl/crawl-upstream.ts';
import type { CrawlResult } from '../../server/inventory/crawl/crawler.ts';
import { createRefresher, type Refresher } from '../../server/inventory/crawl/refresher.ts';
import { createViewers } from '../../server/inventory/crawl/viewers.ts';
import { createQuotaLedger } from '../../server/quota/quota-ledger.ts';
import { createRequestQueue } from '../../server/quota/request-queue.ts';
import { soleLease } from '../../server/replicas/lease.ts';
import { soleReplica } from '../../server/replicas/replicas.ts';
import type { UpstreamClient } from '../../server/upstream/client.ts';
import { createGateway, type Gateway } from '../../server/upstream/gateway.ts';

/** The parts of the server that spend the quota on the list, assembled like in assemble.ts. */
export interface Product {
  gateway: Gateway;
  refresher: Refresher;
}

/** The default of the operator's shortest interval (lib/server/env.ts), seconds. */
export const OPERATOR_MIN_S = 15;

export function createProduct(parts: {
  client: UpstreamClient;
  clock: Clock;
  random: () => number;
  publish: (result: CrawlResult) => void;
  recordFailure: (failure: Failure) => void;
}): Product {
  const { client, clock, random, publish, recordFailure } = parts;
  const ledger = createQuotaLedger({ clock, random });
  let hasRead = false;
  const report = () => {};
  const queue = createRequestQueue({ ledger, clock, report });
  const gateway = createGateway({ client, queue, ledger, clock, random, recordAttempt: () => {}, report });
  const refresher = createRefresher({
    clock,
    ledger,
    lease: soleLease,
    takeOver: async () => {},
    viewers: createViewers(clock, soleReplica('only')),
    minS: OPERATOR_MIN_S,
    isFirst: () => !hasRead,
    crawl: createCrawl({ gateway }),
    inventory: {
      publish(result) {
        hasRead = true;
        publish(result);
      },
      schedule: () => {},
      recordFailure,
      crawlStarted: () => {},
      crawlEnded: () => {},
    },
    reportBug,
  });
  return { gateway, refresher };
}

function reportBug(error: unknown): never {
  throw error;
}
