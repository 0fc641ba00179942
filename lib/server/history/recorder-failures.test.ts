import { expect, test } from 'vitest';
import { uuidOf } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import { StorageError } from '../storage/storage-error.ts';
import { setUpRecorder } from './recorder.fixtures.ts';
import { SLOT_MS, stateOf } from './slots.ts';

const MINUTE = 60_000;

const down = { last_status: 'down' };

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
  expect(last, 'one change spans the time without crawls').toMatchObject({
    from: before,
    to: clock.now() - 10_000,
  });
});

test('row 85: a killed process loses at most five minutes of the open slot, and no check is counted twice', async () => {
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
  // The check of 11:59:50 ran before the first crawl.
  expect(slot?.slot.checks).toBeGreaterThanOrEqual(14 - 5);
  expect(slot?.slot.checks).toBeLessThanOrEqual(14);
});

test('row 85: a process that is killed right after it saw an outage has it in the slot and in the change', async () => {
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

test('row 86: while the disk is full nothing is recorded and the reason is logged; afterwards recording continues', async () => {
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

test('row 86: a crawl that was stored although its answer was lost is not recorded twice', async () => {
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

test('a restart after a day without changes does not make the interval of the next change wider', async () => {
  const { clock, checked, read, restart, store } = await setUpRecorder();
  for (let n = 0; n < 96; n += 1) {
    await read([checked(1, 70), checked(2, 10)]);
    await clock.pass(SLOT_MS);
  }
  await restart();
  const last = clock.now() - SLOT_MS;
  // This crawl is the first one to show a check that ran before the last crawl.
  await read([checked(1, SLOT_MS / 1000 + 5, down), checked(2, 10)]);
  expect((await store.changes({ limit: 1 })).changes).toMatchObject([
    { kind: 'down', from: last - 70_000, to: last + 1 },
  ]);
});
