import { beforeAll, expect, test } from 'vitest';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import { continueClock } from '../clock.ts';
import { createFaultyStore } from '../store/faulty-store.fixtures.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import { createPersistentState } from '../store/persistent-state.ts';
import { StoreError } from '../store/store.ts';
import { forbiddenFailure } from '../upstream/status-failure.ts';
import { persistLedger, persistSharedHistory, withStoredUsage } from './persistent-ledger.ts';
import { createQuotaLedger } from './quota-ledger.ts';
import { countBetween, type Series } from './series.ts';
import { emptyState, type QuotaState } from './state.ts';
import { storedHistory } from './stored-history.ts';
import { parseStoredState } from './stored-state.ts';
import { weekOfRequests } from './week.fixtures.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const silent = { warn: () => {}, info: () => {} };

let week: ReturnType<typeof weekOfRequests>['state'];
let weekEnd: { now: number; wall: number };
beforeAll(() => {
  const { clock, state } = weekOfRequests();
  week = state;
  weekEnd = { now: clock.monotonic(), wall: clock.now() };
});

/** A store that records the size of each write, and consecutive processes that use it. */
function setUp() {
  const machine = createFakeClock(weekEnd.wall);
  const store = createMemoryStore();
  const written: { key: string; bytes: number }[] = [];
  const counting = {
    ...store,
    async write(key: string, parts: Iterable<string>) {
      const texts = [...parts];
      written.push({ key, bytes: Buffer.byteLength(texts.join('')) });
      await store.write(key, texts);
    },
  };
  /** Starts a process. Its monotonic time starts at 0 unless the ledger's record can be read. */
  async function start() {
    const persistentState = createPersistentState({
      store: counting,
      clock: machine,
      log: silent,
      problem: null,
      setAside: false,
    });
    const earlier = await persistentState.load('ledger', parseStoredState);
    const startedAt = machine.monotonic();
    const clock = continueClock({ ...machine, monotonic: () => machine.monotonic() - startedAt }, earlier);
    const persistence = await persistLedger({ persistentState, clock, earlier });
    return { ...persistence, persistentState, clock };
  }
  /** Starts the first process with the state of a week. */
  async function startWithWeek() {
    const process = await start();
    const clock = continueClock(machine, { monotonic: weekEnd.now, wall: weekEnd.wall });
    const { save } = await persistLedger({ ...process, clock, earlier: null });
    let state = week;
    const ledger = createQuotaLedger({
      clock,
      random: () => 0.987_654_321,
      initial: week,
      save(next) {
        state = next;
        save(next);
      },
    });
    return { ...process, clock, ledger, state: () => state };
  }
  return { machine, store, written, start, startWithWeek };
}

const usage = { rateLimitLimit: 600, rateLimitRemaining: 590, rateLimitReset: 42 };
const roundNumbers = (state: Partial<QuotaState> | null) =>
  JSON.parse(JSON.stringify(state), (_key, value) => (typeof value === 'number' ? Math.round(value) : value));

/** The newest buckets of a series, as many as `like` has: older ones are dropped by the next count. */
const suffix = (series: Series, like: Series): Series => ({
  ...series,
  buckets: series.buckets.slice(-like.buckets.length),
});

test('with a week of history the ledger writes at most 2 kB for each request and each response', async () => {
  const { machine, written, startWithWeek } = setUp();
  const { ledger, persistentState } = await startWithWeek();
  expect(week.history).toHaveLength(10_080);
  for (let round = 0; round < 70; round += 1) {
    const orders = [];
    for (const purpose of ['inventory', 'inventory', 'detail', 'list'] as const) {
      orders.push(ledger.sent(purpose));
      await persistentState.flush('ledger');
    }
    const latestUsage = {
      ...usage,
      dailyRemaining: 5000 - 20 * round,
      monthlyRemaining: 600_000 - 40 * round,
    };
    for (const order of orders) {
      const failure = { code: 'rate_limited', retryAt: machine.now() + 30_000 } as const;
      const ends = [
        { usage: latestUsage, failure: null },
        { usage: latestUsage, failure },
        { usage: {}, failure: { code: 'upstream_error', status: 503 } as const },
      ];
      for (const end of ends.slice(round % 3, (round % 3) + 1)) ledger.answered({ order, ...end });
      await persistentState.flush('ledger');
    }
    await machine.pass(MINUTE_MS);
  }
  const ledgerWrites = written.filter(({ key }) => key === 'ledger');
  expect(ledgerWrites).toHaveLength(70 * 8);
  expect(Math.max(...ledgerWrites.map(({ bytes }) => bytes))).toBeLessThanOrEqual(2048);
  // The history is written at the start, after half an hour, and after an hour.
  expect(written.filter(({ key }) => key !== 'ledger').map(({ key }) => key)).toEqual(
    Array(3).fill('usage-history'),
  );
});

test('a 403 with the maximum number of scopes also fits into 2 kB', async () => {
  const { written, startWithWeek } = setUp();
  const { ledger, persistentState } = await startWithWeek();
  const scopes = Array.from({ length: 100 }, (_, index) => `${'s'.repeat(36)}:${index}`);
  const failure = forbiddenFailure(
    { required_scope: scopes[0], required_scopes_any_of: scopes, granted_scopes: scopes },
    'sk_live_0123456789',
  );
  expect(failure.code).toBe('missing_scope');
  const orders = Array.from({ length: 4 }, () => ledger.sent('detail'));
  for (const order of orders) {
    ledger.answered({ order, usage: { ...usage, dailyRemaining: 4000, monthlyRemaining: 600_000 }, failure });
    await persistentState.flush('ledger');
  }
  const ledgerWrites = written.filter(({ key }) => key === 'ledger');
  expect(Math.max(...ledgerWrites.map(({ bytes }) => bytes))).toBeLessThanOrEqual(2048);
});

test('row 34: both records together restore the state of the ledger to the millisecond', async () => {
  const { startWithWeek, start } = setUp();
  const { ledger, persistentState, state } = await startWithWeek();
  ledger.answered({ order: ledger.sent('detail'), usage, failure: null });
  await persistentState.close();
  expect(roundNumbers((await start()).initial)).toEqual(roundNumbers(state()));
});

test('row 34: after a kill at any time no request is lost, and at most half an hour of the history', async () => {
  for (const afterMinutes of [1, 29, 31, 59, 95]) {
    const { machine, startWithWeek, start } = setUp();
    const { ledger, state, clock } = await startWithWeek();
    for (let minute = 0; minute < afterMinutes; minute += 1) {
      const dailyRemaining = 5000 - 40 * minute;
      ledger.answered({ order: ledger.sent('detail'), usage: { ...usage, dailyRemaining }, failure: null });
      await machine.pass(MINUTE_MS);
    }
    const { initial } = await start();
    if (initial === null) throw new Error('no state was restored');
    const { sends, elsewhere, spentHere, history } = state();
    expect(initial.spentHere).toEqual(spentHere);
    expect(suffix(initial.sends, sends)).toEqual(sends);
    expect(suffix(initial.elsewhere.daily.series, elsewhere.daily.series)).toEqual(elsewhere.daily.series);
    expect(suffix(initial.elsewhere.monthly.series, elsewhere.monthly.series)).toEqual(
      elsewhere.monthly.series,
    );
    const lacking = history.length - initial.history.length;
    expect(lacking).toBeGreaterThanOrEqual(0);
    expect(lacking).toBeLessThanOrEqual(30);
    expect(clock.monotonic() - (initial.history.at(-1)?.instant ?? 0)).toBeLessThan(32 * MINUTE_MS);
  }
});

test('row 75: without the ledger the history is restored with the clock of the new process', async () => {
  const { machine, store, startWithWeek, start } = setUp();
  const { ledger, persistentState } = await startWithWeek();
  ledger.answered({ order: ledger.sent('detail'), usage, failure: null });
  await persistentState.close();
  await store.write('ledger', ['{"version":99}']);
  await machine.pass(HOUR_MS);
  const { initial, clock } = await start();
  const now = clock.monotonic();
  expect(now, 'a clock that started at 0').toBeLessThan(DAY_MS);
  if (initial === null) throw new Error('no state was restored');
  expect(initial.history).toHaveLength(10_081 - 1);
  expect(now - (initial.history.at(-1)?.instant ?? 0)).toBeCloseTo(HOUR_MS, -3);
  // One per minute of the last day, except the last hour, with the precision of a bucket of ten minutes.
  expect(Math.abs(countBetween(initial.sends, now - DAY_MS, now) - 23 * 60)).toBeLessThanOrEqual(11);
  expect(now - (initial.elsewhere.daily.since ?? 0)).toBeCloseTo(7 * DAY_MS + HOUR_MS, -6);
  // The counters are unknown until the next response.
  expect([initial.daily.remaining, initial.minute.current]).toEqual([null, null]);
});

test('row 75: without the history the usage of others is estimated from their recent rate', async () => {
  const { store, startWithWeek, start } = setUp();
  const { ledger, persistentState } = await startWithWeek();
  ledger.answered({ order: ledger.sent('detail'), usage, failure: null });
  await persistentState.close();
  await store.write('usage-history', ['nonsense']);
  const { initial, clock } = await start();
  if (initial === null) throw new Error('no state was restored');
  expect(initial.history).toEqual([]);
  expect(initial.daily.remaining).toBe(week.daily.remaining);
  const { since, series } = initial.elsewhere.daily;
  const watched = clock.monotonic() - (since ?? 0);
  expect(watched).toBeLessThanOrEqual(40 * MINUTE_MS);
  const aMinute = countBetween(series, since ?? 0, clock.monotonic()) / (watched / MINUTE_MS);
  expect(aMinute).toBeGreaterThan(35);
  expect(aMinute).toBeLessThan(39);
});

test('row 75: a record of the previous version, which contains the history, is read without its history', async () => {
  const { store, start } = setUp();
  const before = { version: 2, monotonic: weekEnd.now, wall: weekEnd.wall, state: week };
  await store.write('ledger', [JSON.stringify(before)]);
  const { initial } = await start();
  const { sends, daily, monthly, minute, spentHere } = week;
  expect(roundNumbers(initial)).toMatchObject(roundNumbers({ sends, daily, monthly, minute, spentHere }));
  expect(initial?.elsewhere.daily.series).toEqual(week.elsewhere.daily.series);
  expect(initial?.history).toEqual([]);
});

test('row 37: a history that is truncated or of another version is rejected completely', async () => {
  const { store, startWithWeek, start } = setUp();
  const { ledger, persistentState } = await startWithWeek();
  ledger.answered({ order: ledger.sent('detail'), usage, failure: null });
  await persistentState.close();
  const [head = '', ...samples] = (await store.read('usage-history')) ?? [];
  for (const parts of [
    [head, ...samples.slice(1)],
    [head],
    [head.replace('"version":1', '"version":2'), ...samples],
    [],
  ]) {
    await store.write('usage-history', parts);
    expect((await start()).initial?.history).toEqual([]);
  }
});

test('without stored records no state is restored', async () => {
  expect((await setUp().start()).initial).toBeNull();
});

test('row 98: the usage that was stored with an earlier key comes before that of the present key', () => {
  const clock = createFakeClock(weekEnd.wall + HOUR_MS);
  const ledger = createQuotaLedger({ clock, random: () => 0.5 });
  const usage = { dailyLimit: 5000, dailyRemaining: 4000 };
  ledger.answered({ order: ledger.sent('inventory'), usage, failure: null });
  const present = ledger.current();
  const record = [...storedHistory(week, weekEnd)];
  const joined = withStoredUsage(present, record, clock);
  expect(joined.history.map(({ at }) => Math.round(at))).toEqual(
    [...week.history, ...present.history].map(({ at }) => Math.round(at)),
  );
  expect(joined.elsewhere.daily.since, 'others have been counted for that long').toBeLessThan(
    clock.monotonic() - DAY_MS,
  );
  expect(joined.daily, 'the counters are those of the last response').toEqual(present.daily);
  expect(withStoredUsage(present, ['of another version'], clock)).toEqual(present);
});

test('replicas store no history before they have read what is stored, and none over one of another version', async () => {
  const clock = createFakeClock(weekEnd.wall);
  const store = createFaultyStore(createMemoryStore());
  const warnings: object[] = [];
  const log = { info: () => {}, warn: (about: object) => void warnings.push(about) };
  const persistentState = createPersistentState({
    store,
    clock,
    log: silent,
    problem: null,
    setAside: false,
  });
  const start = () => persistSharedHistory({ store, persistentState, clock, mayWrite: () => true, log });
  const later = async (shared: ReturnType<typeof start>) => {
    shared.save(week);
    await clock.pass(HOUR_MS);
    return store.read('usage-history');
  };

  await store.write('usage-history', ['of another version']);
  const reluctant = start();
  expect(await reluctant.restore()).toBeNull();
  expect(warnings).toEqual([{ record: 'usage-history' }]);
  expect(await later(reluctant)).toEqual(['of another version']);

  await store.remove('usage-history');
  const early = start();
  store.fail(new StoreError('other'));
  expect(await early.restore()).toBeNull();
  store.fail(null);
  expect(await later(early), 'not read yet').toBeNull();
  expect(await early.restore()).toBeNull();
  expect(await later(early)).not.toBeNull();

  const next = start();
  const restored = (await next.restore())?.(emptyState({ now: clock.monotonic(), wall: clock.now() }));
  expect(restored?.history.length).toBe(week.history.length);
  expect(await next.restore(), 'only once').toBeNull();
});
