import { expect, test } from 'vitest';
import { aMonitor } from '../../inventory/arbitrary-monitors.fixtures.ts';
import { appendCommands } from './append-changes.ts';
import { findUnused, unusedEntries } from './forget.ts';
import { historyKeys } from './layout.ts';
import { emptyMark } from './mark.ts';
import type { WriterState } from './writer-state.ts';

const DAY_MS = 86_400_000;

/** A writer's state in which one change of each of some monitors was recorded, under two names. */
function stateOf(count: number): WriterState {
  const state: WriterState = {
    revision: 1,
    mark: emptyMark(1),
    isNew: false,
    keys: historyKeys({ keyOf: (name) => name }, 1),
    numbers: { change: 0, subject: 0, monitor: 0 },
    monitors: new Map(),
    changed: new Set(),
    subjects: new Map(),
  };
  for (const name of ['Old', 'New']) for (let n = 0; n < count; n += 1) add(state, n, name);
  state.changed.clear();
  return state;
}

/** Records a change of a monitor that exists if its number is even. */
function add(state: WriterState, n: number, name: string): void {
  const monitor = aMonitor(n, { name });
  const change = { kind: 'edited', from: 0, to: 1, monitor, condition: 'up', edits: {} } as const;
  const known = n % 2 === 0 ? [{ monitor, seenAt: null }] : [];
  appendCommands(state, { changes: [change], known, removed: [] }, DAY_MS);
}

test('what no change needs any more is deleted in small steps', async () => {
  const state = stateOf(1000);
  // The changes of the last hundred monitors under their new names are remembered.
  state.mark = { ...state.mark, first: 1901, last: 2000 };
  const unused = await findUnused(state);
  const sizes: number[] = [];
  for (let step = unusedEntries(state, unused); step; step = unusedEntries(state, unused)) {
    sizes.push(step.commands.length + state.changed.size);
    state.changed.clear();
  }
  expect(Math.max(...sizes)).toBeLessThanOrEqual(400);
  expect(sizes.length).toBeLessThan(30);
  // Old names that can have been used until a remembered change has the new one are kept.
  expect(state.subjects.size).toBe(100 + 99);
  // 450 exist, and 100 have changes that are remembered.
  expect(state.monitors.size).toBe(550);
  expect([...state.monitors.values()].filter(({ subject }) => subject !== 0)).toHaveLength(100);
});

test('what is used again meanwhile is kept', async () => {
  const state = stateOf(2);
  state.mark = { ...state.mark, first: 5 };
  const unused = await findUnused(state);
  for (const n of [0, 1]) add(state, n, 'New');
  while (unusedEntries(state, unused));
  expect([...state.subjects.values()].map(({ fields }) => fields.name)).toEqual(['New', 'New']);
  expect(state.monitors.size).toBe(2);
});

test('what was found in a history that another one has replaced is not deleted', async () => {
  const state = stateOf(4);
  state.mark = { ...state.mark, first: 99 };
  const unused = await findUnused(state);
  state.mark = { ...state.mark, epoch: 2 };
  expect(unusedEntries(state, unused)).toBeNull();
  expect(state.subjects.size).toBe(8);
});
