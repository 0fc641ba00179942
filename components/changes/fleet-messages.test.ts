import { expect, test } from 'vitest';
import type { FleetSlot } from '@/lib/contract/changes';
import { fleetLabel, fleetPeriods, fleetSummary, isPartlyUnseen, meanLabel } from './fleet-messages';

const now = Date.parse('2026-11-21T15:00:00.000Z');
const hour = '21 Nov, 13:00 to 14:00 UTC';

const slot = (clock: string, down: number, overdue: number, unknown = 0, quarters = 1): FleetSlot => ({
  at: `2026-11-21T${clock}:00.000Z`,
  quarters,
  down,
  overdue,
  unknown,
  pending: 0,
  up: 0,
  inactive: 0,
  maintenance: 0,
  down_mean: down,
  overdue_mean: overdue,
  unknown_mean: unknown,
});

/** The observed period of a week with these slots. */
function periodOf(...slots: FleetSlot[]) {
  const period = fleetPeriods(slots, 7, now).find(({ most }) => most !== null);
  if (!period) throw new Error('no period');
  return period;
}

test('the label has the highest counts of a period, so that neither hides the other, and the means, which the bar shows', () => {
  const period = periodOf(
    slot('13:00', 12, 0),
    slot('13:15', 0, 13),
    slot('13:30', 0, 0),
    slot('13:45', 0, 0),
  );
  expect(period.most).toEqual({ down: 12, overdue: 13, unknown: 0 });
  expect(period.mean, 'a bar').toEqual({ down: 3, overdue: 13 / 4, unknown: 0 });
  expect(fleetLabel(period, now, 'UTC')).toBe(`At most 12 down, 13 overdue, ${hour}`);
  expect(meanLabel(period)).toBe('On average 3 down, 3.3 overdue');
});

test.each([
  ['2 down, 1 overdue, 21 Nov, 13:00 to 14:00 UTC, seen 15 min of 1 h', slot('13:15', 2, 1)],
  ['0 down, 0 overdue, 3 unknown, 21 Nov, 13:00 to 14:00 UTC', slot('13:00', 0, 0, 3, 4)],
  ['2 down, 1 overdue, 21 Nov, 13:00 to 14:00 UTC, seen 45 min of 1 h', slot('13:00', 2, 1, 0, 3)],
])('%s', (label, only) => {
  expect(fleetLabel(periodOf(only), now, 'UTC')).toBe(label);
});

test('periods without a crawl are not observed, and the summary names the worst of the others', () => {
  const periods = fleetPeriods([slot('12:00', 1, 0, 0, 4), slot('13:00', 2, 1, 0, 4)], 7, now);
  expect(periods.filter(isPartlyUnseen)).toHaveLength(periods.length - 3);
  expect(periods[0] && fleetLabel(periods[0], now, 'UTC')).toMatch(/^Not observed, /);
  expect(fleetSummary(periods, now, 'UTC')).toContain(`The most: 2 down, 1 overdue, ${hour}.`);
  expect(fleetSummary([], now, 'UTC')).toBe('Nothing was observed.');
});
