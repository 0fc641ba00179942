import { expect, test } from 'vitest';
import { createFakeClock } from '../../clock.fixtures.ts';
import { FailureError, type UpstreamFailure } from '../../errors.ts';
import { createQuotaLedger } from '../../quota/quota-ledger.ts';
import type { Gateway } from '../../upstream/gateway.ts';
import type { WirePage } from '../../upstream/schema.ts';
import { monitors, pageOf, readingOf } from './crawl.fixtures.ts';
import { createCrawl } from './crawl-upstream.ts';

/** A crawl of an upstream with `count` monitors, which records each page and its purpose. */
function setUp(
  isMalformed: (index: number) => boolean = () => false,
  count = 250,
  lie: (page: WirePage) => WirePage = (page) => page,
) {
  const list = monitors(count);
  const requested: string[] = [];
  const proven: boolean[] = [];
  const progress: number[] = [];
  const problems: string[] = [];
  const failing = new Map<number, UpstreamFailure>();
  const listPage: Gateway['listPage'] = async ({ page }, purpose, isKeyProven = false) => {
    requested.push(`${page} ${purpose}`);
    proven.push(isKeyProven);
    const failure = failing.get(page);
    if (failure) throw new FailureError(failure);
    return readingOf(lie(pageOf(list, { page, isMalformed: (row) => isMalformed(list.indexOf(row)) })));
  };
  const clock = createFakeClock();
  const crawl = createCrawl({
    gateway: { listPage },
    ledger: createQuotaLedger({ clock, random: () => 0 }),
    onProgress: ({ read }) => progress.push(read),
    onFailure: ({ code }) => problems.push(`${code} after ${requested.length}`),
  });
  const { signal } = new AbortController();
  return { crawl, requested, proven, progress, problems, failing, signal };
}

test('row 5: a list of mostly malformed rows is rejected as an invalid response', async () => {
  const { crawl, signal } = setUp((index) => index >= 120);
  await expect(crawl('inventory', signal)).rejects.toMatchObject({
    failure: { code: 'upstream_invalid_response' },
  });
});

const withoutCounts = (page: WirePage): WirePage => ({
  ...page,
  pagination: { per_page: null, total: null, total_pages: null },
});

test('row 5: an empty list is rejected when it does not say that there are no monitors', async () => {
  const { crawl, progress, signal } = setUp(undefined, 0, withoutCounts);
  await expect(crawl('inventory', signal)).rejects.toMatchObject({
    failure: { code: 'upstream_invalid_response' },
  });
  expect(progress).toEqual([]);
});

test('without the number of pages, pages are read one after the other, and each is shown when it arrives', async () => {
  const { crawl, requested, progress, signal } = setUp(undefined, 250, withoutCounts);
  const { rows, complete } = await crawl('inventory', signal);
  expect([rows.length, complete]).toEqual([250, true]);
  expect(requested).toHaveLength(4);
  expect(progress).toEqual([100, 200, 250, 250]);
});

test('row 81: no progress is reported while most rows are malformed', async () => {
  const { crawl, progress, signal } = setUp((index) => index < 100);
  await crawl('inventory', signal);
  expect(progress).toEqual([100, 150]);
});

test('row 81: a list without rows but with a total above 0 is rejected as an invalid response', async () => {
  const pagination = { page: 1, per_page: 100, total: 50, total_pages: 1 };
  const crawl = createCrawl({
    gateway: { listPage: async () => readingOf({ ...pageOf([], { page: 1 }), pagination }) },
    ledger: createQuotaLedger({ clock: createFakeClock(), random: () => 0 }),
  });
  await expect(crawl('inventory', new AbortController().signal)).rejects.toMatchObject({
    failure: { code: 'upstream_invalid_response' },
  });
});

test('row 20: the key is proven after a page of the crawl was read', async () => {
  const { crawl, proven, signal } = setUp();
  for (let n = 0; n < 2; n += 1) await crawl('inventory', signal);
  expect(proven).toEqual([false, true, true, false, true, true]);
});

test('row 72: when some rows are malformed, the others are read', async () => {
  const { crawl, signal } = setUp((index) => index >= 200);
  expect(await crawl('inventory', signal)).toMatchObject({ dropped: 50, total: 250 });
});

test('row 72: when page 1 fails and the list has one page, page 2 is not requested again', async () => {
  const { crawl, requested, failing, signal } = setUp(() => false, 50);
  failing.set(1, { code: 'upstream_error', status: 500 });
  for (let n = 0; n < 3; n += 1) await expect(crawl('inventory', signal)).rejects.toThrow();
  expect(requested.map((page) => page[0])).toEqual(['1', '2', '1', '1']);
});

test('until a page was read, the failure of each page is reported immediately', async () => {
  const { crawl, problems, failing, signal } = setUp();
  failing.set(1, { code: 'upstream_timeout' });
  await crawl('inventory', signal);
  expect(problems).toEqual(['upstream_timeout after 1']);
  failing.set(2, { code: 'upstream_timeout' });
  await expect(crawl('inventory', signal)).rejects.toMatchObject({ failure: { code: 'upstream_timeout' } });
  expect(problems.slice(1)).toEqual(['upstream_timeout after 4', 'upstream_timeout after 5']);
});
