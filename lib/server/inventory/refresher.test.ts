import { describe, expect, test } from 'vitest';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import { FailureError, type UpstreamFailure } from '../errors.ts';
import { createQuotaLedger } from '../quota/quota-ledger.ts';
import type { CrawlResult } from './crawler.ts';
import { createPresence } from './presence.ts';
import { type CrawlRecord, createRefresher, type RefresherParts } from './refresher';

const plenty = {
  rateLimitLimit: 600,
  rateLimitRemaining: 590,
  rateLimitReset: 60,
  dailyLimit: 1_000_000,
  dailyRemaining: 990_000,
  monthlyLimit: 30_000_000,
  monthlyRemaining: 29_000_000,
};

function setup() {
  const clock = createFakeClock();
  const ledger = createQuotaLedger({ clock, random: () => 0 });
  const crawls: { at: number; purpose: string }[] = [];
  const failures: string[] = [];
  const published: CrawlResult[] = [];
  let failing: UpstreamFailure | null = null;
  let upstream: () => CrawlResult = () => {
    throw new Error('the test has not said');
  };
  const parts: RefresherParts = {
    clock,
    ledger,
    presence: createPresence(clock),
    minS: 15,
    crawl: async (purpose) => {
      crawls.push({ at: clock.monotonic() / 1000, purpose });
      const order = ledger.sent(purpose);
      try {
        const result = upstream();
        ledger.answered({ order, usage: plenty, failure: null });
        return result;
      } catch (error) {
        if (failing !== null) {
          ledger.answered({ order, usage: {}, failure: failing });
        }
        throw error;
      }
    },
    publish: (result) => published.push(result),
    failed: (failure) => failures.push(failure.code),
    bug: (error) => expect.unreachable(String(error)),
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
  const worksUntil = (stopped: Pick<CrawlResult, 'requests' | 'failure'>) => {
    upstream = () => ({ ...whole, ...stopped, complete: false, coverage: 'cut_short' });
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
  async function look(seconds: number, wish: number | 'off' = 30): Promise<void> {
    for (let passed = 0; passed < seconds; passed += 10) {
      refresher.seen('viewer', wish);
      await clock.pass(10_000);
    }
  }
  works();
  return { clock, refresher, setUpAgain, crawls, failures, published, look, works, worksUntil, fails, tell };
}

test('the first crawl is at once, then one each time the wish asks for it', async () => {
  const { refresher, crawls, look } = setup();
  refresher.start();
  await look(100);
  expect(crawls.map(({ at }) => at)).toEqual([0, 30, 60, 90]);
  expect(refresher.state()).toEqual({
    wantedS: 30,
    actualS: 30,
    lookS: 30,
    limitedBy: null,
    paused: false,
    cost: 3,
    viewers: 1,
  });
});

test('row 34: started again and again, it reads no more often than it would have', async () => {
  const { clock, crawls, setUpAgain } = setup();
  let record: CrawlRecord | null = null;
  for (let start = 0; start < 20; start += 1) {
    const refresher = setUpAgain({
      earlier: record,
      keep: (kept) => {
        record = kept;
      },
    });
    refresher.start();
    refresher.seen('viewer', 30);
    await clock.pass(4000);
    refresher.stop();
  }
  expect(crawls.map(({ at }) => at)).toEqual([0, 30, 60]);
});

test('nobody looking: one crawl in 15 minutes', async () => {
  const { refresher, crawls, clock } = setup();
  refresher.start();
  await clock.pass(3_600_000);
  expect(crawls.map(({ at }) => at)).toEqual([0, 900, 1800, 2700, 3600]);
});

test('a viewer who comes back has a fresh snapshot moments later, at no more than one crawl', async () => {
  const { refresher, crawls, clock } = setup();
  refresher.start();
  await clock.pass(500_000);
  refresher.seen('viewer', 30);
  refresher.seen('another', 60);
  await clock.pass(0);
  expect(crawls.map(({ at }) => at)).toEqual([0, 500]);
});

test('row 77: who comes and has paused causes no request for a while, however old the last reading is', async () => {
  const { refresher, crawls, look, clock } = setup();
  refresher.start();
  await clock.pass(840_000);
  await look(600, 'off');
  expect(crawls).toHaveLength(1);
  await look(600, 'off');
  expect(crawls).toHaveLength(2);
});

test('everybody pausing is as nobody looking', async () => {
  const { refresher, crawls, look } = setup();
  refresher.start();
  await look(600, 'off');
  expect(crawls).toHaveLength(1);
  expect(refresher.state().paused).toBe(true);
});

test('row 72: a crawl that fails after it has spent requests is followed by the next no sooner than a good one', async () => {
  const { refresher, crawls, failures, look, works, fails } = setup();
  refresher.start();
  await look(10);
  fails('upstream_timeout');
  await look(90);
  expect(crawls.map(({ at }) => at)).toEqual([0, 30, 60, 90]);
  expect(failures).toEqual(Array(3).fill('upstream_timeout'));
  works();
  await look(30);
  expect(crawls.slice(4).map(({ at }) => at)).toEqual([120]);
});

test('a crawl that cost nothing is tried anew after 5 s, doubling, and recovers by itself', async () => {
  const { refresher, crawls, failures, look, works, fails } = setup();
  fails('upstream_unreachable');
  refresher.start();
  await look(40);
  expect(crawls.map(({ at }) => at)).toEqual([0, 5, 15, 35]);
  expect(new Set(failures)).toEqual(new Set(['upstream_unreachable']));
  works();
  await look(80);
  expect(crawls.slice(4).map(({ at }) => at)).toEqual([75, 105]);
  expect(failures).toHaveLength(4);
});

test('row 72: nobody looking: a list that fails costs one attempt in 15 minutes', async () => {
  const { refresher, crawls, clock, fails } = setup();
  refresher.start();
  await clock.pass(0);
  fails('upstream_timeout');
  await clock.pass(3_600_000);
  expect(crawls.map(({ at }) => at)).toEqual([0, 900, 1800, 2700, 3600]);
});

test('a crawl that stopped halfway is published, and its cost does not make the next come sooner', async () => {
  const { refresher, crawls, published, look, worksUntil } = setup();
  refresher.start();
  await look(10);
  worksUntil({ requests: 1, failure: { code: 'upstream_error', status: 500 } });
  await look(90);
  expect(crawls.map(({ at }) => at)).toEqual([0, 30, 60, 90]);
  expect(published).toHaveLength(4);
  expect(refresher.state().cost).toBe(3);
});

describe('a person asks for the monitors to be read now', () => {
  test('they are, whatever the interval, and whoever asks meanwhile gets the same reading', async () => {
    const { refresher, crawls, look, clock } = setup();
    refresher.start();
    await look(20, 'off');
    const asked = [refresher.readNow(), refresher.readNow()];
    expect(asked).toMatchObject([
      { kind: 'reading', cost: 3 },
      { kind: 'reading', cost: 3 },
    ]);
    await clock.pass(0);
    expect(crawls).toEqual([
      { at: 0, purpose: 'inventory' },
      { at: 20, purpose: 'list' },
    ]);
  });

  test('not again within the shortest interval of the operator: then it says from when on', async () => {
    const { refresher, crawls, look, clock } = setup();
    refresher.start();
    await look(10, 'off');
    expect(refresher.readNow()).toEqual({ kind: 'just_read', retryAt: clock.now() + 5000 });
    await clock.pass(5000);
    expect(refresher.readNow().kind).toBe('reading');
    await clock.pass(0);
    expect(crawls).toHaveLength(2);
  });

  test('a rejected key is tried at once, by all people together once in 10 s', async () => {
    const { refresher, crawls, clock, fails, works } = setup();
    fails('api_key_rejected');
    refresher.start();
    await clock.pass(2000);
    expect(refresher.readNow().kind).toBe('reading');
    await clock.pass(5000);
    expect(refresher.readNow()).toMatchObject({ kind: 'refused', failure: { code: 'api_key_rejected' } });
    await clock.pass(5000);
    works();
    expect(refresher.readNow().kind).toBe('reading');
    await clock.pass(0);
    expect(crawls).toEqual([
      { at: 0, purpose: 'inventory' },
      { at: 2, purpose: 'probe' },
      { at: 12, purpose: 'probe' },
    ]);
  });

  test('what it took is told when it is over', async () => {
    const { refresher, clock, look, fails } = setup();
    refresher.start();
    await look(20, 'off');
    fails('upstream_timeout');
    const taken = refresher.readNow();
    await clock.pass(0);
    expect(taken).toMatchObject({ kind: 'reading', cost: 3 });
    expect(taken.kind === 'reading' && (await taken.ended)).toBe(1);
  });

  test('it is refused where the rest of the day is less than a reading takes', async () => {
    const { refresher, look, clock, tell } = setup();
    refresher.start();
    await look(20, 'off');
    tell({ ...plenty, dailyRemaining: 2 });
    expect(refresher.readNow()).toEqual({ kind: 'too_dear', cost: 3, left: 2 });
    await clock.pass(0);
  });
});

test('row 18: with a rejected key one probe in five minutes, which becomes the crawl when the key works', async () => {
  const { refresher, crawls, failures, look, works, fails } = setup();
  fails('api_key_rejected');
  refresher.start();
  await look(600);
  expect(crawls.map(({ purpose }) => purpose)).toEqual(['inventory', 'probe', 'probe']);
  expect(failures.at(-1)).toBe('api_key_rejected');
  works();
  await look(350);
  expect(crawls.slice(3).map(({ purpose }) => purpose)[0]).toBe('probe');
  expect(crawls.at(-1)?.purpose).toBe('inventory');
});

test('a stopped refresher starts nothing', async () => {
  const { refresher, crawls, clock } = setup();
  refresher.start();
  await clock.pass(0);
  refresher.stop();
  await clock.pass(10_000_000);
  expect(crawls).toHaveLength(1);
});

test('stopping ends a crawl under way, which is no failure', async () => {
  const { setUpAgain, failures, clock } = setup();
  let pages = 0;
  const refresher = setUpAgain({
    async crawl(_purpose, signal) {
      for (;;) {
        signal.throwIfAborted();
        pages += 1;
        await new Promise<void>((resolve) => clock.after(1000, resolve));
      }
    },
  });
  refresher.start();
  await clock.pass(2500);
  refresher.stop();
  await clock.pass(10_000_000);
  expect(pages).toBe(3);
  expect(failures).toEqual([]);
});
