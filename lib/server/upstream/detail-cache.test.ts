import { expect, test } from 'vitest';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import { FailureError, type UpstreamFailure } from '../errors.ts';
import { createDetailCache, type StoredDetails } from './detail-cache.ts';
import type { Gateway, Reading } from './gateway.ts';
import { readDetail, type WireDetail } from './schema.ts';
import { wireDetail } from './wire-monitors.fixtures.ts';

const nothingStored: StoredDetails = { load: async () => null, save: () => {} };

/** @returns a reading whose name is its number */
function reading(number: number, asOf: number): Reading<WireDetail> {
  const uuid = String(wireDetail().monitor_uuid);
  const detail = readDetail({ data: { ...wireDetail(), name: String(number) } }, uuid);
  if (!detail.ok) throw new Error(detail.reason);
  return { value: detail.value, asOf, upstreamNow: asOf };
}

/** A cache whose monitors are read by `next`, at first successfully. */
function setup(stored = nothingStored) {
  const clock = createFakeClock();
  let reads = 0;
  const succeed: Gateway['monitor'] = async (_uuid, options) => {
    reads += 1;
    options?.onSent?.();
    return reading(reads, clock.now());
  };
  const parts = { next: succeed };
  const gateway: Pick<Gateway, 'monitor'> = { monitor: (uuid, options) => parts.next(uuid, options) };
  const cache = createDetailCache({ gateway, clock, stored });
  return { clock, cache, parts, succeed, reads: () => reads };
}

function failWith(failure: UpstreamFailure, isSent = false): Gateway['monitor'] {
  return async (_uuid, options) => {
    if (isSent) options?.onSent?.();
    throw new FailureError(failure);
  };
}

const timeout = failWith({ code: 'upstream_timeout' });

test('a reading is reused until its freshness ends', async () => {
  const { clock, cache, reads } = setup();
  await cache.get('a');
  clock.advance(59_999);
  await cache.get('a');
  expect(cache.fresh('a')?.value.name).toBe('1');
  expect(cache.fresh('b')).toBeNull();
  expect([await cache.has('a'), await cache.has('b')]).toEqual([true, false]);
  expect(reads()).toBe(1);
  clock.advance(1);
  expect(cache.fresh('a')).toBeNull();
  await cache.get('a');
  expect(reads()).toBe(2);
});

test('concurrent calls for the same monitor share one read', async () => {
  const { cache, clock, reads } = setup();
  let sent = 0;
  const onSent = () => {
    sent += 1;
  };
  await Promise.all([1, 2, 3].map(() => cache.get('a', { onSent })));
  expect([reads(), sent]).toEqual([1, 3]);
  clock.advance(60_000);
  await Promise.all([cache.get('a'), cache.get('a', { untilRead: true })]);
  expect(reads()).toBe(2);
});

test('an entry that is removed while it is being read is returned to its callers, and not cached', async () => {
  const { cache, reads } = setup();
  const first = cache.get('a');
  cache.forget('a');
  expect((await first).reading.value.name).toBe('1');
  expect(cache.fresh('a')).toBeNull();
  await cache.get('a');
  expect(reads()).toBe(2);
});

test('when reading fails, the last reading is served, degraded since the first failure', async () => {
  const { clock, cache, parts, succeed } = setup();
  await cache.get('a');
  clock.advance(60_000);
  const firstFailure = clock.now();
  parts.next = timeout;
  await cache.get('a');
  clock.advance(60_000);
  const served = await cache.get('a');
  expect(served.reading.value.name).toBe('1');
  expect(served.degraded).toEqual({ failure: { code: 'upstream_timeout' }, since: firstFailure });
  parts.next = succeed;
  expect((await cache.get('a')).degraded).toBeNull();
});

test('row 94: after a failed request no other is sent for as long as a reading stays fresh, by any caller', async () => {
  const { clock, cache, parts, succeed, reads } = setup();
  let requests = 0;
  const retries: (boolean | undefined)[] = [];
  const failing: Gateway['monitor'] = (uuid, options) => {
    requests += 1;
    retries.push(options?.mayRetry);
    return failWith({ code: 'upstream_error', status: 502 }, true)(uuid, options);
  };
  parts.next = failing;
  await expect(cache.get('never read')).rejects.toThrow('upstream_error');
  parts.next = succeed;
  await cache.get('a');
  clock.advance(60_000);
  const failedAt = clock.now();
  parts.next = failing;
  await cache.get('a');
  expect(requests).toBe(2);
  clock.advance(59_999);
  const retryAt = failedAt + 60_000;
  expect(cache.problem('a')).toMatchObject({ since: failedAt, retryAt });
  expect((await cache.get('a', { within: 1000, untilRead: true })).degraded?.since).toBe(failedAt);
  expect(requests).toBe(2);
  clock.advance(1);
  expect(cache.problem('a')).toMatchObject({ retryAt: null });
  await expect(cache.get('never read')).rejects.toThrow('upstream_error');
  expect(retries, 'what failed a minute ago is not retried at once').toEqual([true, true, false]);
  parts.next = succeed;
  await cache.get('a');
  expect([requests, reads(), cache.problem('a')]).toEqual([3, 2, null]);
});

test.each<[string, UpstreamFailure, boolean]>([
  ['that concerns every request', { code: 'api_key_rejected' }, true],
  ['of a quota', { code: 'rate_limited', retryAt: 0 }, true],
  ['of a connection that is refused', { code: 'upstream_unreachable', reason: 'refused' }, true],
  ['of a request that was not sent', { code: 'upstream_error', status: 502 }, false],
])('row 94: after a failure %s, the admission decides about the next request', async (_, failure, isSent) => {
  const { cache, parts, succeed } = setup();
  parts.next = failWith(failure, isSent);
  await expect(cache.get('a')).rejects.toThrow(failure.code);
  expect(cache.problem('a')).toMatchObject({ failure, retryAt: null });
  parts.next = succeed;
  expect((await cache.get('a')).degraded).toBeNull();
});

test('a failure with another code starts a new problem', async () => {
  const { clock, cache, parts } = setup();
  await cache.get('a');
  clock.advance(60_000);
  parts.next = timeout;
  await cache.get('a');
  clock.advance(60_000);
  parts.next = failWith({ code: 'api_key_rejected' });
  const { degraded } = await cache.get('a');
  expect(degraded).toEqual({ failure: { code: 'api_key_rejected' }, since: clock.now() });
});

test('without an earlier reading, the failure is thrown', async () => {
  const { cache, parts } = setup();
  parts.next = timeout;
  await expect(cache.get('a')).rejects.toBeInstanceOf(FailureError);
});

test('a monitor that upstream reports as missing is removed', async () => {
  const { clock, cache, parts } = setup();
  await cache.get('a');
  clock.advance(60_000);
  parts.next = failWith({ code: 'monitor_not_found' });
  await expect(cache.get('a')).rejects.toBeInstanceOf(FailureError);
  parts.next = timeout;
  await expect(cache.get('a')).rejects.toMatchObject({ failure: { code: 'upstream_timeout' } });
});

test('errors other than failures are thrown, although older data exists', async () => {
  const { clock, cache, parts } = setup();
  await cache.get('a');
  clock.advance(60_000);
  parts.next = async () => {
    throw new TypeError('bug');
  };
  await expect(cache.get('a')).rejects.toBeInstanceOf(TypeError);
});

test('row 2: a caller that has a fallback does not wait for an upstream that hangs', async () => {
  const { clock, cache, parts } = setup();
  await cache.get('a');
  clock.advance(60_000);
  let fail: (error: Error) => void = () => {};
  parts.next = () =>
    new Promise<never>((_resolve, reject) => {
      fail = reject;
    });
  const waiting = cache.get('a');
  await clock.pass(1000);
  const failedAt = clock.now();
  expect(await waiting).toMatchObject({
    reading: { value: { name: '1' } },
    degraded: { failure: { code: 'upstream_timeout' }, since: failedAt },
  });
  fail(new FailureError({ code: 'upstream_timeout' }));
  await clock.pass(0);
  const later = cache.get('a');
  await clock.pass(1000);
  expect(await later).toMatchObject({ reading: { value: { name: '1' } }, degraded: { since: failedAt } });
});

test('with untilRead a caller waits for the new reading, without the soft timeout', async () => {
  const { clock, cache, parts, succeed } = setup();
  await cache.get('a');
  clock.advance(60_000);
  parts.next = async (uuid, options) => {
    await new Promise<void>((resolve) => {
      clock.after(3000, resolve);
    });
    return succeed(uuid, options);
  };
  const waiting = cache.get('a', { untilRead: true });
  await clock.pass(3000);
  expect(await waiting).toMatchObject({ reading: { value: { name: '2' } }, degraded: null });
});

test('a reading of the previous process is a fallback, and never fresh', async () => {
  const earlier = reading(7, 5);
  const saved: unknown[] = [];
  const { cache, parts, succeed } = setup({
    load: async () => earlier,
    save: (uuid, of) => void saved.push([uuid, of?.value.name]),
  });
  expect(await cache.has('a')).toBe(true);
  parts.next = timeout;
  expect(await cache.get('a')).toEqual({
    reading: earlier,
    degraded: { failure: { code: 'upstream_timeout' }, since: expect.any(Number) },
  });
  parts.next = succeed;
  expect((await cache.get('a')).reading.value.name).toBe('1');
  expect(saved).toEqual([['a', '1']]);
});

test('row 71: a slow lookup of the stored reading does not replace a reading that arrived meanwhile', async () => {
  const lookups: ((reading: null) => void)[] = [];
  const load = () => new Promise<null>((resolve) => lookups.push(resolve));
  const { cache, reads } = setup({ load, save: () => {} });
  const [first, second] = [cache.get('a'), cache.get('a')];
  lookups[0]?.(null);
  expect((await first).reading.value.name).toBe('1');
  lookups[1]?.(null);
  expect((await second).reading.value.name).toBe('1');
  expect(reads()).toBe(1);
});
