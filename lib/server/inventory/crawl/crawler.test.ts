import { expect, test, vi } from 'vitest';
import { FailureError } from '../../errors';
import type { Reading } from '../../upstream/reading';
import type { WirePage } from '../../upstream/schema';
import type { MonitorReading } from '../snapshot/condition';
import { monitor, monitors, NOON, pageOf, readingOf } from './crawl.fixtures';
import { type CrawlOptions, crawl } from './crawler';

type Monitor = WirePage['monitors'][number];

/** An upstream that responds at once, each time one second later; `after` changes it between requests. */
function upstreamOf(
  start: Monitor[],
  options: { isMalformed?: (row: Monitor) => boolean; lie?: (page: WirePage) => WirePage } = {},
) {
  const { isMalformed = () => false, lie = (page) => page } = options;
  const upstream = {
    list: start,
    /** The pages that were read, in order. */
    trace: [] as number[],
    /** Callbacks after the nth request, counted from 1. */
    after: new Map<number, () => void>(),
    readPage: async (page: number): Promise<Reading<WirePage>> => {
      upstream.trace.push(page);
      const reading = readingOf(
        lie(pageOf(upstream.list, { page, isMalformed })),
        upstream.trace.length * 1_000,
      );
      upstream.after.get(upstream.trace.length)?.();
      return reading;
    },
  };
  return upstream;
}

const crawlOf = (upstream: Pick<CrawlOptions, 'readPage'>, width = 1) =>
  crawl({ readPage: upstream.readPage, width: () => width });
const uuids = (rows: MonitorReading[]) => rows.map((row) => row.monitor.monitor_uuid);
const uuidsOf = (list: Monitor[]) => list.map((row) => row.monitor_uuid);

test.each([
  [0, [1]],
  [1, [1]],
  [100, [1]],
  [101, [1, 2]],
  [250, [1, 2, 3]],
])('%d monitors are read with the pages %j', async (count, trace) => {
  for (const width of [1, 4]) {
    const upstream = upstreamOf(monitors(count));
    const result = await crawlOf(upstream, width);
    expect(upstream.trace).toEqual(trace);
    expect(uuids(result.rows)).toEqual(uuidsOf(upstream.list));
    expect(result).toMatchObject({
      total: count,
      asOf: NOON + 1_000,
      dropped: 0,
      complete: true,
      requests: trace.length,
    });
  }
});

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

test('a list without numbers that has only one page, whichever is asked for, costs two requests', async () => {
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
  await crawl({ readPage: upstream.readPage, width: () => 1, onProgress });
  expect(onProgress.mock.calls.map(([{ read, total }]) => [read, total])).toEqual([
    [100, 250],
    [200, 250],
    [250, 250],
  ]);
});

test.each([1, 4])(
  'row 22: monitors added during the crawl repeat rows: each has one row, as last read, in one pass, width %d',
  async (width) => {
    const upstream = upstreamOf(monitors(250));
    const before = uuidsOf(upstream.list);
    upstream.after.set(1, () => {
      const edited = upstream.list.map((row, index) => (index === 99 ? { ...row, name: 'Edited' } : row));
      upstream.list = [monitor(900, NOON), ...edited];
    });
    const result = await crawlOf(upstream, width);
    expect(result).toMatchObject({ complete: true, total: 251, requests: 3 });
    expect(uuids(result.rows)).toEqual(before);
    expect(result.rows[99]?.monitor.name).toBe('Edited');
  },
);

test('row 22: UUIDs are compared case-insensitively', async () => {
  const upstream = upstreamOf(monitors(150));
  const last = upstream.list[99];
  if (last) upstream.list[99] = { ...last, monitor_uuid: 'AAAAAAAA-0000-4000-8000-000000000001' };
  upstream.after.set(1, () => {
    upstream.list = [monitor(900, NOON), ...upstream.list].map((row) => ({
      ...row,
      monitor_uuid: row.monitor_uuid.toLowerCase(),
    }));
  });
  const { rows, complete } = await crawlOf(upstream);
  expect([rows.length, complete]).toEqual([150, true]);
});

test.each([1, 4])(
  'row 23, row 26: a second pass finds a skipped monitor, and omits the deleted one, width %d',
  async (width) => {
    const upstream = upstreamOf(monitors(250));
    upstream.after.set(1, () => {
      upstream.list = upstream.list.toSpliced(4, 1);
    });
    const result = await crawlOf(upstream, width);
    expect(upstream.trace).toEqual([1, 2, 3, 1, 2, 3]);
    expect(uuids(result.rows)).toEqual(uuidsOf(upstream.list));
    expect(result).toMatchObject({ complete: true, total: 249, asOf: NOON + 4_000, requests: 6 });
  },
);

test('row 23: when monitors are deleted during both passes, the rows of both are kept, and the result is incomplete', async () => {
  const upstream = upstreamOf(monitors(250));
  const [deleted, slid] = [upstream.list[4], upstream.list[101]];
  for (const request of [1, 4]) {
    upstream.after.set(request, () => {
      upstream.list = upstream.list.toSpliced(4, 1);
    });
  }
  const result = await crawlOf(upstream);
  expect(result).toMatchObject({ complete: false, total: 248, asOf: NOON + 1_000, requests: 6 });
  expect(uuids(result.rows)).toContain(deleted?.monitor_uuid);
  expect(uuids(result.rows)).toContain(slid?.monitor_uuid);
  expect(result.rows).toHaveLength(250);
});

test('row 23: the second pass reads the pages sequentially', async () => {
  const upstream = upstreamOf(monitors(400));
  let inFlight = 0;
  const peaks = [0, 0];
  upstream.after.set(1, () => {
    upstream.list = upstream.list.slice(1);
  });
  await crawl({
    async readPage(page) {
      const pass = upstream.trace.length < 4 ? 0 : 1;
      inFlight += 1;
      peaks[pass] = Math.max(peaks[pass] ?? 0, inFlight);
      await new Promise(setImmediate);
      inFlight -= 1;
      return upstream.readPage(page);
    },
    width: () => 4,
  });
  expect(peaks).toEqual([3, 1]);
});

test('row 29: malformed rows are dropped and counted; with sequential reading the crawl is still complete', async () => {
  const list = monitors(250);
  const isMalformed = (row: Monitor) => row === list[7] || row === list[240];
  const alone = await crawlOf(upstreamOf(list, { isMalformed }));
  expect(alone).toMatchObject({ complete: true, dropped: 2, total: 250, requests: 3 });
  expect(alone.rows).toHaveLength(248);
  const sideBySide = await crawlOf(upstreamOf(list, { isMalformed }), 4);
  expect(sideBySide).toMatchObject({ complete: false, dropped: 2, requests: 3 });
});

test('row 72: a page whose only row is malformed does not end the crawl', async () => {
  const list = monitors(201);
  const result = await crawlOf(upstreamOf(list, { isMalformed: (row) => row === list[200] }));
  expect(result).toMatchObject({ dropped: 1, total: 201, failure: null, requests: 3 });
  expect(result.rows).toHaveLength(200);
});

test('row 73: when the second pass fails, the rows of the first are kept, with the failure', async () => {
  const upstream = upstreamOf(monitors(250));
  upstream.after.set(1, () => {
    upstream.list = upstream.list.toSpliced(4, 1);
  });
  const result = await crawl({
    width: () => 1,
    async readPage(page) {
      if (upstream.trace.length >= 3) throw new FailureError({ code: 'api_key_rejected' });
      return upstream.readPage(page);
    },
  });
  const failure = { code: 'api_key_rejected' };
  expect(result).toMatchObject({ complete: false, coverage: 'all_pages', failure, total: 249 });
  expect(result.rows).toHaveLength(249);
});

test('row 73: the failure of a page of the second pass is reported', async () => {
  const upstream = upstreamOf(monitors(250));
  upstream.after.set(1, () => {
    upstream.list = upstream.list.toSpliced(4, 1);
  });
  const result = await crawl({
    width: () => 1,
    async readPage(page) {
      if (upstream.trace.length === 4) {
        upstream.trace.push(page);
        throw new FailureError({ code: 'upstream_timeout' });
      }
      return upstream.readPage(page);
    },
  });
  expect(upstream.trace).toEqual([1, 2, 3, 1, 2, 3]);
  expect(result).toMatchObject({
    complete: false,
    coverage: 'all_pages',
    failure: { code: 'upstream_timeout' },
    pages: 3,
  });
  expect(result.rows).toHaveLength(250);
});

test('row 81: an empty page after a failed page 1 is not reported as progress', async () => {
  const onProgress = vi.fn<NonNullable<CrawlOptions['onProgress']>>();
  const upstream = upstreamOf(monitors(0));
  const readPage = async (page: number) => {
    if (page === 1) throw new FailureError({ code: 'upstream_error', status: 500 });
    return upstream.readPage(page);
  };
  await expect(crawl({ readPage, width: () => 1, onProgress })).rejects.toThrow();
  expect(upstream.trace).toEqual([2]);
  expect(onProgress).not.toHaveBeenCalled();
  await crawl({ readPage: upstream.readPage, width: () => 1, onProgress });
  expect(onProgress).toHaveBeenCalledOnce();
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
