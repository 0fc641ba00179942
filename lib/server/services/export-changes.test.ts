import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createFakeClock } from '../clock.fixtures.ts';
import { noHistory } from '../history/history.ts';
import type { ObservedChange } from '../history/monitor-changes.ts';
import { openInMemory } from '../history/sqlite/open-history-file.ts';
import { createSqliteHistory } from '../history/sqlite/sqlite-history.ts';
import { aMonitor } from '../inventory/arbitrary-monitors.fixtures.ts';
import { createExportChanges } from './export-changes.ts';

const CHANGES = 1500;
const counts = {
  condition: { down: 0, overdue: 0, unknown: 0, pending: 0, up: 0, inactive: 0 },
  maintenance: 0,
};

async function filledStore() {
  return storeOf(
    Array.from({ length: CHANGES }, (_, n): ObservedChange => {
      const monitor = aMonitor(n % 50);
      return { kind: 'down', from: n, to: n + 1, monitor, condition: 'down', edits: null };
    }),
  );
}

async function storeOf(changes: ObservedChange[]) {
  const store = createSqliteHistory(openInMemory());
  await store.append({ changes, known: [], removed: [] });
  const fleet = { at: 0, firstAt: 0, lastAt: 0, counts };
  await store.finish({ at: CHANGES, until: CHANGES, completeAt: CHANGES, fleet });
  return store;
}

test.each(['csv', 'json'] as const)(
  'an export as %s has all changes, and the event loop runs between its pages',
  async (format) => {
    const store = await filledStore();
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const turnsOfPages: number[] = [];
    const exportChanges = createExportChanges({
      history: {
        ...noHistory,
        changes(query) {
          turnsOfPages.push(turns);
          return store.changes(query);
        },
      },
      clock: createFakeClock(),
    });
    const query = { kind: [], type: [], region: [], limit: 50 };
    const { open } = exportChanges({ query, format, bom: false });
    const lines = (await text(open())).trim().split('\n');
    isOver = true;
    // CSV has a header, and JSON a bracket before and after.
    expect(lines).toHaveLength(CHANGES + (format === 'csv' ? 1 : 2));
    expect(turnsOfPages.length).toBeGreaterThan(5);
    expect(new Set(turnsOfPages).size).toBe(turnsOfPages.length);
  },
);

test('row 62: neither a name nor an edit becomes a formula in a CSV file of changes', async () => {
  const store = await storeOf([
    {
      kind: 'edited',
      from: 0,
      to: 1,
      monitor: { ...aMonitor(1), name: 'x;=1+1;y' },
      condition: 'up',
      edits: { name: { before: 'x', after: 'x;=1+1;y' } },
    },
  ]);
  const exportChanges = createExportChanges({
    history: { ...noHistory, changes: store.changes },
    clock: createFakeClock(),
  });
  const query = { kind: [], type: [], region: [], limit: 50 };
  const file = await text(exportChanges({ query, format: 'csv', bom: false }).open());
  expect(file).toContain(`,"x;'=1+1;y",`);
  expect(file).toContain(`""after"":""x;'=1+1;y""`);
});
