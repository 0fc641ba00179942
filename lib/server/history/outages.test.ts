import { expect, test } from 'vitest';
import type { ChangeKind, Condition } from '../../contract/conditions.ts';
import type { Timeline } from './availability.ts';
import { observe } from './outages.ts';
import { type ChangeOfState, timelineOf } from './pasts.ts';

const HOUR = 3_600_000;
const change = (
  kind: ChangeKind,
  from: number,
  to: number,
  condition_before: Condition | null = null,
): ChangeOfState => ({ kind, condition_before, from: from * HOUR, to: to * HOUR });
const wentDown = (from: number, to: number) => change('down', from, to, 'up');
const recovered = (from: number, to: number) => change('recovered', from, to, 'down');

/** The outages between two hours, all times in hours. */
function outages(
  changes: readonly ChangeOfState[],
  {
    unread = [],
    since = 0,
    until = 100,
    from = 0,
  }: { unread?: [number, number][]; since?: number; until?: number; from?: number } = {},
  condition: Condition = 'up',
) {
  const rest: Pick<Timeline, 'from' | 'until' | 'unread'> = {
    from: from * HOUR,
    until: 100 * HOUR,
    unread: unread.map(([from, to]) => ({ from: from * HOUR, to: to * HOUR })),
  };
  const timeline = timelineOf(changes, { condition, maintenance_mode: false }, rest);
  const { observed, outages: seen } = observe(timeline, { since: since * HOUR, until: until * HOUR });
  const { count, longestMs, repaired } = observed;
  const hours = ({ least, most }: { least: number; most: number }) => [least / HOUR, most / HOUR];
  const interval = (times: { from: number; to: number } | null) =>
    times && [times.from / HOUR, times.to / HOUR];
  return {
    seen: seen.map(({ began, ended, lastedMs }) => [interval(began), interval(ended), hours(lastedMs)]),
    count: [count.least, count.most],
    longest: hours(longestMs),
    repaired: [repaired.count, ...hours(repaired.ms)],
  };
}

const none = { seen: [], count: [0, 0], longest: [0, 0], repaired: [0, 0, 0] };

test('an outage has the bounds of the changes that began and ended it', () => {
  expect(outages([wentDown(10, 12), recovered(20, 21)])).toEqual({
    seen: [
      [
        [10, 12],
        [20, 21],
        [8, 11],
      ],
    ],
    count: [1, 1],
    longest: [8, 11],
    repaired: [1, 8, 11],
  });
  expect(outages([])).toEqual(none);
});

test('only the part within the range counts', () => {
  const changes = [wentDown(10, 12), recovered(20, 21)];
  expect(outages(changes, { since: 15 })).toMatchObject({ seen: [[null, [20, 21], [5, 6]]], count: [1, 1] });
  expect(outages(changes, { until: 15 })).toMatchObject({
    seen: [[[10, 12], null, [3, 5]]],
    repaired: [0, 0, 0],
  });
  // Nobody knows whether it began, or ended, within the range.
  expect(outages(changes, { until: 11 })).toMatchObject({ count: [0, 1], longest: [0, 1] });
  expect(outages(changes, { since: 20.5 })).toMatchObject({ count: [0, 1], longest: [0, 0.5] });
});

test('an outage that lasts has no end, and does not count as repaired', () => {
  expect(outages([wentDown(90, 91)], {}, 'down')).toEqual({
    seen: [[[90, 91], null, [9, 10]]],
    count: [1, 1],
    longest: [9, 10],
    repaired: [0, 0, 0],
  });
});

test('a monitor that is down has no outage before it was created, nor after the last crawl', () => {
  expect(outages([], { from: 60, until: 50 }, 'down')).toEqual(none);
  expect(outages([], { from: 60, until: 50, unread: [[0, 80]] }, 'down')).toEqual(none);
  expect(outages([], { since: 110, until: 120 }, 'down')).toEqual(none);
  expect(outages([], { unread: [[0, 60]], since: 0, until: 10, from: 20 })).toEqual(none);
});

test('two crawls that overlap by the time that they took still divide two outages', () => {
  const changes = [wentDown(10, 12), recovered(20, 21.2), wentDown(21, 22.2), recovered(30, 31)];
  expect(outages(changes)).toMatchObject({ count: [2, 2], longest: [8, 11.2], repaired: [2, 15.8, 21.2] });
});

test('time without crawls is no outage, and no part of one', () => {
  expect(outages([], { unread: [[40, 50]] })).toEqual(none);
  const cut = outages([wentDown(10, 10), recovered(90, 90)], { unread: [[40, 50]] });
  expect(cut).toMatchObject({ count: [1, 1], longest: [70, 70], repaired: [1, 70, 70] });
  const overdue = [change('overdue', 40, 40, 'down'), change('down', 50, 50, 'overdue')];
  expect(outages([wentDown(10, 10), ...overdue, recovered(90, 90)])).toMatchObject({
    count: [2, 2],
    longest: [40, 40],
    repaired: [2, 70, 70],
  });
});

test('maintenance and inactivity end an outage', () => {
  const maintenance = [change('maintenance_on', 20, 20), change('maintenance_off', 30, 30)];
  expect(outages([wentDown(10, 10), ...maintenance, recovered(40, 40)])).toMatchObject({
    seen: [
      [
        [10, 10],
        [20, 20],
        [10, 10],
      ],
      [
        [30, 30],
        [40, 40],
        [10, 10],
      ],
    ],
    count: [2, 2],
  });
  expect(outages([wentDown(10, 10), change('deactivated', 20, 20, 'down')], {}, 'inactive')).toMatchObject({
    count: [1, 1],
    longest: [10, 10],
  });
});

test('a monitor that went down and into maintenance at about the same time may have had an outage', () => {
  const changes = [wentDown(10, 11), change('maintenance_on', 10, 12), change('maintenance_off', 30, 30)];
  expect(outages([...changes, change('recovered', 30, 30, 'down')])).toMatchObject({
    count: [0, 1],
    longest: [0, 2],
  });
});

test('the first condition of an added monitor is not an unknown time', () => {
  const added = [change('added', 10, 11), change('down', 10, 11), recovered(20, 20)];
  expect(outages(added)).toMatchObject({ count: [1, 1], longest: [9, 10] });
});
