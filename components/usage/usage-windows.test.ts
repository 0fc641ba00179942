import { expect, test } from 'vitest';
import { noon, usageOf } from './usage.fixtures';
import { resetMessage, statusLabel, usageWindows } from './usage-windows';

test.each([
  [60, 57, ''],
  [60, 12, ''],
  [60, 11, 'Low: 18 %'],
  [60, 0, 'Used up'],
  [60, null, 'No data yet'],
])('of %s with %s left the label is %s', (limit, remaining, label) => {
  const windows = usageWindows(usageOf({ rate_limit: { limit, remaining, resets_at: null } }));
  expect(windows.slice(0, 1).map(statusLabel)).toEqual([label]);
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
