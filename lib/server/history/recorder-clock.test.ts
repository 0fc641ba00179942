import { expect, test } from 'vitest';
import { createFakeClock } from '../clock.fixtures.ts';
import { aMonitor, fieldsOf, uuidOf } from '../inventory/arbitrary-monitors.fixtures.ts';
import { buildSnapshot, type Snapshot } from '../inventory/snapshot.ts';
import { StoreError } from '../store/store.ts';
import type { HistoryStore } from './history-store.ts';
import { createRecorder } from './recorder.ts';
import { SLOT_MS } from './slot.ts';
import { openInMemory } from './sqlite/open-history-file.ts';
import { createSqliteHistory } from './sqlite/sqlite-history.ts';

const MINUTE = 60_000;
const CLAMPED = 'the clock was ahead; observations with later times were moved to the present';

/**
 * Two monitors that upstream checks ten seconds before each reading, and a recorder whose clock can be wrong.
 *
 * @param checkedAhead by how much the checks of a third monitor are dated too late, milliseconds; null: there is none
 */
function setUp(checkedAhead: number | null = null) {
  const clock = createFakeClock();
  const noon = clock.now();
  const store = createSqliteHistory(openInMemory());
  const warnings: string[] = [];
  const log = { info: () => {}, warn: (_: unknown, text?: string) => void warnings.push(text ?? '') };
  let failure: StoreError | null = null;
  const faulty: HistoryStore = {
    ...store,
    async clampTo(to) {
      if (failure !== null) throw failure;
      await store.clampTo?.(to);
    },
  };
  const recorder = createRecorder({ store: faulty, clock, log, replaceStore: null });
  let previous: Snapshot | null = null;
  let wrongBy = 0;
  return {
    ...{ noon, store, recorder, warnings },
    /** Passes time. */
    pass: (ms: number) => clock.advance(ms),
    /** Lets the correction of the store fail; null: no more. */
    fail(error: StoreError | null) {
      failure = error;
    },
    /** Makes our clock wrong, compared with upstream's. */
    setWrong(ms: number) {
      clock.jump(ms - wrongBy);
      wrongBy = ms;
    },
    async read(one: { last_status?: string; maintenance_mode?: boolean } = {}) {
      const asOf = clock.now();
      const upstreamNow = asOf - wrongBy;
      const last_check_at = new Date(upstreamNow - 10_000).toISOString();
      const monitors = [aMonitor(1, { ...one, last_check_at }), aMonitor(2, { last_check_at })];
      if (checkedAhead !== null) {
        const later = new Date(upstreamNow + checkedAhead).toISOString();
        monitors.push(aMonitor(3, { last_check_at: later }));
      }
      const rows = monitors.map((monitor) => ({ monitor: fieldsOf(monitor), asOf, upstreamNow }));
      previous = buildSnapshot({ rows, previous, asOf, evidence: 'complete', missing: null });
      recorder.record(previous);
      await recorder.settled();
    },
    async starts() {
      return (await store.fleet(0)).map(({ at }) => (at - noon) / SLOT_MS);
    },
  };
}

test.each([
  ['two hours', 2 * 60 * MINUTE],
  ['40 days', 40 * 24 * 60 * MINUTE],
])(
  'row 88: after readings with a clock that was %s ahead, the past ends now, and checks count again',
  async (_, ahead) => {
    const { noon, store, recorder, warnings, pass, setWrong, read, starts } = setUp();
    await read();
    pass(MINUTE);
    await read({ last_status: 'down' });
    pass(MINUTE);
    setWrong(ahead);
    await read();
    pass(MINUTE);
    await read({ maintenance_mode: true });
    pass(MINUTE);
    setWrong(0);
    for (let n = 0; n < 4; n += 1) {
      await read();
      pass(SLOT_MS);
    }
    await recorder.stop();
    const { changes } = await store.changes({ limit: 100 });
    expect(changes.map(({ kind }) => kind)).toEqual([
      'maintenance_off',
      'maintenance_on',
      'recovered',
      'down',
    ]);
    for (const { from, to } of changes) {
      expect(from).toBeLessThanOrEqual(to);
      expect(to).toBeLessThanOrEqual(noon + 4 * MINUTE);
    }
    const lasted = { atLeastS: 10, atMostS: 240 };
    expect(changes.map((change) => change.lasted)).toEqual([
      { atLeastS: 0, atMostS: 1 },
      { atLeastS: 0, atMostS: 1 },
      lasted,
      lasted,
    ]);
    const ends = changes.map(({ to }) => to);
    expect(ends).toEqual([...ends].sort((a, b) => b - a));
    expect(await starts()).toEqual([0, 1, 2, 3]);
    const slots = (await store.slots(uuidOf(2), 0)) ?? [];
    expect(slots.map(({ at }) => (at - noon) / SLOT_MS)).toEqual([0, 1, 2, 3]);
    for (const { slot } of slots) expect(slot.checks).toBeGreaterThan(0);
    expect(warnings).toEqual([CLAMPED]);
  },
);

test('row 88: the past ends now also if the checks of one monitor are dated far ahead', async () => {
  const { pass, setWrong, read, starts, warnings } = setUp(365 * 24 * 60 * MINUTE);
  await read();
  setWrong(40 * 24 * 60 * MINUTE);
  pass(MINUTE);
  await read();
  setWrong(0);
  for (let n = 0; n < 3; n += 1) {
    pass(SLOT_MS);
    await read();
  }
  expect(warnings).toHaveLength(1);
  expect(await starts()).toEqual([0, 1, 2, 3]);
});

test('row 88: the log says that observations were moved only after they have been', async () => {
  const { recorder, warnings, pass, fail, setWrong, read } = setUp();
  setWrong(120 * MINUTE);
  await read();
  pass(MINUTE);
  setWrong(0);
  fail(new StoreError('full'));
  await read();
  expect(warnings).toEqual(['the history cannot be recorded']);
  fail(null);
  pass(MINUTE);
  await read();
  expect(warnings).toEqual(['the history cannot be recorded', CLAMPED]);
  await recorder.stop();
});

test('row 88: with a clock that is years behind, as after a start without a battery, nothing of the past is lost', async () => {
  const { store, warnings, pass, setWrong, read, starts } = setUp();
  for (let n = 0; n < 3; n += 1) {
    await read(n % 2 === 1 ? { last_status: 'down' } : {});
    pass(SLOT_MS);
  }
  const before = await store.changes({ limit: 9 });
  expect(before.changes).toHaveLength(2);
  setWrong(-6 * 365 * 24 * 60 * MINUTE);
  await read();
  pass(MINUTE);
  await read();
  expect(await store.changes({ limit: 9 })).toEqual(before);
  expect(await starts()).toEqual([0, 1, 2]);
  expect(warnings).toEqual([]);
});
