import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Change, ChangeList } from '../contract/changes';
import { loadChangesSearch, readChangesUrl } from './changes-url';
import { changesQuery, newestChangeQuery } from './history-queries';
import { failure, passTime, setUpBrowser } from './queries.fixtures';

const { requests, next, open, contextOf } = setUpBrowser();

const url = readChangesUrl(loadChangesSearch(''));
const page = (cursor: string | null, minute = 0): ChangeList => ({
  data: [],
  pagination: { next_cursor: cursor, limit: 100 },
  meta: {
    observed_from: null,
    gaps: [],
    as_of: new Date(Date.UTC(2026, 10, 21, 14, minute)).toISOString(),
    kept_days: 30,
    not_saved_since: null,
    demo: false,
  },
});
const etag = (value: string) => ({ headers: { etag: value } });

/** Two loaded pages of changes. */
async function twoPages() {
  const client = open();
  const observer = new InfiniteQueryObserver(client, changesQuery(url, contextOf()));
  observer.subscribe(() => {});
  await next().respond(page('7'), etag('"1"'));
  void observer.fetchNextPage();
  const second = next();
  expect(second.path).toContain('cursor=7');
  await second.respond(page(null), etag('"2"'));
  return { client, observer };
}

test('while nothing has changed, a poll requests only the first page', async () => {
  const { observer } = await twoPages();
  const before = observer.getCurrentResult().data;
  await passTime(30_000);
  const poll = next();
  expect(poll.headers.get('if-none-match')).toBe('"1"');
  await poll.respond(null, { status: 304 });
  expect(requests).toHaveLength(0);
  expect(observer.getCurrentResult()).toMatchObject({ data: before, isFetching: false, isError: false });
});

test('after a new crawl all loaded pages are requested, and after a 304 further pages still are', async () => {
  const { observer } = await twoPages();
  await passTime(30_000);
  await next().respond(page('9', 1), etag('"3"'));
  const second = next();
  expect(second.path).toContain('cursor=9');
  await second.respond(page('4', 1), etag('"4"'));
  expect(observer.getCurrentResult().data?.pages.map(({ body }) => body.meta.as_of)).toEqual([
    '2026-11-21T14:01:00.000Z',
    '2026-11-21T14:01:00.000Z',
  ]);

  await passTime(30_000);
  await next().respond(null, { status: 304 });
  expect(requests).toHaveLength(0);
  void observer.fetchNextPage();
  const third = next();
  expect(third.path).toContain('cursor=4');
  await third.respond(failure, { status: 502 });
  expect(observer.getCurrentResult()).toMatchObject({ isError: true });
});

test('the newest change of a monitor is polled until it is the removal', async () => {
  const change = (kind: Change['kind']): Change => ({
    id: '1',
    kind,
    from: '2026-11-21T13:59:30.000Z',
    to: '2026-11-21T14:00:00.000Z',
    monitor: { monitor_uuid: 'a', name: 'A', type: 'tcp', target: 'a.example', port: 1, regions: [] },
    lasted: null,
    pair: null,
    fields: null,
  });
  const observer = new QueryObserver(open(), newestChangeQuery('a', contextOf()));
  observer.subscribe(() => {});
  await next().respond(page(null));
  await passTime(30_000);
  await next().respond({ ...page(null), data: [change('down')] });
  await passTime(30_000);
  await next().respond({ ...page(null), data: [change('removed')] });
  expect(observer.getCurrentResult().data?.body.data[0]?.kind).toBe('removed');
  await passTime(600_000);
  expect(requests).toHaveLength(0);
});
