import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aMonitor, fieldsOf, uuidOf } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import { buildSnapshot } from '../inventory/snapshot/snapshot.ts';
import { StorageError } from '../storage/problem.ts';
import { setUpRecorder } from './recorder.fixtures.ts';
import { SLOT_MS, stateOf } from './slot.ts';

const MINUTE = 60_000;

const down = { last_status: 'down' };

test('the first reading begins the history, the next ones show what has changed', async () => {
  const { clock, checked, read, kinds } = await setUpRecorder();
  await read([checked(1, 10), checked(2, 10, down)]);
  expect(await kinds()).toEqual([]);
  clock.advance(MINUTE);
  await read([checked(1, 10, down), checked(3, 10)]);
  clock.advance(MINUTE);
  await read([checked(1, 10), checked(3, 10, { name: 'Renamed' })]);
  expect(await kinds()).toEqual(['removed 2', 'edited 3', 'recovered 1', 'added 3', 'down 1']);
});

test('a change while a slow response is on its way is told from the time when its request was sent', async () => {
  const { clock, checked, read, store } = await setUpRecorder();
  const monitors = [checked(1, 10), checked(2, 10)];
  await read(monitors);
  clock.advance(MINUTE);
  const { asOf } = await read(monitors, 'complete', { tookMs: 7000 });
  clock.advance(MINUTE);
  const { changed_after } =
    (await read([checked(1, 10, { name: 'Renamed' }), checked(2, 64, down)])).monitors[1] ?? {};
  const { changes } = await store.changes({ limit: 10 });
  expect(changes).toMatchObject([
    { kind: 'edited', from: asOf - 7000, to: clock.now() },
    { kind: 'down', from: asOf - 7000 },
  ]);
  expect(changed_after).toBe(new Date(asOf - 7000).toISOString());
});

test('row 85: a killed process loses no change, and the next one records none twice', async () => {
  const { clock, checked, read, kinds, restart, store } = await setUpRecorder();
  await read([checked(1, 10), checked(2, 10)]);
  clock.advance(MINUTE);
  const before = clock.now();
  await read([checked(1, 10, down), checked(2, 10)]);
  await restart();
  clock.advance(30 * MINUTE);
  await read([checked(1, 10, down), checked(2, 10, down)]);
  expect(await kinds()).toEqual(['down 2', 'down 1']);
  const [last] = (await store.changes({ limit: 1 })).changes;
  expect(last, 'one change spans the time without readings').toMatchObject({
    from: before,
    to: clock.now() - 10_000,
  });
});

test('row 85: of an open slot at most five minutes are lost, and no check is counted twice', async () => {
  const { clock, checked, read, restart, slotsOf } = await setUpRecorder();
  for (let minute = 0; minute < 7; minute += 1) {
    await read([checked(1, 10)]);
    await clock.pass(MINUTE);
  }
  await restart();
  for (let minute = 7; minute < 16; minute += 1) {
    await read([checked(1, 10)]);
    await clock.pass(MINUTE);
  }
  const [slot] = await slotsOf(uuidOf(1));
  // The check of 11:59:50 ran before the first reading.
  expect(slot?.slot.checks).toBeGreaterThanOrEqual(14 - 5);
  expect(slot?.slot.checks).toBeLessThanOrEqual(14);
});

test('a slot without readings is not observed', async () => {
  const { clock, checked, read, recorder, slotsOf, fleet, noon } = await setUpRecorder();
  await read([checked(1, 10)]);
  await clock.pass(3 * SLOT_MS);
  await read([checked(1, 10)]);
  await recorder().stop();
  expect((await slotsOf(uuidOf(1))).map(({ at }) => at)).toEqual([noon, noon + 3 * SLOT_MS]);
  expect((await fleet()).map(({ at }) => at)).toEqual([noon, noon + 3 * SLOT_MS]);
});

test('row 87: a monitor that an incomplete reading has missed is not removed, and its next change tells since when', async () => {
  const { clock, checked, read, kinds, restart, store, noon } = await setUpRecorder();
  await read([checked(1, 10), checked(2, 10)]);
  for (let minute = 1; minute < 4; minute += 1) {
    clock.advance(MINUTE);
    await read([checked(1, 10)], 'none');
  }
  expect(await kinds()).toEqual([]);
  await restart();
  clock.advance(MINUTE);
  await read([checked(1, 10), checked(2, 200, down)]);
  expect(await kinds()).toEqual(['down 2']);
  expect((await store.changes({ limit: 1 })).changes[0]).toMatchObject({ from: noon });
});

test('row 87: monitors that incomplete readings have missed count in the fleet with their last condition, as in the list', async () => {
  const { clock, checked, read, recorder, slotsOf, fleet, noon } = await setUpRecorder();
  await read([checked(1, 10), checked(2, 10, { ...down, maintenance_mode: true })]);
  for (let n = 1; n < 3; n += 1) {
    clock.advance(SLOT_MS);
    await read([checked(1, 10)], 'none');
  }
  const all = { down: 1, overdue: 0, unknown: 0, pending: 0, up: 1, inactive: 0, maintenance: 1 };
  expect(await fleet()).toMatchObject([all, all, all]);
  await recorder().stop();
  expect(
    (await slotsOf(uuidOf(2))).map(({ at }) => at),
    'not observed afterwards',
  ).toEqual([noon]);
});

test('row 87: with a steady turnover, monitors are removed although others are missing for the first time', async () => {
  const { clock, checked, read, kinds, noon, store } = await setUpRecorder();
  for (let n = 0; n < 6; n += 1) {
    await read([checked(100, 10), checked(n, 10), checked(n + 1, 10)]);
    clock.advance(MINUTE);
  }
  expect((await kinds()).filter((kind) => kind.startsWith('removed'))).toEqual([
    ...['removed 3', 'removed 2', 'removed 1', 'removed 0'],
  ]);
  const { changes } = await store.changes({ kinds: new Set(['added']), limit: 9 });
  expect(
    changes.map(({ from, to }) => [from - noon, to - noon].map((ms) => ms / MINUTE)),
    'added since the reading before the last, as one alone can miss a monitor',
  ).toEqual([
    [3, 5],
    [2, 4],
    [1, 3],
    [0, 2],
    [0, 1],
  ]);
});

test('row 87: a monitor that one complete reading has missed was added after the last one before it', async () => {
  const { clock, checked, read, store, noon } = await setUpRecorder();
  // Monitor 2 is added after the first reading. The second one misses it, because 3 is deleted, and its row moves.
  for (const monitors of [[1, 3], [1], [1, 2]]) {
    await read(monitors.map((n) => checked(n, 10)));
    clock.advance(MINUTE);
  }
  const { changes } = await store.changes({ kinds: new Set(['added']), limit: 9 });
  expect(changes).toMatchObject([{ from: noon, to: noon + 2 * MINUTE }]);
});

test.each([-60, 60])(
  'row 88: after the clock was set by %i minutes, changes and slots stay in order',
  async (minutes) => {
    const { clock, checked, read, store, fleet, recorder } = await setUpRecorder();
    for (let n = 0; n < 8; n += 1) {
      if (n === 4) clock.jump(minutes * MINUTE);
      await read([checked(1, 10, n % 2 === 0 ? down : {})]);
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

test('row 86: while the disk is full nothing is recorded, the reason is known, and afterwards it goes on', async () => {
  const { clock, checked, read, kinds, recorder, fail, store, warnings, noon } = await setUpRecorder();
  await read([checked(1, 10), checked(2, 10)]);
  fail(new StorageError('full'));
  clock.advance(MINUTE);
  await read([checked(1, 10, down), checked(2, 10)]);
  expect(recorder().failingSince()).toBe(noon + MINUTE);
  expect(warnings).toEqual(['full']);
  fail(null);
  clock.advance(MINUTE);
  await read([checked(1, 10, down), checked(2, 10)]);
  expect(recorder().failingSince()).toBeNull();
  expect(await kinds()).toEqual(['down 1']);
  expect((await store.changes({ limit: 1 })).changes[0]).toMatchObject({ from: noon });
});

test('row 86: a reading that was stored although its answer was lost is not recorded twice', async () => {
  const { clock, checked, read, kinds, loseAnswer, store, warnings } = await setUpRecorder();
  await read([checked(1, 10), checked(2, 10)]);
  clock.advance(MINUTE);
  loseAnswer();
  await read([checked(1, 10, down), checked(2, 10)]);
  expect(warnings).toEqual(['unreachable']);
  clock.advance(MINUTE);
  const before = clock.now();
  await read([checked(1, 10, down), checked(2, 10, down)]);
  expect(await kinds()).toEqual(['down 2', 'down 1']);
  expect((await store.changes({ limit: 1 })).changes[0]).toMatchObject({ from: before - MINUTE });
});

test('row 85: killed right after an outage was seen, the slot says what the change says', async () => {
  const { clock, checked, read, restart, slotsOf } = await setUpRecorder();
  await read([checked(1, 10), checked(2, 10)]);
  await clock.pass(5 * MINUTE);
  await read([checked(1, 10, down), checked(2, 10)]);
  const stateAndChecks = async () =>
    (await slotsOf(uuidOf(1))).map(({ slot }) => [stateOf(slot), slot.checks, slot.down]);
  expect(await stateAndChecks()).toEqual([['down', 1, 1]]);
  await restart();
  clock.advance(MINUTE);
  await read([checked(1, 10), checked(2, 10)]);
  expect(await stateAndChecks()).toEqual([['down', 2, 1]]);
});

test('a restart after a day without changes does not make the interval of the next change wider', async () => {
  const { clock, checked, read, restart, store } = await setUpRecorder();
  for (let n = 0; n < 96; n += 1) {
    await read([checked(1, 70), checked(2, 10)]);
    await clock.pass(SLOT_MS);
  }
  await restart();
  const last = clock.now() - SLOT_MS;
  // The result of a check that ran before the last reading arrives only now.
  await read([checked(1, SLOT_MS / 1000 + 5, down), checked(2, 10)]);
  expect((await store.changes({ limit: 1 })).changes).toMatchObject([
    { kind: 'down', from: last - 70_000, to: last + 1 },
  ]);
});

test('a check that ran before the first reading is not counted', async () => {
  const { clock, checked, read, recorder, slotsOf } = await setUpRecorder();
  await read([checked(1, 600)]);
  clock.advance(MINUTE);
  await read([checked(1, 5), checked(2, 5)]);
  await recorder().stop();
  expect((await slotsOf(uuidOf(1)))[0]?.slot.checks).toBe(1);
});

test('a stop does not wait for the rest of a past that is being recorded', async () => {
  const { clock, checked, recorder } = await setUpRecorder();
  let generated = 0;
  let stopped = Promise.resolve();
  function* past() {
    for (; generated < 1000; generated += 1) {
      if (generated === 3) stopped = recorder().stop();
      const asOf = clock.now() - (1000 - generated) * MINUTE;
      const rows = [{ monitor: fieldsOf(checked(1, 10)), asOf, upstreamNow: asOf }];
      yield buildSnapshot({ rows, previous: null, asOf, evidence: 'complete', missing: null });
    }
  }
  await recorder().lead(null, past);
  await stopped;
  expect(generated).toBe(3);
});

test('row 84: a check that ran during a time without readings is not counted in the slot of the next reading', async () => {
  const { clock, checked, read, recorder, slotsOf } = await setUpRecorder();
  await read([checked(1, 10), checked(2, 10)]);
  clock.advance(MINUTE);
  await read([checked(1, 5), checked(2, 5)]);
  clock.advance(5 * 60 * MINUTE);
  await read([checked(1, 200 * 60, down), checked(2, 5)]);
  clock.advance(MINUTE);
  await read([checked(1, 5), checked(2, 5)]);
  await recorder().stop();
  const checks = async (n: number) => {
    const slots = await slotsOf(uuidOf(n));
    return slots.map(({ slot }) => [slot.checks, slot.down]);
  };
  expect(await checks(1)).toEqual([
    [1, 0],
    [1, 0],
  ]);
  // Its check ran in the minute of the reading, which is in the slot.
  expect(await checks(2)).toEqual([
    [1, 0],
    [2, 0],
  ]);
});

test.each([
  { interval: 3600, isRestarted: false },
  { interval: 3600, isRestarted: true },
  { interval: 300, isRestarted: false },
])(
  'with a reading every 56 minutes, the checks of %j count once the usual distance is known, none twice',
  async ({ interval, isRestarted }) => {
    const { clock, read, recorder, restart, slotsOf, noon } = await setUpRecorder();
    /** The last check: they run ten minutes after noon, and after each interval. */
    const last = () =>
      noon + 600_000 + Math.floor((clock.now() - noon - 600_000) / interval / 1000) * interval * 1000;
    const shown: number[] = [];
    for (let n = 0; n < 20; n += 1) {
      if (isRestarted && n === 10) {
        await recorder().stop();
        await restart();
      }
      shown.push(last());
      await read([aMonitor(1, { interval, last_check_at: new Date(last()).toISOString() })]);
      await clock.pass(56 * MINUTE);
    }
    await recorder().stop();
    const slots = await slotsOf(uuidOf(1));
    // The first one ran before the first reading, and the second one perhaps in a gap.
    const counted = new Set(shown.slice(2)).size;
    const checks = slots.reduce((sum, { slot }) => sum + slot.checks, 0);
    expect(checks).toBeGreaterThanOrEqual(counted);
    expect(checks).toBeLessThanOrEqual(new Set(shown).size);
  },
);

test('a reading without a change of 1,000 monitors stores none of them', async () => {
  const { clock, checked, read, stored } = await setUpRecorder();
  const monitors = () => Array.from({ length: 1000 }, (_, n) => checked(n, 10));
  await read(monitors());
  const before = await stored();
  clock.advance(MINUTE);
  await read(monitors());
  expect(await stored()).toBe(before);
});

/** When each of six monitors fails or recovers, by the minute: seconds of that minute, or none. */
const arbitraryTruth = fc.array(
  fc.array(fc.option(fc.nat(59), { freq: 2 }), { minLength: 6, maxLength: 6 }),
  { minLength: 1, maxLength: 5 },
);

test('with slow pages every interval contains the truth, the ends are in order, and what is new is newer than the last reading', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryTruth, async (minutes) => {
      const { clock, noon, read, store } = await setUpRecorder();
      const turns = Array.from({ length: 6 }, (_, n) =>
        minutes.flatMap((all, minute) => {
          const second = all[n] ?? null;
          return second === null ? [] : [noon + minute * MINUTE + second * 1000];
        }),
      );
      /** A monitor that is checked every second. */
      const stateAt = (n: number, at: number) =>
        aMonitor(n, {
          last_check_at: new Date(Math.floor(at / 1000) * 1000).toISOString(),
          last_status: (turns[n]?.filter((turn) => turn <= at).length ?? 0) % 2 === 1 ? 'down' : 'up',
        });
      /** Three pages: the last one is read 40 seconds after the first. */
      const readAt = (n: number) => clock.now() - 40_000 + Math.floor(n / 2) * 20_000;
      let known = 0;
      for (let minute = 0; minute <= minutes.length + 1; minute += 1) {
        const before = (await store.crawl())?.until ?? 0;
        await read(
          turns.map((_, n) => stateAt(n, readAt(n))),
          'complete',
          { readAt },
        );
        const { changes } = await store.changes({ limit: 1000 });
        expect((await store.changes({ limit: 1000, since: before + 1 })).changes).toEqual(
          changes.slice(0, changes.length - known),
        );
        known = changes.length;
        clock.advance(MINUTE);
      }
      const { changes } = await store.changes({ limit: 1000 });
      const ends = changes.map(({ to }) => to).reverse();
      expect(ends).toEqual([...ends].sort((a, b) => a - b));
      for (const { from, to, monitor } of changes) {
        const n = Number(monitor.monitor_uuid.slice(-3));
        expect(turns[n]?.some((turn) => turn > from && turn <= to)).toBe(true);
      }
    }),
  );
});

test('the changes of a reading are found by their time also where many ended before others that are stored later', async () => {
  const { clock, checked, read, store } = await setUpRecorder();
  const all = Array.from({ length: 300 }, (_, n) => n);
  await read(all.map((n) => checked(n, 10)));
  clock.advance(MINUTE);
  const now = clock.now();
  await read(all.map((n) => checked(n, (n * 7) % 50, { ...down, maintenance_mode: n % 9 === 0 })));
  const { changes } = await store.changes({ limit: 1000 });
  for (const since of [now - 45_000, now - 20_000, now]) {
    const found = await store.changes({ since, limit: 1000 });
    expect(found.changes).toEqual(changes.filter(({ to }) => to >= since));
    const earlier = await store.changes({ until: since, limit: 1000 });
    expect(earlier.changes).toEqual(changes.filter(({ to }) => to < since));
  }
});
