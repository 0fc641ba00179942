import { expect, test } from 'vitest';
import { changeOf } from '@/components/changes/changes.fixtures';
import { listOf, rowOf } from '@/lib/client/monitor-list.fixtures';
import { settle, setUpBrowser } from '@/lib/client/queries.fixtures';
import { monitorsInView } from './monitors-in-view';

const { requests, next, open, contextOf } = setUpBrowser();
const uuidOf = (n: number) => rowOf(n).monitor_uuid;
/** A monitor of type `https` in `fra1`. */
const monitorOf = (n: number) => ({
  ...changeOf('1', 'down', '2026-11-21T14:00:00.000Z').monitor,
  monitor_uuid: uuidOf(n),
});
const ask = (search: string, ...monitors: number[]) =>
  monitorsInView(open(), search, monitors.map(monitorOf), contextOf());

/** Responds to the next request with a page of these monitors. @returns the query of the request */
async function respond(pages: number, ...rows: number[]): Promise<string> {
  const request = next();
  const list = listOf(rows.map((n) => rowOf(n)));
  await request.respond({ ...list, pagination: { ...list.pagination, total_pages: pages } });
  await settle();
  return request.path;
}

test('a view without filters other than the condition contains every monitor and needs no request', async () => {
  expect(await ask('condition=down', 1, 2)).toEqual(new Set([uuidOf(1), uuidOf(2)]));
  expect(requests).toEqual([]);
});

test('words about the condition and ages are ignored like its filter', async () => {
  expect(await ask('q=is:down since<1h -is:flapping', 1)).toEqual(new Set([uuidOf(1)]));
  expect(requests).toEqual([]);
  const found = ask('q=pay is:down&flapping=true', 1);
  expect(await respond(1, 1)).toBe('/api/monitors?q=pay&sort=changed&per_page=100');
  expect(await found).toEqual(new Set([uuidOf(1)]));
});

test('a view with a rule of the review is requested', async () => {
  const found = ask('rule=plain_http', 1, 2);
  expect(await respond(1, 2)).toBe('/api/monitors?rule=plain_http&sort=changed&per_page=100');
  expect(await found).toEqual(new Set([uuidOf(2)]));
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

test('a view is read to its end for monitors that are not in it, but at most 50 pages', async () => {
  const small = ask('q=pay', 1, 2);
  await respond(2, 1);
  await respond(2, 7);
  expect(await small).toEqual(new Set([uuidOf(1)]));
  const large = ask('q=pay', 1);
  for (let page = 1; page <= 50; page += 1) await respond(1000, 7);
  expect(await large).toEqual(new Set());
  expect(requests).toEqual([]);
});

test('monitors whose type or regions the view excludes need no request', async () => {
  for (const search of ['type=tcp', 'type=-https', 'region=waw1', 'region=-fra1', 'q=pay&type=tcp']) {
    expect(await ask(search, 1, 2), search).toEqual(new Set());
  }
  expect(requests).toEqual([]);
  for (const search of ['type=tcp&type=https', 'type=-tcp', 'region=fra1&region=waw1', 'region=-waw1']) {
    const found = ask(search, 1, 2);
    await respond(1, 1, 2);
    expect(await found, search).toEqual(new Set([uuidOf(1), uuidOf(2)]));
  }
});

test('the pages that were read are not kept', async () => {
  const client = open();
  const found = monitorsInView(client, 'q=pay', [monitorOf(1)], contextOf());
  await respond(2, 7);
  await respond(2, 1);
  await found;
  await settle();
  expect(client.getQueryCache().getAll()).toEqual([]);
});
