import { focusManager, onlineManager, type QueryClient, QueryObserver } from '@tanstack/react-query';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { MonitorList } from '../contract/answers';
import type { InventoryQuery } from '../contract/inventory-query';
import type { ReadNowAnswer } from '../contract/read-now';
import type { EtaggedBody } from './fetch-json';
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
import { failure, pass, settle, setUpBrowser } from './queries.fixtures';

const { requests, next, open, contextOf, onSignedOut } = setUpBrowser();
const bare: InventoryQuery = { page: 1, per_page: 25, facets: true };
const listQuery = () => monitorListQuery(bare, contextOf());
const list = listOf([rowOf(1), rowOf(2)]);
const etag = { headers: { etag: '"1"' } };

/** Shows a list, as a component does. @returns stops showing it */
const show = (client: QueryClient, options: Partial<ReturnType<typeof listQuery>> = {}) =>
  new QueryObserver(client, { ...listQuery(), ...options }).subscribe(() => {});

const cached = (client: QueryClient) => client.getQueryState(listQuery().queryKey);

/** A cache in which the list is shown and was answered just now. */
async function showing(options: Partial<ReturnType<typeof listQuery>> = {}) {
  const client = open();
  const stop = show(client, options);
  await next().respond(list, etag);
  return { client, stop };
}

test('a list is requested once, before it is shown and however many show it', async () => {
  const client = open();
  const early = client.query(listQuery());
  const request = next();
  expect(request.path).toBe('/api/monitors?facets=true');
  show(client);
  show(client);
  const late = client.query(listQuery());
  await request.respond(list, etag);
  expect(requests).toHaveLength(0);
  expect(await early).toEqual({ body: list, etag: '"1"' });
  expect(await late).toBe(await early);
});

test('an answer of the last ten seconds is not requested again', async () => {
  const { client, stop } = await showing();
  stop();
  await pass(9999);
  show(client)();
  await client.query(listQuery());
  expect(requests).toHaveLength(0);
  await pass(1);
  show(client);
  expect(requests).toHaveLength(1);
});

test('a poll sends the ETag and the interval; an unchanged answer is the same object, and newer', async () => {
  const { client } = await showing();
  const before = cached(client);
  await pass(30_000);
  const poll = next();
  expect(poll.headers.get('if-none-match')).toBe('"1"');
  expect(poll.headers.get('sightline-refresh')).toBe('30');
  await poll.respond(null, { status: 304 });
  expect(cached(client)?.data).toBe(before?.data);
  expect(cached(client)?.dataUpdatedAt).toBe((before?.dataUpdatedAt ?? 0) + 30_000);
});

const row = fc
  .record({ n: fc.integer({ min: 1, max: 6 }), name: fc.constantFrom('a', 'b'), up: fc.boolean() })
  .map(({ n, name, up }) => rowOf(n, { name, condition: up ? 'up' : 'down' }));
const anyList = fc
  .uniqueArray(row, { selector: ({ monitor_uuid }) => monitor_uuid })
  .map((rows) => listOf(rows));

test('of a newer answer a row is the same object exactly when nothing of it has changed', () => {
  const client = open();
  const { queryKey } = listQuery();
  client.getQueryCache().build(client, client.defaultQueryOptions(listQuery()));
  const put = (body: MonitorList) =>
    client.setQueryData<EtaggedBody<MonitorList>>(queryKey, { body, etag: null })?.body;
  fc.assert(
    fc.property(anyList, anyList, (before, after) => {
      const held = put(before);
      const shared = put(after);
      expect(shared).toEqual(after);
      for (const shown of shared?.data ?? []) {
        const old = held?.data.find(({ monitor_uuid }) => monitor_uuid === shown.monitor_uuid);
        const isSame = old !== undefined && JSON.stringify(old) === JSON.stringify(shown);
        expect(shown === old).toBe(isSame);
      }
    }),
  );
});

test('a hidden tab asks nothing, but for the tab title; seen again, at once what is older than ten seconds', async () => {
  const { client } = await showing();
  focusManager.setFocused(false);
  await pass(90_000);
  expect(requests).toHaveLength(0);
  focusManager.setFocused(true);
  await settle();
  await next().respond(list, etag);
  focusManager.setFocused(false);
  await pass(9000);
  focusManager.setFocused(true);
  await settle();
  expect(requests, 'new enough').toHaveLength(0);

  new QueryObserver(client, { ...listQuery(), refetchIntervalInBackground: true }).subscribe(() => {});
  focusManager.setFocused(false);
  await pass(30_000);
  expect(requests).toHaveLength(1);
});

test('back online, what is older than ten seconds is requested; being offline keeps nothing from being tried', async () => {
  const { client } = await showing();
  onlineManager.setOnline(false);
  await pass(30_000);
  await next().respond(list, etag);
  await pass(11_000);
  onlineManager.setOnline(true);
  await settle();
  expect(requests).toHaveLength(1);
  expect(cached(client)?.fetchStatus).toBe('fetching');
});

test('what is read once is requested neither again nor on waking', async () => {
  const { stop } = await showing(readOnce);
  await pass(600_000);
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await settle();
  expect(requests).toHaveLength(0);
  stop();
});

test('a request that nobody waits for any more is given up, and its failure is nobody’s', async () => {
  const { client, stop } = await showing();
  await pass(30_000);
  const poll = next();
  stop();
  await settle();
  expect(poll.signal?.aborted).toBe(true);
  expect(cached(client)).toMatchObject({ fetchStatus: 'idle', status: 'success', error: null });
});

test('a failure keeps what is held, says why, and is tried again with the next poll', async () => {
  const { client } = await showing();
  await pass(30_000);
  await next().respond(failure, { status: 502 });
  expect(cached(client)).toMatchObject({ data: { body: list }, error: { message: 'It failed.' } });
  expect(requests).toHaveLength(0);
  await pass(30_000);
  await next().respond(list, etag);
  expect(cached(client)).toMatchObject({ error: null, status: 'success' });
});

test('without an answer a failed list is asked for every five seconds, and not by who comes in between', async () => {
  const client = open();
  const stop = show(client);
  await next().respond(failure, { status: 502 });
  await pass(4999);
  expect(requests).toHaveLength(0);
  await pass(1);
  await next().respond(failure, { status: 502 });
  stop();
  show(client);
  expect(requests).toHaveLength(0);
});

test('a monitor is not requested by itself while paused, but whenever it is opened', async () => {
  const client = open();
  const { monitor_uuid: uuid } = rowOf(1);
  const query = monitorDetailQuery(uuid, contextOf('off'));
  const stop = new QueryObserver(client, query).subscribe(() => {});
  await next().respond(detailOf(rowOf(1)), etag);
  await pass(3_600_000);
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

test('a changed interval counts at once, for the polls and for what they say', async () => {
  const client = open();
  const observer = new QueryObserver(client, listQuery());
  observer.subscribe(() => {});
  await next().respond(list, etag);
  observer.setOptions(monitorListQuery(bare, contextOf('15')));
  await pass(15_000);
  expect(next().headers.get('sightline-refresh')).toBe('15');
});

test('who is signed out is told, by whatever was requested', async () => {
  const signedOut = { code: 'signed_out', error: 'Sign in.', request_id: 'r1' };
  const client = open();
  new QueryObserver(client, usageQuery(contextOf())).subscribe(() => {});
  await next().respond(failure, { status: 502 });
  expect(onSignedOut).not.toHaveBeenCalled();
  await pass(15_000);
  await next().respond(signedOut, { status: 401 });
  expect(onSignedOut).toHaveBeenCalledTimes(1);

  const mutation = client
    .getMutationCache()
    .build(client, client.defaultMutationOptions(readNowMutation(null, contextOf(), () => {})));
  const ended = expect(mutation.execute()).rejects.toThrow('Sign in.');
  await settle();
  const post = next();
  expect(post.path).toBe('/api/monitors/refresh');
  await post.respond(signedOut, { status: 401 });
  await ended;
  expect(onSignedOut).toHaveBeenCalledTimes(2);
});

test('what nobody has shown for five minutes is forgotten; until then every list counts as held', async () => {
  const { client, stop } = await showing();
  client.setQueryData<EtaggedBody<MonitorList>>(monitorListKey({ ...bare, page: 2 }), {
    body: listOf([]),
    etag: null,
  });
  client.setQueryData(monitorDetailKey('x'), { body: detailOf(rowOf(1)), etag: null });
  expect(cachedLists(client)).toEqual([list, listOf([])]);
  stop();
  await pass(300_000);
  expect(cachedLists(client)).toEqual([]);
});

const readNowAnswer = (data: Partial<ReadNowAnswer['data']>): ReadNowAnswer => ({
  data: { outcome: 'read', cost: 12, reason: null, ...data },
});
const reading = readNowAnswer({ outcome: 'reading' });
const justRead = readNowAnswer({
  outcome: 'refused',
  cost: 0,
  reason: { code: 'just_read', message: 'Just read.', retry_at: null },
});

/** Has the monitors read now. @returns what it comes to, and how often it was said to be under way */
function readNow() {
  const client = open();
  const onReading = vi.fn();
  const options = client.defaultMutationOptions(readNowMutation(null, contextOf(), onReading));
  return { answer: client.getMutationCache().build(client, options).execute(), onReading };
}

/** Answers what is asked for next. */
async function respond(answer: ReadNowAnswer): Promise<void> {
  await settle();
  await next().respond(answer);
}

test('a reading that takes long is waited for, and said to be under way meanwhile', async () => {
  const { answer, onReading } = readNow();
  for (const one of [reading, reading, readNowAnswer({ cost: 13 })]) await respond(one);
  expect(await answer).toEqual(readNowAnswer({ cost: 13 }));
  expect(onReading.mock.calls).toEqual([[reading], [reading]]);
});

test('a reading that ends between two requests has been read', async () => {
  const { answer } = readNow();
  for (const one of [reading, justRead]) await respond(one);
  expect(await answer).toEqual(readNowAnswer({}));
});

test('what was read a moment ago is asked for once, and no reading is waited for without end', async () => {
  const refused = readNow();
  await respond(justRead);
  expect(await refused.answer).toEqual(justRead);
  expect(refused.onReading).not.toHaveBeenCalled();

  const endless = readNow();
  for (let asked = 0; asked < 30; asked += 1) await respond(reading);
  expect(await endless.answer).toEqual(reading);
});
