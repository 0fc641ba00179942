import { expect, test } from 'vitest';
import { listOf, rowOf } from '@/lib/client/monitor-list.fixtures';
import { lastListed } from './monitor-not-found';

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
