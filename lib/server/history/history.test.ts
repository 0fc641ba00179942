import type { Transaction } from 'kysely';
import { expect, test } from 'vitest';
import { createFakeClock } from '../clock.fixtures.ts';
import { aMonitor } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import type { Snapshot } from '../inventory/snapshot/snapshot.ts';
import type { Tables } from '../storage/database.ts';
import { StorageError } from '../storage/storage-error.ts';
import { crawledSnapshot, openTestDatabase } from './history.fixtures.ts';
import { createHistory, type History } from './history.ts';
import { silent } from './recorder.fixtures.ts';
import { SLOT_MS, slotStart } from './slots.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const uuid = aMonitor(0).monitor_uuid;

/** A history, and a function that records a crawl, compared with the last one. */
async function setUp() {
  const clock = createFakeClock();
  const { start, storage } = await openTestDatabase(clock);
  let last: Snapshot | null = null;
  let history = await start();
  return {
    clock,
    storage,
    from: clock.now(),
    history: () => history,
    /** @param clockAhead by how much the API's clock is behind */
    async record(n: number, clockAhead = 0) {
      last = { ...crawledSnapshot(clock, n, last), clockAhead };
      await history.record(last);
    },
    async restart() {
      await history.stop();
      history = await start(last);
    },
  };
}

const watchedFrom = async (history: History) => (await history.watched(0, Number.MAX_SAFE_INTEGER)).from;
const kindsIn = async (history: History) =>
  (await history.changes({ limit: 10 })).changes.map(({ kind }) => kind);

test('the result of the last crawl can be read before it is saved', async () => {
  const { clock, history, record } = await setUp();
  const checks = async (length = SLOT_MS, since = 0) =>
    (await history().slots(uuid, { since, until: clock.now() + 1, length }))?.map((slot) => [
      slot.checks,
      slot.down,
    ]);
  expect(await checks()).toBeUndefined();
  clock.advance(MINUTE);
  await record(0);
  expect(await checks()).toEqual([[1, 0]]);
  clock.advance(MINUTE);
  await record(1);
  expect(await checks()).toEqual([[2, 1]]);
  clock.advance(SLOT_MS);
  const second = slotStart(clock.now());
  await record(2);
  expect(await checks()).toEqual([
    [2, 1],
    [1, 0],
  ]);
  expect(await checks(4 * SLOT_MS)).toEqual([[3, 1]]);
  expect(await checks(SLOT_MS, second)).toEqual([[1, 0]]);
  await history().stop();
});

test('followers have the version of the last crawl after they have read the tables', async () => {
  const { clock, storage, history, record } = await setUp();
  await record(0);
  const leader = history();
  const follower = createHistory({
    days: 30,
    clock,
    log: silent,
    storage: { ...storage, asLeader: () => Promise.reject(new StorageError('not_leader')) },
  });
  await follower.reload();
  expect(follower.version()).toBe(leader.version());
  clock.advance(MINUTE);
  await record(1);
  expect(follower.version()).not.toBe(leader.version());
  await follower.reload();
  expect(follower.version()).toBe(leader.version());
  expect(await kindsIn(follower)).toEqual(['down']);
  await leader.stop();
});

test('the past of demo data is recorded once, and the list continues from its last crawl', async () => {
  const clock = createFakeClock();
  const { start } = await openTestDatabase(clock);
  const crawls: Snapshot[] = [];
  function* past() {
    for (let n = 0; n < 5; n += 1) {
      const one = crawledSnapshot(clock, n, crawls.at(-1) ?? null);
      crawls.push(one);
      yield one;
      clock.advance(5 * MINUTE);
    }
  }
  const first = await start();
  const last = await first.lead(null, past);
  expect(last).toBe(crawls.at(-1));
  const changes = (await first.changes({ limit: 10 })).changes;
  expect(changes.map(({ kind }) => kind)).toEqual(['recovered', 'down', 'recovered', 'down']);
  expect(last?.monitors.find(({ monitor_uuid }) => monitor_uuid === uuid)).toMatchObject({
    changed_at: new Date(changes[0]?.to ?? 0).toISOString(),
    changed_after: new Date(changes[0]?.from ?? 0).toISOString(),
  });
  await first.stop();
  const second = await start(last);
  expect(await second.lead(last, past)).toBe(last);
  expect(crawls).toHaveLength(5);
  await second.stop();
});

test('row 85: a crawl and its list are stored together, or neither is', async () => {
  const { clock, storage, history, record, from } = await setUp();
  await record(0);
  const until = history().last()?.until;
  clock.advance(MINUTE);
  const save = async (trx: Transaction<Tables>) => {
    await trx.insertInto('state').values({ key: 'list', value: '' }).execute();
  };
  const second = crawledSnapshot(clock, 1, null);
  const isStored = await history().record(second, async (trx) => {
    await save(trx);
    throw new StorageError('full');
  });
  expect(isStored).toBe(false);
  await history().reload();
  expect(history().last()?.until).toBe(until);
  expect(await watchedFrom(history())).toBe(from);
  expect(await history().record(second, save)).toBe(true);
  expect(await kindsIn(history())).toEqual(['down']);
  expect(await storage.db.selectFrom('state').select('key').execute()).toEqual([{ key: 'list' }]);
  await history().stop();
});

test('row 114: a clock that the API’s contradicts deletes nothing, however long it is wrong', async () => {
  const { clock, history, record, from } = await setUp();
  await record(0);
  clock.advance(MINUTE);
  await record(1);
  clock.jump(40 * DAY);
  for (const n of [0, 1, 0]) {
    await record(n, 40 * DAY);
    await clock.pass(HOUR);
  }
  // The next crawl waits until expired data is deleted.
  await record(1, 40 * DAY);
  expect(await watchedFrom(history())).toBe(from);
  await history().stop();
});

test.each([false, true])(
  'row 114: a clock that is ahead while nothing is read deletes nothing, also after a restart: %s',
  async (restarts) => {
    const { clock, history, record, restart, from } = await setUp();
    await record(0);
    clock.jump(40 * DAY);
    if (restarts) await restart();
    await clock.pass(3 * HOUR);
    clock.jump(-40 * DAY);
    await record(1);
    expect(await watchedFrom(history())).toBe(from);
    await history().stop();
  },
);

test.each([true, false])(
  'row 88: a clock that is far ahead when what is too old is forgotten does not delete everything at once, also after a restart: %s',
  async (recordsFirst) => {
    const { clock, history, record, restart, from } = await setUp();
    await record(0);
    clock.advance(MINUTE);
    await record(1);
    clock.jump(40 * DAY);
    if (recordsFirst) await record(0);
    else await restart();
    await clock.pass(HOUR);
    // The next crawl waits until expired data is deleted.
    await record(1);
    expect(await watchedFrom(history())).toBe(from);
    for (const n of [0, 1]) {
      await clock.pass(HOUR);
      await record(n);
    }
    await expect
      .poll(() => watchedFrom(history()), { message: 'it was not a mistake' })
      .toBeGreaterThan(from + 30 * DAY);
    await history().stop();
  },
);

test('with 0 days nothing is recorded, but `save` still runs with each crawl', async () => {
  const clock = createFakeClock();
  const { database, start } = await openTestDatabase(clock);
  const history = await start(null, 0);
  await history.record(crawledSnapshot(clock, 0), async (trx) => {
    await trx.insertInto('state').values({ key: 'saved', value: 'yes' }).execute();
  });
  expect(await database.db.selectFrom('state').select('value').execute()).toEqual([{ value: 'yes' }]);
  expect(await history.watched(0, clock.now())).toEqual({
    from: null,
    until: null,
    gaps: [],
    keptDays: 0,
    notSavedSince: null,
  });
});
