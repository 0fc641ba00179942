import { expect, test } from 'vitest';
import { createFakeClock } from '../clock.fixtures.ts';
import { aMonitor, fieldsOf, uuidOf } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import { buildSnapshot, type Snapshot } from '../inventory/snapshot/snapshot.ts';
import { StorageError } from '../storage/storage-error.ts';
import { openTestHistory, setUpRecorder } from './recorder.fixtures.ts';
import { createRecorder } from './recorder.ts';
import { SLOT_MS } from './slot.ts';

const MINUTE = 60_000;
const CLAMPED = 'the clock was ahead; observations with later times were moved to the present';

/**
 * Two monitors that upstream checks ten seconds before each crawl, and a recorder whose clock can be wrong.
 *
 * @param checkedAhead how far in the future the checks of a third monitor are dated, milliseconds; null: there is no third one
 */
async function setUp(checkedAhead: number | null = null) {
  const clock = createFakeClock();
  const noon = clock.now();
  const { storage, store, fail } = await openTestHistory();
  const warnings: string[] = [];
  const log = { info: () => {}, warn: (_: unknown, text?: string) => void warnings.push(text ?? '') };
  const recorder = createRecorder({ storage, days: 30, clock, log });
  const all = { since: 0, until: noon + 100 * 24 * 60 * MINUTE, length: SLOT_MS };
  let previous: Snapshot | null = null;
  let wrongBy = 0;
  return {
    ...{ noon, store, recorder, warnings },
    /** Passes time. */
    pass: (ms: number) => clock.advance(ms),
    fail,
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
      await recorder.record(previous);
    },
    slots: async (n: number) => (await store.slots(uuidOf(n), all)) ?? [],
    async starts() {
      return (await store.fleet(all)).map(({ at }) => (at - noon) / SLOT_MS);
    },
  };
}

test.each([
  ['two hours', 2 * 60 * MINUTE],
  ['40 days', 40 * 24 * 60 * MINUTE],
])(
  'row 88: after crawls with a clock that was %s ahead, the past ends now, and checks count again',
  async (_, ahead) => {
    const { noon, store, recorder, warnings, pass, setWrong, read, slots: slotsOf, starts } = await setUp();
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
    const slots = await slotsOf(2);
    expect(slots.map(({ at }) => (at - noon) / SLOT_MS)).toEqual([0, 1, 2, 3]);
    for (const { slot } of slots) expect(slot.checks).toBeGreaterThan(0);
    expect(warnings).toEqual([CLAMPED]);
  },
);

test('row 88: the history ends now, although the checks of one monitor are dated in the future', async () => {
  const { pass, setWrong, read, starts, warnings } = await setUp(365 * 24 * 60 * MINUTE);
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

test('row 88: the log reports that observations were moved only after the move has succeeded', async () => {
  const { recorder, warnings, pass, fail, setWrong, read } = await setUp();
  setWrong(120 * MINUTE);
  await read();
  pass(MINUTE);
  setWrong(0);
  fail(new StorageError('full'));
  await read();
  expect(warnings).toEqual(['the history cannot be recorded']);
  fail(null);
  pass(MINUTE);
  await read();
  expect(warnings).toEqual(['the history cannot be recorded', CLAMPED]);
  await recorder.stop();
});

test('row 88: a clock that is years behind, as without a battery, deletes nothing of the past', async () => {
  const { store, warnings, pass, setWrong, read, starts } = await setUp();
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

test.each([-24, -2, 2, 24])(
  'row 101: with a clock that is %i hours ahead of upstream’s, each check counts, and changes are as long as they were',
  async (hours) => {
    const { store, recorder, pass, setWrong, read, slots } = await setUp();
    setWrong(hours * 60 * MINUTE);
    for (let n = 0; n < 8; n += 1) {
      await read(n < 4 ? {} : { last_status: 'down' });
      pass(n === 3 ? 3 * SLOT_MS : MINUTE);
    }
    await recorder.stop();
    const checks = (await slots(2)).map(({ slot }) => slot.checks);
    // The first check of the first slot ran before the first crawl.
    expect(checks).toEqual([3, 4]);
    const [change] = (await store.changes({ limit: 9 })).changes;
    expect(change?.kind).toBe('down');
    expect((change?.to ?? 0) - (change?.from ?? 0)).toBe(3 * SLOT_MS - 10_000);
  },
);

test.each([-60, 60])(
  'row 88: after the clock was set by %i minutes, changes and slots stay in order',
  async (minutes) => {
    const { clock, checked, read, store, fleet, recorder } = await setUpRecorder();
    for (let n = 0; n < 8; n += 1) {
      if (n === 4) clock.jump(minutes * MINUTE);
      await read([checked(1, 10, n % 2 === 0 ? { last_status: 'down' } : {})]);
      await clock.pass(MINUTE);
    }
    await recorder().stop();
    const { changes } = await store.changes({ limit: 100 });
    expect(changes.map(({ kind }) => kind)).toEqual([
      ...['recovered', 'down', 'recovered', 'down', 'recovered', 'down', 'recovered'],
    ]);
    const ends = changes.map(({ to }) => to);
    expect(ends).toEqual([...ends].sort((a, b) => b - a));
    for (const { from, to } of changes) expect(from).toBeLessThanOrEqual(to);
    const slots = (await fleet()).map(({ at }) => at);
    expect(slots).toEqual([...slots].sort((a, b) => a - b));
  },
);
