import { expect, test } from 'vitest';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import { FailureError, type UpstreamFailure } from '../errors';
import { createStaleOnErrorCache } from './stale-on-error-cache';

function setup() {
  const clock = createFakeClock();
  const cache = createStaleOnErrorCache<number>({ clock, freshMs: 15_000, max: 10 });
  let reads = 0;
  const read = async () => {
    reads += 1;
    return { value: reads, asOf: clock.now(), upstreamNow: clock.now() };
  };
  return { clock, cache, read, reads: () => reads };
}
const fails = async () => {
  throw new FailureError({ code: 'upstream_timeout' });
};

test('a reading is reused until its freshness ends', async () => {
  const { clock, cache, read, reads } = setup();
  await cache.get('a', read);
  clock.advance(14_999);
  await cache.get('a', read);
  expect(cache.fresh('a')?.value).toBe(1);
  expect(cache.fresh('b')).toBeNull();
  expect([await cache.has('a'), await cache.has('b')]).toEqual([true, false]);
  expect(reads()).toBe(1);
  clock.advance(1);
  expect(cache.fresh('a')).toBeNull();
  await cache.get('a', read);
  expect(reads()).toBe(2);
});

test('when reading fails, the last reading is served, degraded since the first failure', async () => {
  const { clock, cache, read } = setup();
  await cache.get('a', read);
  clock.advance(20_000);
  const firstFailure = clock.now();
  await cache.get('a', fails);
  clock.advance(60_000);
  const served = await cache.get('a', fails);
  expect(served.reading.value).toBe(1);
  expect(served.degraded).toEqual({ failure: { code: 'upstream_timeout' }, since: firstFailure });
  const recovered = await cache.get('a', read);
  expect(recovered.degraded).toBeNull();
});

test('row 94: after a failed request no other is sent for as long as a reading is fresh, whoever asks', async () => {
  const { clock, cache, read, reads } = setup();
  let requests = 0;
  const failing = async (onSent: () => void) => {
    requests += 1;
    onSent();
    throw new FailureError({ code: 'upstream_error', status: 502 });
  };
  await expect(cache.get('never read', failing)).rejects.toThrow('upstream_error');
  await cache.get('a', read);
  clock.advance(20_000);
  const failedAt = clock.now();
  await cache.get('a', failing);
  expect(requests).toBe(2);
  clock.advance(14_999);
  const retryAt = failedAt + 15_000;
  expect(cache.problem('a')).toMatchObject({ since: failedAt, retryAt });
  const untilRead = { within: 1000, untilRead: true };
  expect((await cache.get('a', failing, untilRead)).degraded?.since).toBe(failedAt);
  expect(requests).toBe(2);
  clock.advance(1);
  expect(cache.problem('a')).toMatchObject({ retryAt: null });
  await expect(cache.get('never read', failing)).rejects.toThrow('upstream_error');
  await cache.get('a', read);
  expect([requests, reads(), cache.problem('a')]).toEqual([3, 2, null]);
});

test.each<[string, UpstreamFailure, boolean]>([
  ['that concerns every request', { code: 'api_key_rejected' }, true],
  ['of a quota', { code: 'rate_limited', retryAt: 0 }, true],
  ['of a connection that is refused', { code: 'upstream_unreachable', reason: 'refused' }, true],
  ['of a request that was not sent', { code: 'upstream_error', status: 502 }, false],
])('row 94: after a failure %s, the admission decides about the next request', async (_, failure, isSent) => {
  const { cache, read } = setup();
  const failing = async (onSent: () => void) => {
    if (isSent) onSent();
    throw new FailureError(failure);
  };
  await expect(cache.get('a', failing)).rejects.toThrow(failure.code);
  expect(cache.problem('a')).toMatchObject({ failure, retryAt: null });
  expect((await cache.get('a', read)).degraded).toBeNull();
});

test('a failure with another code starts a new problem', async () => {
  const { clock, cache, read } = setup();
  await cache.get('a', read);
  clock.advance(20_000);
  await cache.get('a', fails);
  clock.advance(60_000);
  const rejected = async () => {
    throw new FailureError({ code: 'api_key_rejected' });
  };
  const { degraded } = await cache.get('a', rejected);
  expect(degraded).toEqual({ failure: { code: 'api_key_rejected' }, since: clock.now() });
});

test('without an earlier reading, the failure is thrown', async () => {
  await expect(setup().cache.get('a', fails)).rejects.toBeInstanceOf(FailureError);
});

test('a monitor that upstream reports as missing is removed', async () => {
  const { clock, cache, read } = setup();
  const gone = async () => {
    throw new FailureError({ code: 'monitor_not_found' });
  };
  await cache.get('a', read);
  clock.advance(20_000);
  await expect(cache.get('a', gone)).rejects.toBeInstanceOf(FailureError);
  await expect(cache.get('a', fails)).rejects.toMatchObject({ failure: { code: 'upstream_timeout' } });
});

test('errors other than failures are thrown, although older data exists', async () => {
  const { clock, cache, read } = setup();
  await cache.get('a', read);
  clock.advance(20_000);
  const bug = async () => {
    throw new TypeError('bug');
  };
  await expect(cache.get('a', bug)).rejects.toBeInstanceOf(TypeError);
});

test('row 2: a caller that has a fallback does not wait for an upstream that hangs', async () => {
  const { clock, cache, read } = setup();
  await cache.get('a', read);
  clock.advance(20_000);
  let fail: (error: Error) => void = () => {};
  const hangs = () =>
    new Promise<never>((_resolve, reject) => {
      fail = reject;
    });
  const waiting = cache.get('a', hangs);
  await clock.pass(1000);
  const failedAt = clock.now();
  expect(await waiting).toMatchObject({
    reading: { value: 1 },
    degraded: { failure: { code: 'upstream_timeout' }, since: failedAt },
  });
  fail(new FailureError({ code: 'upstream_timeout' }));
  const later = cache.get('a', hangs);
  await clock.pass(1000);
  expect(await later).toMatchObject({ reading: { value: 1 }, degraded: { since: failedAt } });
});

test('with untilRead a caller waits for the new reading, without the soft timeout', async () => {
  const { clock, cache, read } = setup();
  await cache.get('a', read);
  clock.advance(20_000);
  const slow = async () => {
    await new Promise<void>((resolve) => {
      clock.after(3000, resolve);
    });
    return read();
  };
  const waiting = cache.get('a', slow, { untilRead: true });
  await clock.pass(3000);
  expect(await waiting).toMatchObject({ reading: { value: 2 }, degraded: null });
});

test('a reading of the previous process is a fallback, and never fresh', async () => {
  const { clock, read } = setup();
  const earlier = { value: 7, asOf: 5, upstreamNow: 5 };
  const saved: unknown[] = [];
  const persistence = {
    load: async () => earlier,
    save: (key: string, reading: unknown) => void saved.push([key, reading]),
  };
  const cache = createStaleOnErrorCache<number>({ clock, freshMs: 15_000, max: 10, persistence });
  expect(await cache.has('a')).toBe(true);
  expect(await cache.get('a', fails)).toMatchObject({
    reading: earlier,
    degraded: { failure: { code: 'upstream_timeout' } },
  });
  expect((await cache.get('a', read)).reading.value).toBe(1);
  expect(saved).toEqual([['a', expect.objectContaining({ value: 1 })]]);
});

test('row 71: a stored reading that is looked up slowly neither hides nor replaces one that was read meanwhile', async () => {
  const clock = createFakeClock();
  const lookups: ((reading: null) => void)[] = [];
  const persistence = {
    load: () => new Promise<null>((resolve) => lookups.push(resolve)),
    save: () => {},
  };
  const cache = createStaleOnErrorCache<number>({ clock, freshMs: 15_000, max: 10, persistence });
  let reads = 0;
  const read = async () => {
    reads += 1;
    return { value: reads, asOf: clock.now(), upstreamNow: clock.now() };
  };
  const [first, second] = [cache.get('a', read), cache.get('a', read)];
  lookups[0]?.(null);
  expect((await first).reading.value).toBe(1);
  lookups[1]?.(null);
  expect((await second).reading.value).toBe(1);
  expect(reads).toBe(1);
});
