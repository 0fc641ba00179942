import { expect, test } from 'vitest';
import { setUpRefresher } from './refresher.fixtures.ts';

test('row 72: after a failed crawl that sent requests the interval is not shorter than after a successful one', async () => {
  const { refresher, crawls, failures, viewFor, succeed, fail } = setUpRefresher();
  refresher.start();
  await viewFor(10);
  fail('upstream_timeout');
  await viewFor(90);
  expect(crawls.map(({ at }) => at)).toEqual([0, 30, 60, 90]);
  expect(failures).toEqual(Array(3).fill('upstream_timeout'));
  succeed();
  await viewFor(30);
  expect(crawls.slice(4).map(({ at }) => at)).toEqual([120]);
});

test('a crawl that sent no request is retried after 5 s, doubled each time, until it succeeds', async () => {
  const { refresher, crawls, failures, viewFor, succeed, fail } = setUpRefresher();
  fail('upstream_unreachable');
  refresher.start();
  await viewFor(40);
  expect(crawls.map(({ at }) => at)).toEqual([0, 5, 15, 35]);
  expect(new Set(failures)).toEqual(new Set(['upstream_unreachable']));
  succeed();
  await viewFor(80);
  expect(crawls.slice(4).map(({ at }) => at)).toEqual([75, 105]);
  expect(failures).toHaveLength(4);
});

test('row 72: a crawl that takes more requests than one without failures lengthens the interval', async () => {
  const { refresher, crawls, viewFor, setRequestsPerCrawl, readPartially } = setUpRefresher();
  refresher.start();
  await viewFor(10);
  setRequestsPerCrawl(6);
  readPartially({ failure: { code: 'upstream_error', status: 503 }, extent: 'gaps' });
  await viewFor(190);
  expect(crawls.map(({ at }) => at)).toEqual([0, 30, 90, 150]);
  expect(refresher.state()).toMatchObject({ cost: 6, actualS: 60 });
});

test('row 72: the cost of a crawl survives a restart', async () => {
  const { refresher, createAnother, crawls, viewFor, clock, setRequestsPerCrawl, fail } = setUpRefresher();
  const began = clock.now();
  refresher.start();
  await viewFor(10);
  refresher.stop();
  const second = createAnother({});
  second.adopt({ startedAt: began, cost: 3, pages: 3 });
  setRequestsPerCrawl(6);
  fail('upstream_timeout');
  second.start();
  await clock.pass(900_000);
  second.stop();
  const record = second.lastCrawl();
  expect(record).toEqual({ startedAt: began + 90_000, cost: 6, pages: 3 });
  const third = createAnother({});
  if (record) third.adopt(record);
  third.start();
  await clock.pass(2 * 900_000);
  expect(
    crawls.map(({ at }) => at),
    'twice the idle interval after the last one',
  ).toEqual([0, 30, 90, 1890]);
});

test('row 72: a day of failures before the first counters costs seven requests more than a day without failures', async () => {
  const { refresher, crawls, clock, fail } = setUpRefresher();
  fail('upstream_timeout');
  refresher.start();
  await clock.pass(200_000);
  expect(crawls.map(({ at }) => at).slice(0, 5)).toEqual([0, 5, 15, 35, 75]);
  await clock.pass(86_400_000 - 200_001);
  expect(crawls.length).toBeLessThanOrEqual(96 + 7);
});

test('row 15, row 72: with a viewer, a day of failures without counters stays within our own daily limit', async () => {
  const { refresher, crawls, viewFor, fail, omitCounters } = setUpRefresher();
  omitCounters();
  fail('upstream_timeout');
  refresher.start();
  await viewFor(86_400);
  expect(crawls.length).toBeGreaterThan(700);
  expect(crawls.length).toBeLessThanOrEqual(801 + 4);
});

test('row 72: without viewers, a failing list costs one attempt in 15 minutes', async () => {
  const { refresher, crawls, clock, fail } = setUpRefresher();
  refresher.start();
  await clock.pass(0);
  fail('upstream_timeout');
  await clock.pass(3_600_000);
  expect(crawls.map(({ at }) => at)).toEqual([0, 900, 1800, 2700, 3600]);
});

test('an interrupted crawl is published, and its lower cost does not shorten the interval', async () => {
  const { refresher, crawls, published, viewFor, readPartially } = setUpRefresher();
  refresher.start();
  await viewFor(10);
  readPartially({ requests: 1, failure: { code: 'upstream_error', status: 500 } });
  await viewFor(90);
  expect(crawls.map(({ at }) => at)).toEqual([0, 30, 60, 90]);
  expect(published).toHaveLength(4);
  expect(refresher.state().cost).toBe(3);
});
