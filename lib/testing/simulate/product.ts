import type { Clock } from '../../server/clock.ts';
import type { Failure } from '../../server/errors.ts';
import { createCrawl } from '../../server/inventory/crawl/crawl-upstream.ts';
import type { CrawlResult } from '../../server/inventory/crawl/crawler.ts';
import { createRefresher, type Refresher } from '../../server/inventory/crawl/refresher.ts';
import { createViewers } from '../../server/inventory/crawl/viewers.ts';
import { createSettingsReader } from '../../server/inventory/settings-reader.ts';
import { createQuotaLedger, type QuotaLedger } from '../../server/quota/quota-ledger.ts';
import { createRequestQueue } from '../../server/quota/request-queue.ts';
import { soleLease } from '../../server/replicas/lease.ts';
import { soleReplica } from '../../server/replicas/replicas.ts';
import type { UpstreamClient } from '../../server/upstream/client.ts';
import { createGateway, type Gateway } from '../../server/upstream/gateway.ts';
import { createListedSettings } from './listed-settings.ts';

/** The parts of the server that spend the quota, assembled like in container.ts. */
export interface Product {
  gateway: Gateway;
  refresher: Refresher;
  /** Number of monitors whose settings are known. */
  settingsKnown: () => number;
  spentOnSettings: () => number;
}

/** The default of the operator's shortest interval (lib/server/env.ts), seconds. */
export const OPERATOR_MIN_S = 15;

export function createProduct(parts: {
  client: UpstreamClient;
  clock: Clock;
  random: () => number;
  publish: (result: CrawlResult) => void;
  recordFailure: (failure: Failure) => void;
  readSettings: boolean;
}): Product {
  const { client, clock, random, publish, recordFailure } = parts;
  const ledger = createSimulatedLedger(clock, random);
  let hasRead = false;
  let isCrawling = false;
  let refreshAt = 0;
  const settings = createListedSettings();
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
        settings.publish(result);
        publish(result);
      },
      schedule(inMs) {
        refreshAt = clock.now() + inMs;
      },
      recordFailure,
      crawlStarted() {
        isCrawling = true;
      },
      crawlEnded() {
        isCrawling = false;
      },
    },
    reportBug,
  });
  createSettingsReader({
    ...{ clock, ledger, refresher, lease: soleLease, isOn: parts.readSettings, reportBug },
    snapshot: settings.list,
    crawls: () => ({ isCrawling, refreshAt }),
    read: gateway.settings,
    inventory: { learn: settings.learn, remove: () => {} },
  }).start();
  return {
    gateway,
    refresher,
    settingsKnown: settings.known,
    spentOnSettings: () => ledger.current().spentHere.settings,
  };
}

function reportBug(error: unknown): never {
  throw error;
}

/** A ledger that is fast enough for simulated days. */
function createSimulatedLedger(clock: Clock, random: () => number): QuotaLedger {
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
