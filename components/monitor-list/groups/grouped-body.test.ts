import { expect, test } from 'vitest';
import { listOf, rowOf } from '@/lib/client/monitor-list.fixtures';
import type { ListedMonitor } from '@/lib/contract/monitor';
import type { MonitorGroup } from '@/lib/contract/responses';
import { groupItems, openState } from './grouped-body';

function groupOf(key: string, total: number, monitors: ListedMonitor[] = []): MonitorGroup {
  const condition = { down: monitors.length, overdue: 0, unknown: 0, pending: 0, up: 0, inactive: 0 };
  condition.up = total - condition.down;
  return {
    ...{ key, label: key, total, monitors },
    condition: monitors.length > 0 ? 'down' : 'up',
    counts: { condition, maintenance: 0 },
    changed_at: null,
  };
}

const failing = groupOf('a', 3, [rowOf(1), rowOf(2)]);
const healthy = groupOf('b', 2);
const ids = (items: ReturnType<typeof groupItems>) => items.map(({ id }) => id);
const idOf = (n: number) => rowOf(n).monitor_uuid;
const none = new Map();

test('a group with monitors is open, with a note when there are more; another is closed', () => {
  expect(ids(groupItems([failing, healthy], none, none))).toEqual([
    'group a',
    `a ${idOf(1)}`,
    `a ${idOf(2)}`,
    'note a',
    'group b',
  ]);
});

test('a group that the user closes has no rows; one that the user opens shows its monitors once they are loaded', () => {
  const isOpen = new Map([
    ['a', false],
    ['b', true],
  ]);
  const items = (member: { list: ReturnType<typeof listOf> | undefined; isFailed: boolean }) =>
    groupItems([failing, healthy], isOpen, new Map([['b', member]]));
  expect(items({ list: undefined, isFailed: false }).at(-1)).toMatchObject({ note: 'loading' });
  expect(items({ list: undefined, isFailed: true }).at(-1)).toMatchObject({ note: 'failed' });
  expect(ids(items({ list: listOf([rowOf(3), rowOf(4)]), isFailed: false }))).toEqual([
    'group a',
    'group b',
    `b ${idOf(3)}`,
    `b ${idOf(4)}`,
  ]);
});

test('the open state stays the same when the groups change, and differs when the user opens or closes one', () => {
  const state = (groups: MonitorGroup[], isOpen: ReadonlyMap<string, boolean> = none) =>
    openState('query', groupItems(groups, isOpen, none));
  expect(state([healthy, failing])).toBe(state([failing, healthy]));
  expect(state([failing, healthy], new Map([['a', false]]))).not.toBe(state([failing, healthy]));
  expect(state([failing, healthy], new Map([['b', true]]))).not.toBe(state([failing, healthy]));
});
