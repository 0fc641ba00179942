import 'server-only';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import { FailureError, type UpstreamFailure } from '../../errors.ts';
import { createQuotaLedger } from '../../quota/quota-ledger.ts';
import { soleLease } from '../../replicas/lease.ts';
import { soleReplica } from '../../replicas/replicas.ts';
import type { UsageHeaders } from '../../upstream/usage-headers.ts';
import type { CrawlResult } from './crawler.ts';
import { createRefresher, type RefresherParts } from './refresher.ts';
import { createViewers } from './viewers.ts';

export const plenty = {
  rateLimitLimit: 600,
  rateLimitRemaining: 590,
  rateLimitReset: 60,
  dailyLimit: 1_000_000,
  dailyRemaining: 990_000,
  monthlyLimit: 30_000_000,
  monthlyRemaining: 29_000_000,
};

/** A refresher with a fake clock and an upstream that the test controls. */
export function setUpRefresher() {
  const clock = createFakeClock();
  const ledger = createQuotaLedger({ clock, random: () => 0 });
  const crawls: { at: number; purpose: string }[] = [];
  const failures: string[] = [];
  const published: CrawlResult[] = [];
  const scheduled: number[] = [];
  let currentFailure: UpstreamFailure | null = null;
  let usage: UsageHeaders = plenty;
  let requestsPerCrawl = 1;
  let upstream: () => CrawlResult = () => {
    throw new Error('no result was set');
  };
  const parts: RefresherParts = {
    clock,
    ledger,
    lease: soleLease,
    takeOver: async () => {},
    viewers: createViewers(clock, soleReplica('test')),
    minS: 30,
    crawl: async (purpose) => {
      crawls.push({ at: clock.monotonic() / 1000, purpose });
      const orders = Array.from({ length: requestsPerCrawl }, () => ledger.sent(purpose));
      try {
        const result = upstream();
        for (const order of orders) ledger.answered({ order, usage, failure: null });
        return result;
      } catch (error) {
        for (const order of currentFailure === null ? [] : orders) {
          ledger.answered({ order, usage: {}, failure: currentFailure });
        }
        throw error;
      }
    },
    isFirst: () => published.length === 0,
    inventory: {
      publish: (result) => published.push(result),
      schedule: (inMs) => scheduled.push(inMs),
      recordFailure: (failure) => failures.push(failure.code),
      crawlStarted: () => {},
      crawlEnded: () => {},
    },
    reportBug: (error) => {
      throw error;
    },
  };
  const refresher = createRefresher(parts);
  const createAnother = (more: Partial<RefresherParts>) => createRefresher({ ...parts, ...more });
  const completeResult: CrawlResult = {
    rows: [],
    total: 0,
    beganAt: clock.now(),
    asOf: clock.now(),
    dropped: 0,
    complete: true,
    extent: 'all_pages',
    failure: null,
    requests: 3,
    pages: 3,
  };
  const succeed = () => {
    upstream = () => completeResult;
  };
  const readPartially = (changes: Partial<CrawlResult>) => {
    upstream = () => ({ ...completeResult, ...changes, complete: false, extent: 'interrupted' });
  };
  const setRequestsPerCrawl = (requests: number) => {
    requestsPerCrawl = requests;
  };
  /** Makes upstream omit the counters. */
  const omitCounters = () => {
    usage = {};
  };
  const fail = (code: 'api_key_rejected' | 'upstream_timeout' | 'upstream_unreachable') => {
    currentFailure = code === 'upstream_unreachable' ? { code, reason: 'refused' } : { code };
    upstream = () => {
      throw new FailureError(code === 'upstream_unreachable' ? { code, reason: 'refused' } : { code });
    };
  };
  /** Records the response to another request, with these counters. */
  const answerDetail = (usage: typeof plenty) => {
    ledger.answered({ order: ledger.sent('detail'), usage, failure: null });
  };
  /** Simulates a viewer who is present for some seconds and sends a request every 10 s. */
  async function viewFor(seconds: number, isPaused = false): Promise<void> {
    for (let passed = 0; passed < seconds; passed += 10) {
      refresher.seen('viewer', isPaused);
      await clock.pass(10_000);
    }
  }
  succeed();
  const controls = { succeed, readPartially, fail, answerDetail, setRequestsPerCrawl, omitCounters };
  return { clock, refresher, createAnother, crawls, failures, published, scheduled, viewFor, ...controls };
}
