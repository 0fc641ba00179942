import { expect, test } from 'vitest';
import type { WirePage } from '../../upstream/schema';
import { monitor, monitors, NOON, pageOf, readingOf } from './crawl.fixtures';
import { crawl } from './crawler';
import { crawlOf, upstreamOf, uuids, uuidsOf } from './instant-upstream.fixtures';

/** A page that says nothing about the list. */
const withoutCounts = (page: WirePage): WirePage => ({
  ...page,
  pagination: { per_page: null, total: null, total_pages: null },
});

test.each([
  ['no number', withoutCounts, null],
  [
    'no number of pages',
    ({ pagination, ...page }: WirePage) => ({ ...page, pagination: { ...pagination, total_pages: null } }),
    250,
  ],
])('a list with %s is read once, up to a page that shows no new monitor', async (_, lie, total) => {
  const upstream = upstreamOf(monitors(250), { lie });
  const result = await crawlOf(upstream);
  expect(upstream.trace).toEqual([1, 2, 3, 4]);
  expect(uuids(result.rows)).toEqual(uuidsOf(upstream.list));
  expect(result).toMatchObject({ total, complete: true, coverage: 'all_pages', requests: 4, pages: 4 });
});

test('a list without numbers that returns the same page for every number costs two requests', async () => {
  const trace: number[] = [];
  const readPage = async (page: number) => {
    trace.push(page);
    return readingOf(withoutCounts(pageOf(monitors(180), { page: 1, perPage: 500 })));
  };
  const result = await crawlOf({ readPage });
  expect(trace).toEqual([1, 2]);
  expect(result.rows).toHaveLength(180);
});

test('a list without numbers and without an end is read up to 2,000 pages', async () => {
  let next = 0;
  const readPage = async () => readingOf(withoutCounts(pageOf([monitor(next++, NOON)], { page: 1 })));
  expect(await crawlOf({ readPage })).toMatchObject({ requests: 2_000, complete: false });
});

const lies: [string, number, number, boolean, (page: WirePage) => WirePage][] = [
  ['a billion pages', 250, 4, true, withPagination({ total_pages: 1e9 })],
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
  const result = await crawl({ readPage: async () => answer, width: () => 4 });
  expect(result).toMatchObject({ requests: 4_000, complete: false });
  expect(result.rows).toHaveLength(1);
});

function withPagination(change: Partial<WirePage['pagination']>) {
  return (page: WirePage): WirePage => ({ ...page, pagination: { ...page.pagination, ...change } });
}
