import { expect, test } from 'vitest';
import { bucketsOf } from '@/components/time-chart/buckets';
import type { FleetSlot } from '@/lib/contract/changes';
import {
  fleetLabel,
  fleetSummary,
  fleetTitle,
  isPartlyUnseen,
  meanLabel,
  meanOf,
  worstOf,
} from './fleet-messages';

const now = Date.parse('2026-11-21T15:00:00.000Z');
const slot = (clock: string, down: number, overdue: number, unknown = 0, quarters = 1): FleetSlot => ({
  at: `2026-11-21T${clock}:00.000Z`,
  quarters,
  ...{ down, overdue, unknown, pending: 0, up: 0, inactive: 0, maintenance: 0 },
  ...{ down_mean: down, overdue_mean: overdue, unknown_mean: unknown },
});

test('the label has the highest counts of a period, so that neither hides the other, and the means, which the bar shows', () => {
  const hour = ['13:00', '13:15', '13:30', '13:45'].map((clock, n) =>
    slot(clock, n === 0 ? 12 : 0, n === 1 ? 13 : 0),
  );
  const bucket = bucketsOf(hour, 7, now).find(({ slots }) => slots.length > 0);
  if (!bucket) throw new Error('no bucket');
  expect(worstOf(bucket)).toEqual({ down: 12, overdue: 13, unknown: 0 });
  expect(fleetLabel(bucket, now, 'UTC')).toBe('At most 12 down, 13 overdue, 21 Nov, 13:00 to 14:00 UTC');
  expect(meanOf(bucket), 'a bar').toEqual({ down: 3, overdue: 13 / 4, unknown: 0 });
  expect(meanLabel(bucket)).toBe('On average 3 down, 3.3 overdue');
  expect(isPartlyUnseen(bucket, now)).toBe(false);
});

test('monitors with an unknown status are counted; the texts omit them if there are none', () => {
  const buckets = bucketsOf([slot('13:00', 1, 0), slot('14:00', 0, 0, 3)], 7, now);
  const labels = buckets.filter(({ slots }) => slots.length > 0).map((some) => fleetLabel(some, now, 'UTC'));
  expect(labels).toEqual([
    expect.stringMatching(/^1 down, 0 overdue, 21 Nov, 13:00/),
    expect.stringMatching(/^0 down, 0 overdue, 3 unknown, 21 Nov, 14:00/),
  ]);
  expect(fleetTitle(buckets)).toBe('Monitors down, overdue and unknown');
  expect(fleetTitle(buckets.filter(({ slots }) => slots.every(({ unknown }) => unknown === 0)))).toBe(
    'Monitors down and overdue',
  );
});

test('the label of a partly observed period says which part was observed', () => {
  const buckets = bucketsOf([slot('13:15', 2, 1)], 7, now);
  const bucket = buckets.find(({ slots }) => slots.length > 0);
  expect(fleetLabel(bucket, now, 'UTC')).toBe(
    '2 down, 1 overdue, 21 Nov, 13:00 to 14:00 UTC, seen 15 min of 1 h',
  );
  expect(buckets.filter((some) => isPartlyUnseen(some, now))).toHaveLength(buckets.length - 1);
  expect(fleetLabel(buckets[0], now, 'UTC')).toMatch(/^Not observed, /);
  expect(fleetSummary(buckets, now, 'UTC')).toContain('The most: 2 down');
  expect(fleetSummary([], now, 'UTC')).toBe('Nothing was observed.');
});

test('a slot as long as a period says how many of its quarter hours were observed', () => {
  const labels = [4, 3].map((quarters) => {
    const buckets = bucketsOf([slot('13:00', 2, 1, 0, quarters)], 7, now);
    return fleetLabel(
      buckets.find(({ slots }) => slots.length > 0),
      now,
      'UTC',
    );
  });
  const whole = '2 down, 1 overdue, 21 Nov, 13:00 to 14:00 UTC';
  expect(labels).toEqual([whole, `${whole}, seen 45 min of 1 h`]);
});
