import { expect, test } from 'vitest';
import { countedTimes, type Range, shareOf, type Timeline } from './availability.ts';
import { type ChangeOfState, timelineOf } from './pasts.ts';

const HOUR = 3_600_000;
const range = { since: 0, until: 100 * HOUR };
const availabilityOf = (timeline: Timeline, within: Range) => shareOf(countedTimes(timeline, within));
const up = { condition: 'up' as const, maintenance_mode: false };
const change = (
  kind: ChangeOfState['kind'],
  from: number,
  to: number,
  condition_before: ChangeOfState['condition_before'] = null,
) => ({
  kind,
  condition_before,
  from: from * HOUR,
  to: to * HOUR,
});
const timeline = (changes: ChangeOfState[], rest: Partial<Timeline> = {}, present: typeof up | null = up) =>
  timelineOf(changes, present, { from: 0, until: 100 * HOUR, unread: [], ...rest });
const of = (...given: Parameters<typeof timeline>) => {
  const { least, most } = availabilityOf(timeline(...given), range);
  return least === null ? null : { least, most };
};

test('a monitor that was always up has 100 %, and one that was always down has 0 %', () => {
  expect(of([])).toEqual({ least: 1, most: 1 });
  expect(of([change('recovered', 100, 100, 'down')])).toEqual({ least: 0, most: 0 });
});

test('an outage lasted at least from the end of its first interval to the beginning of the second', () => {
  expect(of([change('down', 10, 12, 'up'), change('recovered', 14, 15, 'down')])).toEqual({
    least: 0.95,
    most: 0.98,
  });
});

test('maintenance, inactivity and the time before the first check or before it was added do not count', () => {
  const outage = [change('down', 10, 10, 'up'), change('recovered', 20, 20, 'down')];
  const during = [change('maintenance_on', 5, 5), change('maintenance_off', 45, 45)];
  expect(of([during[0], ...outage, during[1]].flatMap((one) => one ?? []))).toEqual({ least: 1, most: 1 });
  expect(
    of([...outage, change('deactivated', 30, 30, 'up'), change('activated', 50, 50, 'inactive')]),
  ).toEqual({
    least: 0.875,
    most: 0.875,
  });
  expect(
    of([
      change('added', 0, 40),
      change('first_check', 50, 50, 'pending'),
      change('down', 50, 50, 'up'),
      change('recovered', 60, 60, 'down'),
    ]),
  ).toEqual({ least: 0.8, most: 0.8 });
});

test('time that was not read, overdue or of an unknown status is neither up nor down', () => {
  expect(of([], { unread: [{ from: 10 * HOUR, to: 20 * HOUR }] })).toEqual({ least: 1, most: 1 });
  const overdue = [change('overdue', 50, 50, 'up'), change('reporting_again', 60, 60, 'overdue')];
  const outage = [change('down', 0, 0, 'up'), change('recovered', 9, 9, 'down')];
  expect(of([...outage, ...overdue])).toEqual({ least: 0.9, most: 0.9 });
  // Nobody knows whether it was in maintenance before it was removed.
  const returned = [change('removed', 40, 40, 'up'), change('added', 50, 50)];
  expect(of([...returned, change('down', 75, 75, 'up'), change('recovered', 100, 100, 'down')])).toEqual({
    least: 0.5,
    most: 0.5,
  });
});

test('the time before the first crawl and after the last does not count', () => {
  const outage = [change('down', 10, 10, 'up'), change('recovered', 20, 20, 'down')];
  expect(of(outage, { from: 10 * HOUR, until: 30 * HOUR })).toEqual({ least: 0.5, most: 0.5 });
});

test('a figure needs an hour and a tenth of the range', () => {
  const none = { least: null, most: null };
  expect(availabilityOf(timeline([], { from: 100 * HOUR }), range)).toMatchObject({ ...none, observed_s: 0 });
  expect(of([], {}, null)).toBeNull();
  expect(of([change('maintenance_off', 100, 100)])).toBeNull();
  const seenFor = (hours: number, until: number) =>
    availabilityOf(timeline([], { from: (until - hours) * HOUR, until: until * HOUR }), {
      since: 0,
      until: until * HOUR,
    });
  expect(seenFor(9, 100)).toEqual({ ...none, observed_s: 9 * 3600, observed_share: 0.09 });
  expect(seenFor(10, 100)).toMatchObject({ least: 1, most: 1, observed_share: 0.1 });
  expect(seenFor(0.9, 1)).toMatchObject(none);
  expect(seenFor(1, 1)).toMatchObject({ least: 1, observed_s: 3600, observed_share: 1 });
});

test('the observed time includes that of a change, and not what was not read', () => {
  const unread = [{ from: 90 * HOUR, to: 100 * HOUR }];
  const outage = [change('down', 10, 12, 'up'), change('recovered', 14, 15, 'down')];
  expect(availabilityOf(timeline(outage, { unread }), range).observed_s).toBe(90 * 3600);
});
