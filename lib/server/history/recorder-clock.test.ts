import { expect, test } from 'vitest';
import { uuidOf } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import { setUpRecorder } from './recorder.fixtures.ts';
import { SLOT_MS } from './slots.ts';

const MINUTE = 60_000;

/** Two monitors that upstream checks ten seconds before each crawl, and a recorder whose clock can be wrong. */
async function setUp() {
  const { read, ...recording } = await setUpRecorder();
  const { clock, checked, fleet, noon } = recording;
  let clockError = 0;
  return {
    ...recording,
    /** Makes our clock wrong, compared with upstream's. */
    setWrong(ms: number) {
      clock.jump(ms - clockError);
      clockError = ms;
    },
    read(one: { last_status?: string; maintenance_mode?: boolean } = {}) {
      const secondsAgo = 10 + clockError / 1000;
      return read([checked(1, secondsAgo, one), checked(2, secondsAgo)], 'complete', { clockError });
    },
    async starts() {
      return (await fleet()).map(({ at }) => (at - noon) / SLOT_MS);
    },
  };
}

test.each([
  ['two hours ahead', 2 * 60 * MINUTE],
  ['40 days ahead', 40 * 24 * 60 * MINUTE],
  ['years behind, as without a battery', -6 * 365 * 24 * 60 * MINUTE],
])('row 88: crawls with a clock that is %s are dated by that of upstream', async (_, clockError) => {
  const { clock, noon, store, recorder, setWrong, read, slotsOf, starts } = await setUp();
  await read();
  clock.advance(MINUTE);
  await read({ last_status: 'down' });
  clock.advance(MINUTE);
  setWrong(clockError);
  await read();
  clock.advance(MINUTE);
  await read({ maintenance_mode: true });
  clock.advance(MINUTE);
  setWrong(0);
  for (let n = 0; n < 4; n += 1) {
    await read();
    clock.advance(SLOT_MS);
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
  const slots = await slotsOf(uuidOf(2));
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
    const { clock, store, recorder, setWrong, read, slotsOf } = await setUp();
    setWrong(hours * 60 * MINUTE);
    for (let n = 0; n < 8; n += 1) {
      await read(n < 4 ? {} : { last_status: 'down' });
      clock.advance(n === 3 ? 3 * SLOT_MS : MINUTE);
    }
    await recorder().stop();
    setWrong(0);
    const checks = (await slotsOf(uuidOf(2))).map(({ slot }) => slot.checks);
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
