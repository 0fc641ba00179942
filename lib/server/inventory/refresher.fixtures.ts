import 'server-only';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import { FailureError, type UpstreamFailure } from '../errors.ts';
import { createQuotaLedger } from '../quota/quota-ledger.ts';
import type { UsageHeaders } from '../upstream/usage-headers.ts';
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

/** A refresher over an upstream that does what it is told, on a clock moved by hand. */
export function setUpRefresher() {
  const clock = createFakeClock();
  const ledger = createQuotaLedger({ clock, random: () => 0 });
  const crawls: { at: number; purpose: string }[] = [];
  const failures: string[] = [];
  const published: CrawlResult[] = [];
  let failing: UpstreamFailure | null = null;
  let usage: UsageHeaders = plenty;
  let each = 1;
  let upstream: () => CrawlResult = () => {
    throw new Error('the test has not said');
  };
  const parts: RefresherParts = {
    clock,
    ledger,
    viewers: createViewers(clock),
    minS: 15,
    crawl: async (purpose) => {
      crawls.push({ at: clock.monotonic() / 1000, purpose });
      const orders = Array.from({ length: each }, () => ledger.sent(purpose));
      try {
        const result = upstream();
        for (const order of orders) ledger.answered({ order, usage, failure: null });
        return result;
      } catch (error) {
        for (const order of failing === null ? [] : orders) {
          ledger.answered({ order, usage: {}, failure: failing });
        }
        throw error;
      }
    },
    isFirst: () => published.length === 0,
    publish: (result) => published.push(result),
    failed: (failure) => failures.push(failure.code),
    bug: (error) => {
      throw error;
    },
  };
  const refresher = createRefresher(parts);
  const setUpAgain = (more: Partial<RefresherParts>) => createRefresher({ ...parts, ...more });
  const whole: CrawlResult = {
    rows: [],
    total: 0,
    asOf: clock.now(),
    dropped: 0,
    complete: true,
    coverage: 'whole',
    failure: null,
    requests: 3,
    pages: 3,
  };
  const works = () => {
    upstream = () => whole;
  };
  const worksUntil = (stopped: Partial<CrawlResult>) => {
    upstream = () => ({ ...whole, ...stopped, complete: false, coverage: 'cut_short' });
  };
  /** From now on a crawl sends so many requests. */
  const takes = (requests: number) => {
    each = requests;
  };
  /** Upstream tells no counters. */
  const tellsNothing = () => {
    usage = {};
  };
  const fails = (code: 'api_key_rejected' | 'upstream_timeout' | 'upstream_unreachable') => {
    failing = code === 'upstream_unreachable' ? { code, reason: 'refused' } : { code };
    upstream = () => {
      throw new FailureError(code === 'upstream_unreachable' ? { code, reason: 'refused' } : { code });
    };
  };
  /** Another request of ours is answered with these counters. */
  const tell = (usage: typeof plenty) => {
    ledger.answered({ order: ledger.sent('detail'), usage, failure: null });
  };
  /** Somebody looks for so many seconds, asking every ten. */
  async function look(seconds: number, requestedInterval: number | 'off' = 30): Promise<void> {
    for (let passed = 0; passed < seconds; passed += 10) {
      refresher.seen('viewer', requestedInterval);
      await clock.pass(10_000);
    }
  }
  works();
  const does = { works, worksUntil, fails, tell, takes, tellsNothing };
  return { clock, refresher, setUpAgain, crawls, failures, published, look, ...does };
}
