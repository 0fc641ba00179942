import { focusManager, onlineManager, type QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { InventoryQuery } from '../contract/inventory-query';
import type { MonitorList } from '../contract/responses';
import type { BodyWithEtag } from './fetch-json';
import { detailOf, listOf, rowOf } from './monitor-list.fixtures';
import {
  cachedLists,
  monitorDetailKey,
  monitorDetailQuery,
  monitorListKey,
  monitorListQuery,
  readNowMutation,
  readOnce,
  usageQuery,
} from './queries';
import { failure, passTime, settle, setUpBrowser } from './queries.fixtures';

const { requests, next, open, contextOf, onSignedOut } = setUpBrowser();
const bare: InventoryQuery = { page: 1, per_page: 25, facets: true };
const listQuery = () => monitorListQuery(bare, contextOf());
const list = listOf([rowOf(1), rowOf(2)]);
const etag = { headers: { etag: '"1"' } };

/** Subscribes to a list, as a component does. @returns unsubscribes */
const show = (client: QueryClient, options: Partial<ReturnType<typeof listQuery>> = {}) =>
  new QueryObserver(client, { ...listQuery(), ...options }).subscribe(() => {});

const cached = (client: QueryClient) => client.getQueryState(listQuery().queryKey);

/** A client with a subscribed list whose response has just arrived. */
async function showing(options: Partial<ReturnType<typeof listQuery>> = {}) {
  const client = open();
  const stop = show(client, options);
  await next().respond(list, etag);
  return { client, stop };
}

test('data of the last ten seconds is not requested again', async () => {
  const { client, stop } = await showing();
  stop();
  await passTime(9999);
  show(client)();
  await client.query(listQuery());
  expect(requests).toHaveLength(0);
  await passTime(1);
  show(client);
  expect(requests).toHaveLength(1);
});

test('a poll sends the ETag, and that somebody looks; a 304 keeps the object and updates its time', async () => {
  const { client } = await showing();
  const before = cached(client);
  await passTime(30_000);
  const poll = next();
  expect(poll.path).toBe('/api/monitors?facets=true');
  expect(poll.headers.get('if-none-match')).toBe('"1"');
  expect(poll.headers.get('sightline-refresh')).toBe('on');
  await poll.respond(null, { status: 304 });
  expect(cached(client)?.data).toBe(before?.data);
  expect(cached(client)?.dataUpdatedAt).toBe((before?.dataUpdatedAt ?? 0) + 30_000);
});

test('a hidden tab polls only for its title; when it is shown, data older than ten seconds is requested', async () => {
  const { client } = await showing();
  focusManager.setFocused(false);
  await passTime(90_000);
  expect(requests).toHaveLength(0);
  focusManager.setFocused(true);
  await settle();
  await next().respond(list, etag);
  focusManager.setFocused(false);
  await passTime(9000);
  focusManager.setFocused(true);
  await settle();
  expect(requests, 'new enough').toHaveLength(0);

  new QueryObserver(client, { ...listQuery(), refetchIntervalInBackground: true }).subscribe(() => {});
  focusManager.setFocused(false);
  await passTime(30_000);
  expect(requests).toHaveLength(1);
});

test('back online, data older than ten seconds is requested; offline, requests are still tried', async () => {
  const { client } = await showing();
  onlineManager.setOnline(false);
  await passTime(30_000);
  await next().respond(list, etag);
  await passTime(11_000);
  onlineManager.setOnline(true);
  await settle();
  expect(requests).toHaveLength(1);
  expect(cached(client)?.fetchStatus).toBe('fetching');
});

test('a query with readOnce is neither polled nor requested on focus', async () => {
  const { stop } = await showing(readOnce);
  await passTime(600_000);
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await settle();
  expect(requests).toHaveLength(0);
  stop();
});

test('a request without subscribers is aborted, which is not reported as a failure', async () => {
  const { client, stop } = await showing();
  await passTime(30_000);
  const poll = next();
  stop();
  await settle();
  expect(poll.signal?.aborted).toBe(true);
  expect(cached(client)).toMatchObject({ fetchStatus: 'idle', status: 'success', error: null });
});

test('a failure keeps the data, reports the error, and is retried by the next poll', async () => {
  const { client } = await showing();
  await passTime(30_000);
  await next().respond(failure, { status: 502 });
  expect(cached(client)).toMatchObject({ data: { body: list }, error: { message: 'It failed.' } });
  expect(requests).toHaveLength(0);
  await passTime(30_000);
  await next().respond(list, etag);
  expect(cached(client)).toMatchObject({ error: null, status: 'success' });
});

test('a failed list without data is polled every five seconds; mounting a component does not request it', async () => {
  const client = open();
  const stop = show(client);
  await next().respond(failure, { status: 502 });
  await passTime(4999);
  expect(requests).toHaveLength(0);
  await passTime(1);
  await next().respond(failure, { status: 502 });
  stop();
  show(client);
  expect(requests).toHaveLength(0);
});

test('while paused, a monitor is requested only when it is opened', async () => {
  const client = open();
  const { monitor_uuid: uuid } = rowOf(1);
  const query = monitorDetailQuery(uuid, contextOf(true));
  const stop = new QueryObserver(client, query).subscribe(() => {});
  await next().respond(detailOf(rowOf(1)), etag);
  await passTime(3_600_000);
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  await settle();
  expect(requests).toHaveLength(0);
  stop();
  new QueryObserver(client, query).subscribe(() => {});
  const reopened = next();
  expect(reopened.path).toBe(`/api/monitors/${uuid}`);
  expect(reopened.headers.get('sightline-refresh')).toBe('off');
  expect(reopened.headers.get('if-none-match')).toBe('"1"');
});

test('a pause applies at once, to the polls and to the header they send', async () => {
  const client = open();
  const observer = new QueryObserver(client, listQuery());
  observer.subscribe(() => {});
  await next().respond(list, etag);
  observer.setOptions(monitorListQuery(bare, contextOf(true)));
  await passTime(299_999);
  expect(requests).toHaveLength(0);
  await passTime(1);
  expect(next().headers.get('sightline-refresh')).toBe('off');
});

test('the end of the session is reported by queries and mutations', async () => {
  const signedOut = { code: 'signed_out', error: 'Sign in.', request_id: 'r1' };
  const client = open();
  new QueryObserver(client, usageQuery(contextOf())).subscribe(() => {});
  await next().respond(failure, { status: 502 });
  expect(onSignedOut).not.toHaveBeenCalled();
  await passTime(15_000);
  await next().respond(signedOut, { status: 401 });
  expect(onSignedOut).toHaveBeenCalledTimes(1);

  const mutation = client
    .getMutationCache()
    .build(client, client.defaultMutationOptions(readNowMutation(null, contextOf())));
  const ended = expect(mutation.execute()).rejects.toThrow('Sign in.');
  await settle();
  const post = next();
  expect(post.path).toBe('/api/monitors/refresh');
  await post.respond(signedOut, { status: 401 });
  await ended;
  expect(onSignedOut).toHaveBeenCalledTimes(2);
});

test('all cached lists are found, whatever their filters', async () => {
  const { client } = await showing();
  client.setQueryData<BodyWithEtag<MonitorList>>(monitorListKey({ ...bare, page: 2 }), {
    body: listOf([]),
    etag: null,
  });
  client.setQueryData(monitorDetailKey('x'), { body: detailOf(rowOf(1)), etag: null });
  expect(cachedLists(client)).toEqual([list, listOf([])]);
});
