import { expect, test } from 'vitest';
import { setUpRefresher } from './refresher.fixtures.ts';
import type { CrawlRecord } from './refresher.ts';

test('row 72: a crawl that fails after it has spent requests is followed by the next no sooner than a good one', async () => {
  const { refresher, crawls, failures, look, works, fails } = setUpRefresher();
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
  const { refresher, crawls, failures, look, works, fails } = setUpRefresher();
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

test('row 72: a crawl that takes more requests than a sound one is followed by the next so much later', async () => {
  const { refresher, crawls, look, takes, worksUntil } = setUpRefresher();
  refresher.start();
  await look(10);
  takes(6);
  worksUntil({ failure: { code: 'upstream_error', status: 503 }, coverage: 'gaps' });
  await look(190);
  expect(crawls.map(({ at }) => at)).toEqual([0, 30, 90, 150]);
  expect(refresher.state()).toMatchObject({ cost: 6, actualS: 60 });
});

test('row 72: what a crawl should take outlives a restart', async () => {
  const { refresher, setUpAgain, crawls, look, clock, takes, fails } = setUpRefresher();
  let record: CrawlRecord | null = null;
  const keep = (kept: CrawlRecord) => {
    record = kept;
  };
  refresher.start();
  await look(10);
  refresher.stop();
  const second = setUpAgain({ earlier: { startedAt: 0, cost: 3, pages: 3 }, keep });
  takes(6);
  fails('upstream_timeout');
  second.start();
  await clock.pass(900_000);
  second.stop();
  expect(record).toEqual({ startedAt: 90_000, cost: 6, pages: 3 });
  const third = setUpAgain({ earlier: record });
  third.start();
  await clock.pass(2 * 900_000);
  expect(
    crawls.map(({ at }) => at),
    'twice the idle interval after the last',
  ).toEqual([0, 30, 90, 1890]);
});

test('row 72: a day of failures before any counter was seen costs no more than a sound day', async () => {
  const { refresher, crawls, clock, fails } = setUpRefresher();
  fails('upstream_timeout');
  refresher.start();
  await clock.pass(200_000);
  expect(crawls.map(({ at }) => at).slice(0, 5)).toEqual([0, 5, 15, 35, 75]);
  await clock.pass(86_400_000 - 200_001);
  expect(crawls.length).toBeLessThanOrEqual(96);
});

test('row 15, row 72: with a viewer, a day of failures without counters stays within our own careful count', async () => {
  const { refresher, crawls, look, fails, tellsNothing } = setUpRefresher();
  tellsNothing();
  fails('upstream_timeout');
  refresher.start();
  await look(86_400);
  expect(crawls.length).toBeGreaterThan(700);
  expect(crawls.length).toBeLessThanOrEqual(801);
}, 30_000);

test('row 72: nobody looking: a list that fails costs one attempt in 15 minutes', async () => {
  const { refresher, crawls, clock, fails } = setUpRefresher();
  refresher.start();
  await clock.pass(0);
  fails('upstream_timeout');
  await clock.pass(3_600_000);
  expect(crawls.map(({ at }) => at)).toEqual([0, 900, 1800, 2700, 3600]);
});

test('a crawl that stopped halfway is published, and its cost does not make the next come sooner', async () => {
  const { refresher, crawls, published, look, worksUntil } = setUpRefresher();
  refresher.start();
  await look(10);
  worksUntil({ requests: 1, failure: { code: 'upstream_error', status: 500 } });
  await look(90);
  expect(crawls.map(({ at }) => at)).toEqual([0, 30, 60, 90]);
  expect(published).toHaveLength(4);
  expect(refresher.state().cost).toBe(3);
});
