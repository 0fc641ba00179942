import { expect, test } from 'vitest';
import type { WirePage } from '../../upstream/schema';
import { monitors, pageOf, readingOf } from './crawl.fixtures';
import { crawl } from './crawler';
import { crawlOf, upstreamOf } from './instant-upstream.fixtures';

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
