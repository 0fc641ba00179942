import { expect, test } from 'vitest';
import { FailureError, type UpstreamFailure } from '../../errors.ts';
import type { Gateway } from '../../upstream/gateway.ts';
import { monitors, pageOf, readingOf } from './crawl.fixtures.ts';
import { createCrawl } from './crawl-upstream.ts';

/** A crawl of an upstream with `count` monitors, which records each page and its purpose. */
function setUp(isMalformed: (index: number) => boolean = () => false) {
  const list = monitors(250);
  const requested: string[] = [];
  const progress: number[] = [];
  const problems: string[] = [];
  const failing = new Map<number, UpstreamFailure>();
  const listPage: Gateway['listPage'] = async ({ page }, purpose) => {
    requested.push(`${page} ${purpose}`);
    const failure = failing.get(page);
    if (failure) throw new FailureError(failure);
    return readingOf(pageOf(list, { page, isMalformed: (row) => isMalformed(list.indexOf(row)) }));
  };
  const crawl = createCrawl({
    gateway: { listPage },
    onProgress: ({ read }) => progress.push(read),
    onFailure: ({ code }) => problems.push(`${code} after ${requested.length}`),
  });
  const { signal } = new AbortController();
  return { crawl, progress, problems, failing, signal };
}

test('row 5: a list of mostly malformed rows is rejected as an invalid response', async () => {
  const { crawl, signal } = setUp((index) => index >= 120);
  await expect(crawl('inventory', signal)).rejects.toMatchObject({
    failure: { code: 'upstream_invalid_response' },
  });
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
  });
  await expect(crawl('inventory', new AbortController().signal)).rejects.toMatchObject({
    failure: { code: 'upstream_invalid_response' },
  });
});

test('row 72: when some rows are malformed, the others are read', async () => {
  const { crawl, signal } = setUp((index) => index >= 200);
  expect(await crawl('inventory', signal)).toMatchObject({ dropped: 50, total: 250 });
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
