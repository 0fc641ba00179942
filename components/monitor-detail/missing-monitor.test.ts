import { expect, test } from 'vitest';
import { changeOf } from '@/components/changes/changes.fixtures';
import { isoAt, noon } from '@/components/observed/observed.fixtures';
import { listOf, rowOf } from '@/lib/client/monitor-list.fixtures';
import { lastKnownOf, lastListed, nextHour } from './missing-monitor';

const readAt = (at: string, name: string) => {
  const list = listOf([rowOf(1), rowOf(2, { name })]);
  return { ...list, meta: { ...list.meta, as_of: at } };
};

test('returns the monitor of the newest list that contains it', () => {
  const lists = [
    readAt('2026-11-20T12:00:00.000Z', 'Old name'),
    readAt('2026-11-20T12:05:00.000Z', 'New name'),
    listOf([rowOf(3)]),
  ];
  const { monitor_uuid: uuid } = rowOf(2);
  expect(lastListed(lists, uuid)).toEqual({ name: 'New name', asOf: '2026-11-20T12:05:00.000Z' });
  expect(lastListed(lists, rowOf(9).monitor_uuid)).toBeUndefined();
});

const DAY_MS = 86_400_000;

test('returns the monitor as it was at its newest change, and the shortest range that contains this change', () => {
  const removed = changeOf('2', 'removed', isoAt(noon - 2 * DAY_MS + 60_000));
  const renamed = changeOf('1', 'edited', isoAt(noon), { monitor: { name: 'Old name' } });
  expect(lastKnownOf([removed, renamed], noon)).toEqual({
    newest: removed,
    listedAt: noon - 2 * DAY_MS,
    days: 7,
  });
  expect(lastKnownOf([renamed], noon)).toMatchObject({
    newest: { monitor: { name: 'Old name' } },
    listedAt: null,
    days: 1,
  });
});

test('a monitor that was removed before the longest range is remembered, too', () => {
  const removed = changeOf('1', 'removed', isoAt(noon - 40 * DAY_MS));
  expect(lastKnownOf([removed], noon)).toMatchObject({ newest: removed, days: 30 });
});

test('without changes nothing is known', () => {
  expect(lastKnownOf([], noon)).toBeNull();
});

test('a change before the first slot of a range is not in this range', () => {
  // At 14:50 the last 24 hours begin with the slot of 15:00.
  const now = Date.parse('2026-11-20T14:50:00.000Z');
  const days = (to: string) => lastKnownOf([changeOf('1', 'removed', to)], nextHour(now))?.days;
  expect(days('2026-11-19T14:55:00.000Z')).toBe(7);
  expect(days('2026-11-19T15:00:01.000Z')).toBe(1);
});
