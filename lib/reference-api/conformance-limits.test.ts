import { describe, expect, test } from 'vitest';
import type { TestResponse } from './conformance.fixtures.ts';
import { KEY, LIMIT_HEADERS, LIST, organization, send, serve } from './conformance.fixtures.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const counters = ({ headers }: TestResponse) => LIMIT_HEADERS.map((name) => Number(headers.get(name)));

const twoKeys = (fields: object = {}) =>
  organization({ keys: [{ key: KEY }, { key: 'second', limit_minute: 7 }], ...fields });

describe('Limits', () => {
  test('the seven headers: limits, remaining requests, seconds until the reset', async () => {
    const api = await serve([twoKeys()]);
    expect(counters(await send(api, LIST))).toEqual([60, 59, 60, 5000, 4999, 100_000, 99_999]);
    api.time.now += 12_345;
    expect(counters(await send(api, LIST))).toEqual([60, 58, 48, 5000, 4998, 100_000, 99_998]);
  });

  test('X-RateLimit-*: the minute limit is per key, a window of 60 seconds from its first request', async () => {
    const api = await serve([twoKeys()], { limits: { minute: 2 } });
    await send(api, LIST);
    expect(counters(await send(api, LIST)).slice(0, 3)).toEqual([2, 0, 60]);
    expect((await send(api, LIST)).status).toBe(429);
    expect(counters(await send(api, LIST, { key: 'second' })).slice(0, 3)).toEqual([7, 6, 60]);
    api.time.now += 59_999;
    const late = await send(api, LIST);
    expect([late.status, late.headers.get('x-ratelimit-reset')]).toEqual([429, '1']);
    api.time.now += 1;
    expect(counters(await send(api, LIST)).slice(0, 3)).toEqual([2, 1, 60]);
  });

  test('X-Quota-Daily-*: the daily quota is per organization and ends with the UTC day', async () => {
    const api = await serve([
      twoKeys({ quota_daily: 2 }),
      organization({ name: 'Other', keys: [{ key: 'other' }] }),
    ]);
    await send(api, LIST);
    expect((await send(api, LIST, { key: 'second' })).headers.get('x-quota-daily-remaining')).toBe('0');
    expect((await send(api, LIST)).body).toEqual({ error: 'Daily quota exceeded' });
    expect((await send(api, LIST, { key: 'other' })).status).toBe(200);
    api.time.now += 12 * HOUR - 1;
    expect((await send(api, LIST)).status).toBe(429);
    api.time.now += 1;
    expect(counters(await send(api, LIST)).slice(3)).toEqual([2, 1, 100_000, 99_997]);
  });

  test('X-Quota-Monthly-*: the monthly quota is per organization and ends with the UTC month', async () => {
    const api = await serve([twoKeys({ quota_monthly: 1 })]);
    await send(api, LIST);
    api.time.now = Date.UTC(2026, 3, 1) - 1;
    expect((await send(api, LIST)).body).toEqual({ error: 'Monthly quota exceeded' });
    api.time.now += 1;
    expect(counters(await send(api, LIST)).slice(3)).toEqual([5000, 4999, 1, 0]);
  });

  test('Errors 429: rejected requests are not counted, and the response has the seven headers', async () => {
    const api = await serve([twoKeys()], { limits: { minute: 1 } });
    await send(api, LIST);
    for (let n = 0; n < 3; n++)
      expect(counters(await send(api, LIST))).toEqual([1, 0, 60, 5000, 4999, 100_000, 99_999]);
  });

  test('requests that fail with 400 or 404 are counted, and their responses have the headers', async () => {
    const api = await serve();
    expect(counters(await send(api, `${LIST}?page=0`))[1]).toBe(59);
    expect(counters(await send(api, `${LIST}/00000000-0000-0000-0000-000000000000`))[1]).toBe(58);
  });

  test('requests that fail with 401, 403, 405 or on an unknown path are not counted and get no headers', async () => {
    const api = await serve([organization({ keys: [{ key: KEY }, { key: 'poor', scopes: [] }] })]);
    const failures = [
      await send(api, LIST, { key: 'unknown' }),
      await send(api, LIST, { key: 'poor' }),
      await send(api, LIST, { method: 'POST' }),
      await send(api, '/v2/monitors'),
    ];
    expect(failures.map((answer) => answer.status)).toEqual([401, 403, 405, 404]);
    for (const { headers } of failures)
      for (const name of LIMIT_HEADERS) expect(headers.has(name)).toBe(false);
    expect(counters(await send(api, LIST))[4]).toBe(4999);
  });

  test('"unlimited" is a very large number', async () => {
    const unlimited = { quota_daily: 'unlimited', quota_monthly: 'unlimited' } as const;
    const api = await serve([
      organization({ ...unlimited, keys: [{ key: KEY, limit_minute: 'unlimited' }] }),
    ]);
    expect(counters(await send(api, LIST)).filter((value) => value === 1_000_000_000)).toHaveLength(3);
  });
});
