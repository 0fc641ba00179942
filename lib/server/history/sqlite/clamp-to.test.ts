import { expect, test } from 'vitest';
import type { ChangeKind } from '../../../contract/changes.ts';
import { aMonitor } from '../../inventory/arbitrary-monitors.fixtures.ts';
import type { ObservedChange } from '../monitor-changes.ts';
import { openInMemory } from './open-history-file.ts';
import { createSqliteHistory } from './sqlite-history.ts';

const MINUTE = 60_000;
const NOON = Date.parse('2026-11-20T12:00:00.000Z');
/** The minute after noon at which the clock of the tests becomes right. */
const RIGHT = 10;

/** The changes of one monitor, each of which took up to a minute until this minute after noon. */
async function clamped(changes: readonly (readonly [ChangeKind, number])[], forgottenBefore = 0) {
  const store = createSqliteHistory(openInMemory());
  const all = changes.map(([kind, minute]): ObservedChange => {
    const to = NOON + minute * MINUTE;
    return { kind, from: to - MINUTE, to, monitor: aMonitor(1), condition: 'up', edits: null };
  });
  await store.append({ changes: all, known: [], removed: [] });
  const last = all.at(-1)?.to ?? NOON;
  const counts = {
    condition: { down: 0, overdue: 0, unknown: 0, pending: 0, up: 1, inactive: 0 },
    maintenance: 0,
  };
  const fleet = { at: NOON, firstAt: NOON, lastAt: NOON, counts };
  await store.finish({ at: last, until: last, completeAt: last, fleet });
  if (forgottenBefore > 0) await store.forget(NOON + forgottenBefore * MINUTE);
  await store.clampTo?.(NOON + RIGHT * MINUTE);
  const found = await store.changes({ limit: 9 });
  await store.close();
  return found.changes.map(({ kind, lasted }) => [
    kind,
    lasted && [lasted.atLeastS / 60, lasted.atMostS / 60],
  ]);
}

test('row 88: what ended while the clock was ahead lasted until now at most', async () => {
  const found = await clamped([
    ['down', 5],
    ['overdue', 500],
    ['recovered', 600],
  ]);
  expect(found).toEqual([
    ['recovered', [0, 0]],
    ['overdue', [0, 0]],
    ['down', [5, 6]],
  ]);
});

test('row 88: what still lasts has no duration', async () => {
  const found = await clamped([
    ['down', 5],
    ['overdue', 500],
  ]);
  expect(found).toEqual([
    ['overdue', null],
    ['down', [5, 6]],
  ]);
});

test.each([
  ['first', 'down', 'maintenance_on'],
  ['last', 'maintenance_on', 'down'],
] as const)(
  'row 88: a removed monitor tells how long its condition lasted that began %s',
  async (_, a, b) => {
    const found = await clamped([
      [a, 4],
      [b, 7],
      ['removed', 500],
    ]);
    expect(found).toEqual([
      ['removed', a === 'down' ? [6, 7] : [3, 4]],
      [b, [3, 4]],
      [a, [6, 7]],
    ]);
  },
);

test('row 88: how long something lasted is not known when its beginning is forgotten', async () => {
  const found = await clamped(
    [
      ['down', 5],
      ['recovered', 500],
    ],
    6,
  );
  expect(found).toEqual([['recovered', null]]);
});

test('row 88: what had ended before stays as it is', async () => {
  const found = await clamped([
    ['down', 2],
    ['recovered', 5],
    ['maintenance_on', 500],
  ]);
  expect(found).toEqual([
    ['maintenance_on', null],
    ['recovered', [2, 4]],
    ['down', [2, 4]],
  ]);
});
