import { expect, test } from 'vitest';
import { describeDegraded } from './failure-body.ts';

const since = Date.parse('2026-11-20T12:00:00Z');
const next = since + 30_000;
const retryAtOf = (
  failure: Parameters<typeof describeDegraded>[0]['failure'],
  nextAttemptAt: number | null,
) => describeDegraded({ failure, since }, nextAttemptAt).retry_at;

test('the retry time is that of the failure, otherwise that of the next attempt', () => {
  expect(retryAtOf({ code: 'upstream_timeout' }, next)).toBe('2026-11-20T12:00:30.000Z');
  expect(retryAtOf({ code: 'upstream_timeout' }, null)).toBeNull();
  expect(retryAtOf({ code: 'rate_limited', retryAt: since + 5000 }, next)).toBe('2026-11-20T12:00:05.000Z');
});

test('while a quota is used up the retry time is unknown, because the next attempt is only a probe', () => {
  expect(retryAtOf({ code: 'daily_quota_exhausted', retryAt: null }, next)).toBeNull();
});
