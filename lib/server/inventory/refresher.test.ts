import { describe, expect, test } from 'vitest';
import { plenty, setUpRefresher } from './refresher.fixtures.ts';
import type { CrawlRecord } from './refresher.ts';

test('the first crawl is at once, then one each requested interval', async () => {
  const { refresher, crawls, look } = setUpRefresher();
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
  const { clock, crawls, setUpAgain } = setUpRefresher();
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
  const { refresher, crawls, clock } = setUpRefresher();
  refresher.start();
  await clock.pass(3_600_000);
  expect(crawls.map(({ at }) => at)).toEqual([0, 900, 1800, 2700, 3600]);
});

test('a viewer who comes back has a fresh snapshot moments later, at no more than one crawl', async () => {
  const { refresher, crawls, clock } = setUpRefresher();
  refresher.start();
  await clock.pass(500_000);
  refresher.seen('viewer', 30);
  refresher.seen('another', 60);
  await clock.pass(0);
  expect(crawls.map(({ at }) => at)).toEqual([0, 500]);
});

describe('a person asks for the monitors to be read now', () => {
  test('they are, whatever the interval, and whoever asks meanwhile gets the same reading', async () => {
    const { refresher, crawls, look, clock } = setUpRefresher();
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
    const { refresher, crawls, look, clock } = setUpRefresher();
    refresher.start();
    await look(10, 'off');
    expect(refresher.readNow()).toEqual({ kind: 'just_read', retryAt: clock.now() + 5000 });
    await clock.pass(5000);
    expect(refresher.readNow().kind).toBe('reading');
    await clock.pass(0);
    expect(crawls).toHaveLength(2);
  });

  test('a rejected key is tried at once, by all people together once in 10 s', async () => {
    const { refresher, crawls, clock, fails, works } = setUpRefresher();
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
    const { refresher, clock, look, fails } = setUpRefresher();
    refresher.start();
    await look(20, 'off');
    fails('upstream_timeout');
    const taken = refresher.readNow();
    await clock.pass(0);
    expect(taken).toMatchObject({ kind: 'reading', cost: 3 });
    expect(taken.kind === 'reading' && (await taken.ended)).toBe(1);
  });

  test('it is refused where the rest of the day is less than a reading takes', async () => {
    const { refresher, look, clock, tell } = setUpRefresher();
    refresher.start();
    await look(20, 'off');
    tell({ ...plenty, dailyRemaining: 2 });
    expect(refresher.readNow()).toEqual({ kind: 'too_dear', cost: 3, left: 2 });
    await clock.pass(0);
  });
});

test('row 18: with a rejected key one probe in five minutes, which becomes the crawl when the key works', async () => {
  const { refresher, crawls, failures, look, works, fails } = setUpRefresher();
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
  const { refresher, crawls, clock } = setUpRefresher();
  refresher.start();
  await clock.pass(0);
  refresher.stop();
  await clock.pass(10_000_000);
  expect(crawls).toHaveLength(1);
});

test('stopping ends a crawl under way, which is no failure', async () => {
  const { setUpAgain, failures, clock } = setUpRefresher();
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
