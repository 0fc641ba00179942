import { expect, test } from 'vitest';
import { createFakeClock } from '../clock.fixtures.ts';
import { aMonitor, fieldsOf, uuidOf } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import { buildSnapshot, type Snapshot } from '../inventory/snapshot/snapshot.ts';
import { openTestHistory, setUpRecorder, silent } from './recorder.fixtures.ts';
import { createRecorder } from './recorder.ts';
import { SLOT_MS } from './slots.ts';

const MINUTE = 60_000;

/** Two monitors that upstream checks ten seconds before each crawl, and a recorder whose clock can be wrong. */
async function setUp() {
  const clock = createFakeClock();
  const noon = clock.now();
  const { storage, store } = await openTestHistory();
  const start = () => createRecorder({ storage, days: 30, clock, log: silent });
  let recorder = start();
  const all = { since: 0, until: noon + 100 * 24 * 60 * MINUTE, length: SLOT_MS };
  let previous: Snapshot | null = null;
  let clockError = 0;
  return {
    noon,
    store,
    recorder: () => recorder,
    async restart() {
      recorder = start();
      await recorder.lead(previous);
    },
    /** Passes time. */
    pass: (ms: number) => clock.advance(ms),
    /** Makes our clock wrong, compared with upstream's. */
    setWrong(ms: number) {
      clock.jump(ms - clockError);
      clockError = ms;
    },
    async read(one: { last_status?: string; maintenance_mode?: boolean } = {}) {
      const asOf = clock.now();
      const upstreamNow = asOf - clockError;
      const last_check_at = new Date(upstreamNow - 10_000).toISOString();
      const monitors = [aMonitor(1, { ...one, last_check_at }), aMonitor(2, { last_check_at })];
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
  ['two hours ahead', 2 * 60 * MINUTE],
  ['40 days ahead', 40 * 24 * 60 * MINUTE],
  ['years behind, as without a battery', -6 * 365 * 24 * 60 * MINUTE],
])('row 88: crawls with a clock that is %s are dated by that of upstream', async (_, clockError) => {
  const { noon, store, recorder, pass, setWrong, read, slots: slotsOf, starts } = await setUp();
  await read();
  pass(MINUTE);
  await read({ last_status: 'down' });
  pass(MINUTE);
  setWrong(clockError);
  await read();
  pass(MINUTE);
  await read({ maintenance_mode: true });
  pass(MINUTE);
  setWrong(0);
  for (let n = 0; n < 4; n += 1) {
    await read();
    pass(SLOT_MS);
  }
  await recorder().stop();
  const { changes } = await store.changes({ limit: 100 });
  expect(changes.map(({ kind, to }) => [kind, Math.ceil((to - noon) / MINUTE)])).toEqual([
    ['maintenance_off', 4],
    ['maintenance_on', 3],
    ['recovered', 2],
    ['down', 1],
  ]);
  for (const { from, to } of changes) expect(from).toBeLessThanOrEqual(to);
  expect(await starts()).toEqual([0, 1, 2, 3]);
  const slots = await slotsOf(2);
  expect(slots.map(({ at }) => (at - noon) / SLOT_MS)).toEqual([0, 1, 2, 3]);
  for (const { slot } of slots) expect(slot.checks).toBeGreaterThan(0);
});

test('row 88: a list that was stored with a wrong clock does not date the crawls after a restart', async () => {
  const { setWrong, read, restart, starts } = await setUp();
  setWrong(40 * 24 * 60 * MINUTE);
  await read();
  setWrong(0);
  await restart();
  await read({ last_status: 'down' });
  expect(await starts()).toEqual([0]);
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
    await recorder().stop();
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
