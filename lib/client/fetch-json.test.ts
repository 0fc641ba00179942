import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { ApiError, fetchJson, type RequestContext } from './fetch-json';

const schema = z.object({ name: z.string() });
const loadSchema = async () => schema;
const date = 'Fri, 20 Nov 2026 12:00:00 GMT';
const fetchMock = vi.fn<typeof fetch>();
const context = {
  isPaused: false,
  isPausedNow: () => true,
  serverNow: Date.now,
  onServerTime: vi.fn(),
} satisfies RequestContext;

beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock);
  fetchMock.mockReset();
  context.onServerTime.mockReset();
  return () => vi.unstubAllGlobals();
});

const respond = (body: unknown, init: ResponseInit = {}) =>
  fetchMock.mockResolvedValueOnce(
    new Response(body === null ? null : JSON.stringify(body), {
      ...init,
      headers: { date, etag: '"1"', ...init.headers },
    }),
  );

test('a response is returned with its ETag; after a 304 the known object is returned', async () => {
  respond({ name: 'a' });
  const first = await fetchJson('/api/x', loadSchema, context);
  expect(first).toEqual({ body: { name: 'a' }, etag: '"1"' });
  expect(new Headers(fetchMock.mock.lastCall?.[1]?.headers).has('if-none-match')).toBe(false);

  respond(null, { status: 304 });
  expect(await fetchJson('/api/x', loadSchema, context, { known: first })).toBe(first);
  expect(new Headers(fetchMock.mock.lastCall?.[1]?.headers).get('if-none-match')).toBe('"1"');
});

test('every request sends whether its viewer has paused now', async () => {
  respond({ name: 'a' });
  await fetchJson('/api/x', loadSchema, context, { method: 'POST' });
  const [path, init] = fetchMock.mock.lastCall ?? [];
  expect([path, init?.method, new Headers(init?.headers).get('sightline-refresh')]).toEqual([
    '/api/x',
    'POST',
    'off',
  ]);
});

test('the server’s time is reported, unless the response took long', async () => {
  respond({ name: 'a' });
  await fetchJson('/api/x', loadSchema, context);
  expect(context.onServerTime.mock.calls).toEqual([[Date.parse(date)]]);

  const now = vi.spyOn(Date, 'now').mockReturnValueOnce(0);
  now.mockReturnValueOnce(10_000);
  respond({ name: 'a' });
  await fetchJson('/api/x', loadSchema, context);
  expect(context.onServerTime).toHaveBeenCalledTimes(1);
});

test('an error is thrown with the body of the response, or with null if that is unusable', async () => {
  const body = { code: 'not_ready', error: 'In a moment.', request_id: 'r1' } as const;
  respond(body, { status: 503 });
  await expect(fetchJson('/api/x', loadSchema, context)).rejects.toEqual(new ApiError(body));
  respond({ code: 'something new' }, { status: 500 });
  await expect(fetchJson('/api/x', loadSchema, context)).rejects.toMatchObject({ body: null });
  respond({ name: 1 });
  await expect(fetchJson('/api/x', loadSchema, context)).rejects.toMatchObject({ body: null });
  fetchMock.mockRejectedValueOnce(new TypeError('no network'));
  await expect(fetchJson('/api/x', loadSchema, context)).rejects.toMatchObject({ body: null });
});

test('a response is an error, not accepted unchecked, when its schema cannot be loaded', async () => {
  respond({ name: 'a' });
  const answer = fetchJson('/api/x', () => Promise.reject(new Error('no such chunk')), context);
  await expect(answer).rejects.toBeInstanceOf(ApiError);
});

test('an aborted request is not reported as a failure of the server', async () => {
  const abort = new AbortController();
  abort.abort();
  fetchMock.mockRejectedValueOnce(new DOMException('aborted', 'AbortError'));
  const answer = fetchJson('/api/x', loadSchema, context, { signal: abort.signal });
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
});
