import { describe, expect, test } from 'vitest';
import { plenty, setUpRefresher } from './refresher.fixtures.ts';

test('the first crawl starts at once, the others at the interval of the operator', async () => {
  const { refresher, crawls, viewFor } = setUpRefresher();
  refresher.start();
  await viewFor(100);
  expect(crawls.map(({ at }) => at)).toEqual([0, 30, 60, 90]);
  expect(refresher.state()).toEqual({
    wantedS: 30,
    actualS: 30,
    checkS: 30,
    limitedBy: null,
    paused: false,
    cost: 3,
    viewers: 1,
  });
});

test('row 34: repeated restarts do not increase the number of crawls', async () => {
  const { clock, crawls, createAnother } = setUpRefresher();
  let record: unknown = null;
  for (let start = 0; start < 20; start += 1) {
    const refresher = createAnother({
      save() {
        record = refresher.lastCrawl();
      },
    });
    if (record) refresher.adopt(record);
    refresher.start();
    refresher.seen('viewer', false);
    await clock.pass(4000);
    refresher.stop();
  }
  expect(crawls.map(({ at }) => at)).toEqual([0, 30, 60]);
});

test('without viewers there is one crawl in 15 minutes', async () => {
  const { refresher, crawls, clock } = setUpRefresher();
  refresher.start();
  await clock.pass(3_600_000);
  expect(crawls.map(({ at }) => at)).toEqual([0, 900, 1800, 2700, 3600]);
});

test('a returning viewer causes one crawl at once', async () => {
  const { refresher, crawls, clock } = setUpRefresher();
  refresher.start();
  await clock.pass(500_000);
  refresher.seen('viewer', false);
  expect(crawls, 'the response to the viewer can say so').toHaveLength(2);
  refresher.seen('another', false);
  await clock.pass(0);
  expect(crawls.map(({ at }) => at)).toEqual([0, 500]);
});

test('the time of the next crawl is reported: without viewers, when one returns, and after a failure', async () => {
  const { refresher, scheduled, fail, clock } = setUpRefresher();
  refresher.start();
  await clock.pass(0);
  expect(scheduled.at(-1)).toBe(900_000);
  await clock.pass(500_000);
  refresher.seen('viewer', false);
  await clock.pass(0);
  expect(scheduled.at(-1), 'it was read at once').toBe(30_000);
  fail('upstream_timeout');
  await clock.pass(30_000);
  expect(scheduled.at(-1)).toBe(30_000);
  refresher.seen('viewer', true);
  expect(scheduled.at(-1), 'paused: not reported').toBe(30_000);
});

describe('a user requests a refresh', () => {
  test('a crawl starts at once, and concurrent requests share it', async () => {
    const { refresher, crawls, viewFor, clock } = setUpRefresher();
    refresher.start();
    await viewFor(30, true);
    const results = [refresher.readNow(), refresher.readNow()];
    expect(results).toMatchObject([
      { kind: 'reading', cost: 3 },
      { kind: 'reading', cost: 3 },
    ]);
    await clock.pass(0);
    expect(crawls).toEqual([
      { at: 0, purpose: 'inventory' },
      { at: 30, purpose: 'list' },
    ]);
  });

  test('within the minimum interval of the operator it is refused with a retry time', async () => {
    const { refresher, crawls, viewFor, clock } = setUpRefresher();
    refresher.start();
    await viewFor(10, true);
    expect(refresher.readNow()).toEqual({ kind: 'just_read', retryAt: clock.now() + 20_000 });
    await clock.pass(20_000);
    expect(refresher.readNow().kind).toBe('reading');
    await clock.pass(0);
    expect(crawls).toHaveLength(2);
  });

  test('a rejected key is probed at once, but only once in 10 s for all users', async () => {
    const { refresher, crawls, clock, fail, succeed } = setUpRefresher();
    fail('api_key_rejected');
    refresher.start();
    await clock.pass(2000);
    expect(refresher.readNow().kind).toBe('reading');
    await clock.pass(5000);
    expect(refresher.readNow()).toMatchObject({ kind: 'refused', failure: { code: 'api_key_rejected' } });
    await clock.pass(5000);
    succeed();
    expect(refresher.readNow().kind).toBe('reading');
    await clock.pass(0);
    expect(crawls).toEqual([
      { at: 0, purpose: 'inventory' },
      { at: 2, purpose: 'probe' },
      { at: 12, purpose: 'probe' },
    ]);
  });

  test('it is refused when the rest of the daily quota is smaller than the cost of a crawl', async () => {
    const { refresher, viewFor, clock, answerDetail } = setUpRefresher();
    refresher.start();
    await viewFor(20, true);
    answerDetail({ ...plenty, dailyRemaining: 2 });
    expect(refresher.readNow()).toEqual({ kind: 'too_few_left', cost: 3, left: 2 });
    await clock.pass(0);
  });
});

test('row 18: with a rejected key there is one probe in five minutes, which becomes the crawl when it succeeds', async () => {
  const { refresher, crawls, failures, viewFor, succeed, fail } = setUpRefresher();
  fail('api_key_rejected');
  refresher.start();
  await viewFor(600);
  expect(crawls.map(({ purpose }) => purpose)).toEqual(['inventory', 'probe', 'probe']);
  expect(failures.at(-1)).toBe('api_key_rejected');
  succeed();
  await viewFor(350);
  expect(crawls.slice(3).map(({ purpose }) => purpose)[0]).toBe('probe');
  expect(crawls.at(-1)?.purpose).toBe('inventory');
});

test('a stopped refresher starts no crawl', async () => {
  const { refresher, crawls, clock } = setUpRefresher();
  refresher.start();
  await clock.pass(0);
  refresher.stop();
  await clock.pass(10_000_000);
  expect(crawls).toHaveLength(1);
});

test('stopping aborts the current crawl without reporting a failure', async () => {
  const { createAnother, failures, clock } = setUpRefresher();
  let pages = 0;
  const refresher = createAnother({
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

test('after the clock of the replicas was set back the list is read as before', async () => {
  const { clock: own, createAnother, crawls, succeed } = setUpRefresher();
  let aheadMs = 3_600_000;
  const clock = { ...own, monotonic: () => own.monotonic() + aheadMs };
  const refresher = createAnother({ clock });
  succeed();
  refresher.start();
  const view = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute += 1) {
      refresher.seen('a', false);
      await own.pass(60_000);
    }
    return crawls.length;
  };
  const before = await view(5);
  aheadMs = 0;
  expect(refresher.readNow().kind, 'the minimum interval begins anew').toBe('just_read');
  expect((await view(5)) - before).toBeGreaterThanOrEqual(9);
});
