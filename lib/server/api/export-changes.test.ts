import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createFakeClock } from '../clock.fixtures.ts';
import { addToFleet, noMonitors } from '../history/fleet.ts';
import type { ObservedChange } from '../history/monitor-changes.ts';
import { openTestHistory } from '../history/recorder.fixtures.ts';
import { aMonitor } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import { createExportChanges } from './export-changes.ts';

const CHANGES = 1500;
async function filledStore() {
  return storeOf(
    Array.from({ length: CHANGES }, (_, n): ObservedChange => {
      const monitor = aMonitor(n % 50);
      return { kind: 'down', from: n, to: n + 1, monitor, edits: null };
    }),
  );
}

async function storeOf(changes: ObservedChange[]) {
  const { store } = await openTestHistory();
  const times = { at: CHANGES, until: CHANGES, completeAt: CHANGES, snapshot: 1 };
  const fleet = addToFleet(null, CHANGES, noMonitors);
  await store.record({ ...times, changes, slots: [], fleet, gap: null });
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
      edits: { name: { before: 'x', after: 'x;=1+1;y' } },
    },
  ]);
  const exportChanges = createExportChanges({
    history: { changes: store.changes },
    clock: createFakeClock(),
  });
  const query = { kind: [], type: [], region: [], limit: 50 };
  const file = await text(exportChanges({ query, format: 'csv', bom: false }).open());
  expect(file).toContain(`,"x;'=1+1;y",`);
  expect(file).toContain(`""after"":""x;'=1+1;y""`);
});
