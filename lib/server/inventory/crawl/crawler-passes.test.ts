import { expect, test } from 'vitest';
import { FailureError } from '../../errors';
import { monitor, monitors, NOON } from './crawl.fixtures';
import { crawl } from './crawler';
import { crawlOf, upstreamOf, uuids, uuidsOf } from './instant-upstream.fixtures';

test('row 22: monitors added during the crawl repeat rows: each has one row, as last read, in one pass', async () => {
  const upstream = upstreamOf(monitors(250));
  const before = uuidsOf(upstream.list);
  upstream.after.set(1, () => {
    const edited = upstream.list.map((row, index) => (index === 99 ? { ...row, name: 'Edited' } : row));
    upstream.list = [monitor(900, NOON), ...edited];
  });
  const result = await crawlOf(upstream);
  expect(result).toMatchObject({ complete: true, total: 251, requests: 3 });
  expect(uuids(result.rows)).toEqual(before);
  expect(result.rows[99]?.monitor.name).toBe('Edited');
});

/** One of 250 monitors is deleted after the first response, so that a second pass is needed. */
function losingOne() {
  const upstream = upstreamOf(monitors(250));
  upstream.after.set(1, () => {
    upstream.list = upstream.list.toSpliced(4, 1);
  });
  return upstream;
}

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

test('row 23, row 26: a second pass finds a skipped monitor, and omits the deleted one', async () => {
  const upstream = losingOne();
  const result = await crawlOf(upstream);
  expect(upstream.trace).toEqual([1, 2, 3, 1, 2, 3]);
  expect(uuids(result.rows)).toEqual(uuidsOf(upstream.list));
  expect(result).toMatchObject({ complete: true, total: 249, asOf: NOON + 4_000, requests: 6 });
});

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

test('row 73: when the second pass fails, the rows of the first are kept, with the failure', async () => {
  const upstream = losingOne();
  const result = await crawl({
    async readPage(page) {
      if (upstream.trace.length >= 3) throw new FailureError({ code: 'api_key_rejected' });
      return upstream.readPage(page);
    },
  });
  const failure = { code: 'api_key_rejected' };
  expect(result).toMatchObject({ complete: false, extent: 'all_pages', failure, total: 249 });
  expect(result.rows).toHaveLength(249);
});

test('row 73: the failure of a page of the second pass is reported', async () => {
  const upstream = losingOne();
  const result = await crawl({
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
    extent: 'all_pages',
    failure: { code: 'upstream_timeout' },
    pages: 3,
  });
  expect(result.rows).toHaveLength(250);
});
