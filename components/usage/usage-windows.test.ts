import { expect, test } from 'vitest';
import { noon, usageOf } from './usage.fixtures';
import { resetMessage, usageWindows, windowStatus } from './usage-windows';

const counter = (limit: number | null, remaining: number | null) => ({ limit, remaining, resets_at: null });

test('each status has its label', () => {
  expect(windowStatus(counter(60, 57))).toEqual({ status: 'neutral', label: '' });
  expect(windowStatus(counter(60, 12))).toEqual({ status: 'neutral', label: '' });
  expect(windowStatus(counter(60, 11))).toEqual({ status: 'warning', label: 'Low: 18 %' });
  expect(windowStatus(counter(60, 0))).toEqual({ status: 'critical', label: 'Used up' });
  expect(windowStatus(counter(60, null))).toEqual({ status: 'unknown', label: 'No data yet' });
});

test('the message says when a window resets', () => {
  expect(resetMessage('2026-11-20T12:00:33.500Z', noon)).toBe('resets in 34 s');
  expect(resetMessage('2026-11-20T17:00:00.000Z', noon, 'at 18:00 (Europe/Berlin)')).toBe(
    'resets at 18:00 (Europe/Berlin), in 5 h',
  );
  expect(resetMessage('2026-11-20T12:00:00.000Z', noon)).toBe('last seen; a new period has begun');
});

test('a configured reset of the day and the month is named with its time, and an unknown one is left out', () => {
  const { daily, monthly } = usageOf();
  const resets_at = '2026-11-20T23:00:00.000Z';
  const usage = usageOf({
    rate_limit: { limit: 60, remaining: 59, resets_at: '2026-11-20T12:00:34.000Z' },
    daily: { ...daily, resets_at, resets_at_local: '2026-11-21 00:00 Europe/Berlin' },
    monthly: {
      ...monthly,
      resets_at: '2026-11-30T23:00:00.000Z',
      resets_at_local: '2026-12-01 00:00 Europe/Berlin',
    },
  });
  const labels = (data: ReturnType<typeof usageOf>) =>
    usageWindows(data).map(({ resetLabel }) => resetLabel(noon));
  expect(labels(usage)).toEqual([
    'resets in 34 s',
    'resets at 00:00 (Europe/Berlin), in 11 h',
    'resets on 2026-12-01 at 00:00 (Europe/Berlin), in 10 d',
  ]);
  expect(labels(usageOf())).toEqual(['last seen; a new minute has begun', null, null]);
});
