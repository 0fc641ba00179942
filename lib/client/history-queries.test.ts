import { InfiniteQueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { ChangeList } from '../contract/changes';
import { loadChangesSearch, readChangesUrl } from './changes-url';
import { changesQuery } from './history-queries';
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
  },
});
const etag = (value: string) => ({ headers: { etag: value } });

test('a poll requests all loaded pages, and pages that have not changed stay the same', async () => {
  const observer = new InfiniteQueryObserver(open(), changesQuery(url, contextOf()));
  observer.subscribe(() => {});
  await next().respond(page('7'), etag('"1"'));
  void observer.fetchNextPage();
  const second = next();
  expect(second.path).toContain('cursor=7');
  await second.respond(page(null), etag('"2"'));
  const before = observer.getCurrentResult().data;

  await passTime(30_000);
  const poll = next();
  expect(poll.headers.get('if-none-match')).toBe('"1"');
  await poll.respond(null, { status: 304 });
  await next().respond(null, { status: 304 });
  expect(requests).toHaveLength(0);
  expect(observer.getCurrentResult()).toMatchObject({ data: before, isFetching: false, isError: false });

  await passTime(30_000);
  await next().respond(page('9', 1), etag('"3"'));
  const moved = next();
  expect(moved.path).toContain('cursor=9');
  await moved.respond(failure, { status: 502 });
  expect(observer.getCurrentResult()).toMatchObject({ data: before, isError: true });
});
