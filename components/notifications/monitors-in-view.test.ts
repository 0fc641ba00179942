import { expect, test } from 'vitest';
import { listOf, rowOf } from '@/lib/client/monitor-list.fixtures';
import { settle, setUpBrowser } from '@/lib/client/queries.fixtures';
import { monitorsInView } from './monitors-in-view';

const { requests, next, open, contextOf } = setUpBrowser();
const uuidOf = (n: number) => rowOf(n).monitor_uuid;
const ask = (search: string, ...asked: number[]) =>
  monitorsInView(open(), search, asked.map(uuidOf), contextOf());

/** Responds to the next request with a page of these monitors. @returns the query of the request */
async function respond(pages: number, ...rows: number[]): Promise<string> {
  const request = next();
  const list = listOf(rows.map((n) => rowOf(n)));
  await request.respond({ ...list, pagination: { ...list.pagination, total_pages: pages } });
  await settle();
  return request.path;
}

test('a view of all monitors, of whatever condition, is not read', async () => {
  expect(await ask('condition=down', 1, 2)).toEqual(new Set([uuidOf(1), uuidOf(2)]));
  expect(requests).toEqual([]);
});

test('one page is read when all are on it', async () => {
  const found = ask('q=pay&condition=down', 1, 2);
  expect(await respond(3, 2, 1, 7)).toBe('/api/monitors?q=pay&sort=changed&per_page=100');
  expect(await found).toEqual(new Set([uuidOf(1), uuidOf(2)]));
  expect(requests).toEqual([]);
});

test('further pages are read until all are found', async () => {
  const found = ask('q=pay', 1, 2);
  await respond(4, 1, 7);
  expect(await respond(4, 8)).toContain('page=2');
  expect(await respond(4, 9, 2)).toContain('page=3');
  expect(await found).toEqual(new Set([uuidOf(1), uuidOf(2)]));
  expect(requests).toEqual([]);
});

test('what is not in the view is sought until it ends, and on 50 pages at most', async () => {
  const small = ask('q=pay', 1, 2);
  await respond(2, 1);
  await respond(2, 7);
  expect(await small).toEqual(new Set([uuidOf(1)]));
  const large = ask('q=pay', 1);
  for (let page = 1; page <= 50; page += 1) await respond(1000, 7);
  expect(await large).toEqual(new Set());
  expect(requests).toEqual([]);
});
