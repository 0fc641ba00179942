import { expect, test, vi } from 'vitest';
import { FailureError } from '../../errors';
import type { WirePage } from '../../upstream/schema';
import { monitors, NOON, pageOf, readingOf } from './crawl.fixtures';
import { type CrawlOptions, crawl } from './crawler';
import { crawlOf, type Monitor, upstreamOf, uuids, uuidsOf } from './instant-upstream.fixtures';

test.each([
  [0, [1]],
  [1, [1]],
  [100, [1]],
  [101, [1, 2]],
  [250, [1, 2, 3]],
])('%d monitors are read with the pages %j', async (count, trace) => {
  const upstream = upstreamOf(monitors(count));
  const result = await crawlOf(upstream);
  expect(upstream.trace).toEqual(trace);
  expect(uuids(result.rows)).toEqual(uuidsOf(upstream.list));
  expect(result).toMatchObject({
    total: count,
    asOf: NOON + 1_000,
    dropped: 0,
    complete: true,
    requests: trace.length,
  });
});

test('each row has the time of its reading by our clock and by upstream’s', async () => {
  const { rows } = await crawlOf(upstreamOf(monitors(101)));
  expect(rows[0]).toMatchObject({ asOf: NOON + 1_000, upstreamNow: NOON + 1_000 });
  expect(rows[100]).toMatchObject({ asOf: NOON + 2_000, upstreamNow: NOON + 2_000 });
});

test('a crawl began when its first page was requested', async () => {
  const list = monitors(101);
  const upstream = upstreamOf(list);
  const readPage = async (page: number) => {
    const reading = await upstream.readPage(page);
    return { ...reading, sentAt: reading.asOf - 400 };
  };
  expect(await crawlOf({ readPage })).toMatchObject({ beganAt: NOON + 600, asOf: NOON + 1_000 });
});

test('progress is reported after page 1 and after each further page', async () => {
  const onProgress = vi.fn<NonNullable<CrawlOptions['onProgress']>>();
  const upstream = upstreamOf(monitors(250));
  await crawl({ readPage: upstream.readPage, onProgress });
  expect(onProgress.mock.calls.map(([{ read, total }]) => [read, total])).toEqual([
    [100, 250],
    [200, 250],
    [250, 250],
  ]);
});

test('row 29: malformed rows are dropped and counted, and the crawl is still complete', async () => {
  const list = monitors(250);
  const isMalformed = (row: Monitor) => row === list[7] || row === list[240];
  const result = await crawlOf(upstreamOf(list, { isMalformed }));
  expect(result).toMatchObject({ complete: true, dropped: 2, total: 250, requests: 3 });
  expect(result.rows).toHaveLength(248);
});

test('row 72: a page whose only row is malformed does not end the crawl', async () => {
  const list = monitors(201);
  const result = await crawlOf(upstreamOf(list, { isMalformed: (row) => row === list[200] }));
  expect(result).toMatchObject({ dropped: 1, total: 201, failure: null, requests: 3 });
  expect(result.rows).toHaveLength(200);
});

test('row 81: an empty page after a failed page 1 is not reported as progress', async () => {
  const onProgress = vi.fn<NonNullable<CrawlOptions['onProgress']>>();
  const upstream = upstreamOf(monitors(0));
  const readPage = async (page: number) => {
    if (page === 1) throw new FailureError({ code: 'upstream_error', status: 500 });
    return upstream.readPage(page);
  };
  await expect(crawl({ readPage, onProgress })).rejects.toThrow();
  expect(upstream.trace).toEqual([2]);
  expect(onProgress).not.toHaveBeenCalled();
  await crawl({ readPage: upstream.readPage, onProgress });
  expect(onProgress).toHaveBeenCalledOnce();
});

const lies: [string, number, number, boolean, (page: WirePage) => WirePage][] = [
  ['a billion pages', 250, 8, false, withPagination({ total_pages: 1e9 })],
  ['a billion monitors', 250, 8, false, withPagination({ total: 1e9, total_pages: 1e9 })],
  ['too many monitors', 250, 6, false, withPagination({ total: 300 })],
  ['too few pages', 250, 4, false, withPagination({ total_pages: 2 })],
  ['no pages', 250, 2, false, withPagination({ total_pages: 0 })],
];
test.each(lies)(
  'row 24: the crawl ends when upstream reports %s',
  async (_, count, requests, complete, lie) => {
    expect(await crawlOf(upstreamOf(monitors(count), { lie }))).toMatchObject({ requests, complete });
  },
);

test('row 24: when upstream repeats its first page endlessly, each of two passes ends after 2,000 pages', async () => {
  const page = pageOf(monitors(2), { page: 1, perPage: 1 });
  const answer = readingOf({ ...page, pagination: { ...page.pagination, total: 1e9, total_pages: 1e9 } });
  const result = await crawl({ readPage: async () => answer });
  expect(result).toMatchObject({ requests: 4_000, complete: false });
  expect(result.rows).toHaveLength(1);
});

function withPagination(change: Partial<WirePage['pagination']>) {
  return (page: WirePage): WirePage => ({ ...page, pagination: { ...page.pagination, ...change } });
}
