import { expect, test } from 'vitest';
import { createFakeClock } from '../clock.fixtures.ts';
import { FailureError, type UpstreamFailure } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import { createQuotaLedger } from '../quota/quota-ledger.ts';
import { monitors, pageOf, readingOf } from './crawl.fixtures.ts';
import { createCrawl } from './crawl-upstream.ts';

/** A crawl over an upstream of so many monitors, 250 unless told, and what each page was charged to. */
function setUp(isMalformed: (index: number) => boolean = () => false, count = 250) {
  const list = monitors(count);
  const charged: string[] = [];
  const proven: boolean[] = [];
  const progress: number[] = [];
  const problems: string[] = [];
  const failing = new Map<number, UpstreamFailure>();
  const known: { total: number | null } = { total: null };
  const listPage: Gateway['listPage'] = async ({ page }, purpose, isKeyProven = false) => {
    charged.push(`${page} ${purpose}`);
    proven.push(isKeyProven);
    const failure = failing.get(page);
    if (failure) throw new FailureError(failure);
    return readingOf(pageOf(list, { page, isMalformed: (row) => isMalformed(list.indexOf(row)) }));
  };
  const clock = createFakeClock();
  const crawl = createCrawl({
    gateway: { listPage },
    ledger: createQuotaLedger({ clock, random: () => 0 }),
    total: () => known.total,
    onProgress: ({ read }) => progress.push(read),
    onProblem: ({ code }) => problems.push(`${code} after ${charged.length}`),
  });
  const { signal } = new AbortController();
  return { crawl, charged, proven, progress, problems, failing, known, signal };
}

test('a probe is one request, the pages after it are a crawl', async () => {
  const { crawl, charged, signal } = setUp();
  await crawl('probe', signal);
  expect(charged).toEqual(['1 probe', '2 inventory', '3 inventory']);
});

test('what a person asked for is charged to people as long as they may have more', async () => {
  const { crawl, charged, signal } = setUp();
  await crawl('list', signal);
  expect(charged).toEqual(['1 list', '2 list', '3 list']);
});

test('row 5: where most rows are malformed, upstream speaks of something else', async () => {
  const { crawl, signal } = setUp((index) => index >= 120);
  await expect(crawl('inventory', signal)).rejects.toMatchObject({
    failure: { code: 'upstream_invalid_response' },
  });
});

test('row 81: rows of something else than monitors are not shown while they are read', async () => {
  const { crawl, progress, signal } = setUp((index) => index < 100);
  await crawl('inventory', signal);
  expect(progress).toEqual([100, 150]);
});

test('row 81: a list that says it has monitors and holds none tells nothing', async () => {
  const pagination = { page: 1, per_page: 100, total: 50, total_pages: 1 };
  const crawl = createCrawl({
    gateway: { listPage: async () => readingOf({ ...pageOf([], { page: 1 }), pagination }) },
    ledger: createQuotaLedger({ clock: createFakeClock(), random: () => 0 }),
    total: () => null,
    onProgress: undefined,
  });
  await expect(crawl('inventory', new AbortController().signal)).rejects.toMatchObject({
    failure: { code: 'upstream_invalid_response' },
  });
});

const broken = { code: 'upstream_error', status: 500 } as const;

test('row 72: where page 1 fails and page 2 was empty, page 2 is not asked for again until page 1 can be read', async () => {
  const { crawl, charged, failing, signal } = setUp(() => false, 50);
  failing.set(1, broken);
  for (let n = 0; n < 3; n += 1) await expect(crawl('inventory', signal)).rejects.toThrow();
  expect(charged.map((page) => page[0])).toEqual(['1', '2', '1', '1']);
  failing.clear();
  await crawl('inventory', signal);
  failing.set(1, broken);
  await expect(crawl('inventory', signal)).rejects.toThrow();
  expect(charged.slice(4).map((page) => page[0])).toEqual(['1', '1', '2']);
});

test('row 72: where page 1 fails of a list that is known to have no other, page 2 is not asked for', async () => {
  const { crawl, charged, failing, known, signal } = setUp(() => false, 50);
  known.total = 100;
  failing.set(1, broken);
  await expect(crawl('inventory', signal)).rejects.toThrow();
  expect(charged).toEqual(['1 inventory']);
});

test('row 20: the key is proven once a page of the crawl was read', async () => {
  const { crawl, proven, signal } = setUp();
  for (let n = 0; n < 2; n += 1) await crawl('inventory', signal);
  expect(proven).toEqual([false, true, true, false, true, true]);
});

test('row 72: where some are, the others are read', async () => {
  const { crawl, signal } = setUp((index) => index >= 200);
  expect(await crawl('inventory', signal)).toMatchObject({ dropped: 50, total: 250 });
});

test('why nothing can be shown is told with the first page that fails, not with the last', async () => {
  const { crawl, problems, failing, known, signal } = setUp();
  failing.set(1, { code: 'upstream_timeout' }).set(2, { code: 'upstream_timeout' });
  await expect(crawl('inventory', signal)).rejects.toMatchObject({ failure: { code: 'upstream_timeout' } });
  expect(problems).toEqual(['upstream_timeout after 1', 'upstream_timeout after 2']);
  known.total = 250;
  await expect(crawl('inventory', signal)).rejects.toThrow(FailureError);
  expect(problems, 'there is something to show').toHaveLength(2);
});
