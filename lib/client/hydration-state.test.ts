import { dehydrate, hydrate, QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { MonitorList } from '../contract/responses';
import type { BodyWithEtag } from './fetch-json';
import { toBrowserState } from './hydration-state';
import { listOf, rowOf } from './monitor-list.fixtures';
import { monitorListQuery } from './queries';
import { failure, passTime, setUpBrowser } from './queries.fixtures';

const { requests, next, open, contextOf } = setUpBrowser();
const query = monitorListQuery({ page: 1, per_page: 25, facets: false }, contextOf());
const { queryKey } = query;
/** The server's clock is an hour ahead of the browser's. */
const AHEAD_MS = 3_600_000;
const serverNow = () => Date.now() + AHEAD_MS;
const toBrowserTime = (serverMs: number) => serverMs - AHEAD_MS;

/** The converted state of a page that read one list. @param updatedAt on the server's clock, epoch milliseconds */
function pageOf(body: MonitorList, updatedAt: number) {
  const server = new QueryClient();
  server.setQueryData<BodyWithEtag<MonitorList>>(queryKey, { body, etag: '"1"' }, { updatedAt });
  const sent: ReturnType<typeof dehydrate> = JSON.parse(JSON.stringify(dehydrate(server)));
  return toBrowserState(sent, null, toBrowserTime);
}

const nothing = { mutations: [], queries: [] };
const show = (client: QueryClient) => new QueryObserver(client, query).subscribe(() => {});

test('the age of hydrated data is right even though the two clocks differ', async () => {
  const client = open();
  hydrate(client, pageOf(listOf([]), serverNow()));
  expect(client.getQueryState(queryKey)?.dataUpdatedAt).toBe(Date.now());
  const stop = show(client);
  expect(requests, 'it need not be requested').toHaveLength(0);
  stop();
  await passTime(10_000);
  show(client);
  expect(next().headers.get('if-none-match')).toBe('"1"');
});

test('data with the time 0 is shown and refetched at once', () => {
  const client = open();
  hydrate(client, pageOf(listOf([rowOf(1)]), 0));
  show(client);
  expect(requests).toHaveLength(1);
  expect(client.getQueryData(queryKey)?.body.data).toHaveLength(1);
});

test('a newer page replaces the browser’s data, an older one does not', async () => {
  const client = open();
  const early = serverNow();
  show(client);
  await passTime(1000);
  await next().respond(listOf([rowOf(1)]));
  hydrate(client, pageOf(listOf([]), early));
  expect(client.getQueryData(queryKey)?.body.data).toHaveLength(1);
  hydrate(client, pageOf(listOf([rowOf(1), rowOf(2)]), serverNow() + 1));
  expect(client.getQueryData(queryKey)?.body.data).toHaveLength(2);
});

test('a failure on the server is shown like one in the browser, and retried only by the next poll', async () => {
  const client = open();
  hydrate(client, toBrowserState(nothing, { queryKey, failure }, toBrowserTime));
  expect(client.getQueryState(queryKey)).toMatchObject({
    status: 'error',
    data: undefined,
    error: { name: 'ApiError', body: failure },
  });
  show(client);
  await passTime(4999);
  expect(requests).toHaveLength(0);
  await passTime(1);
  await next().respond(listOf([]));
  expect(client.getQueryState(queryKey)).toMatchObject({ status: 'success', error: null });
});

test('a failure on the server replaces no data, and any data replaces it', () => {
  const client = open();
  const failed = toBrowserState(nothing, { queryKey, failure }, toBrowserTime);
  hydrate(client, failed);
  hydrate(client, pageOf(listOf([]), serverNow()));
  hydrate(client, failed);
  expect(client.getQueryState(queryKey)).toMatchObject({ status: 'success', error: null });
});
