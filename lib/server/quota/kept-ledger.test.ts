import { beforeAll, expect, test } from 'vitest';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import { continueClock } from '../clock.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import { createPersistentState } from '../store/persistent-state.ts';
import { forbiddenFailure } from '../upstream/status-failure.ts';
import { keepLedger } from './kept-ledger.ts';
import { createQuotaLedger } from './quota-ledger.ts';
import { countBetween, type Series } from './series.ts';
import type { QuotaState } from './state.ts';
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

/** A store that counts the bytes written to it, and processes on it that come one after the other. */
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
  /** A process whose monotonic time begins anew unless the ledger's record can be read. */
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
    const kept = await keepLedger({ persistentState, clock, earlier });
    return { ...kept, persistentState, clock };
  }
  /** The first process, which knows a week, as if it had watched it. */
  async function startKnowing() {
    const process = await start();
    const clock = continueClock(machine, { monotonic: weekEnd.now, wall: weekEnd.wall });
    const { keep } = await keepLedger({ ...process, clock, earlier: null });
    let state = week;
    const ledger = createQuotaLedger({
      clock,
      random: () => 0.987_654_321,
      known: week,
      keep(next) {
        state = next;
        keep(next);
      },
    });
    return { ...process, clock, ledger, state: () => state };
  }
  return { machine, store, written, start, startKnowing };
}

const usage = { rateLimitLimit: 600, rateLimitRemaining: 590, rateLimitReset: 42 };
const wholeInstants = (state: Partial<QuotaState> | null) =>
  JSON.parse(JSON.stringify(state), (_key, value) => (typeof value === 'number' ? Math.round(value) : value));

/** The newest buckets of a series, as many as another one has: those too old to count are dropped by the next count. */
const suffix = (series: Series, like: Series): Series => ({
  ...series,
  buckets: series.buckets.slice(-like.buckets.length),
});

test('with a full week of history a request writes at most 2 kB when it is sent, and when it is answered', async () => {
  const { machine, written, startKnowing } = setUp();
  const { ledger, persistentState } = await startKnowing();
  expect(week.history).toHaveLength(10_080);
  for (let round = 0; round < 70; round += 1) {
    const orders = [];
    for (const purpose of ['inventory', 'inventory', 'detail', 'list'] as const) {
      orders.push(ledger.sent(purpose));
      await persistentState.flush('ledger');
    }
    const seen = { ...usage, dailyRemaining: 5000 - 20 * round, monthlyRemaining: 600_000 - 40 * round };
    for (const order of orders) {
      const failure = { code: 'rate_limited', retryAt: machine.now() + 30_000 } as const;
      const ends = [
        { usage: seen, failure: null },
        { usage: seen, failure },
        { usage: {}, failure: { code: 'upstream_error', status: 503 } as const },
      ];
      for (const end of ends.slice(round % 3, (round % 3) + 1)) ledger.answered({ order, ...end });
      await persistentState.flush('ledger');
    }
    await machine.pass(MINUTE_MS);
  }
  const small = written.filter(({ key }) => key === 'ledger');
  expect(small).toHaveLength(70 * 8);
  expect(Math.max(...small.map(({ bytes }) => bytes))).toBeLessThanOrEqual(2048);
  // Everything else: at the beginning, after half an hour, after an hour.
  expect(written.filter(({ key }) => key !== 'ledger').map(({ key }) => key)).toEqual(
    Array(3).fill('usage-history'),
  );
});

test('a rejection that names as many scopes as can be still fits into 2 kB', async () => {
  const { written, startKnowing } = setUp();
  const { ledger, persistentState } = await startKnowing();
  const many = Array.from({ length: 100 }, (_, index) => `${'s'.repeat(36)}:${index}`);
  const failure = forbiddenFailure(
    { required_scope: many[0], required_scopes_any_of: many, granted_scopes: many },
    'sk_live_0123456789',
  );
  expect(failure.code).toBe('missing_scope');
  const orders = Array.from({ length: 4 }, () => ledger.sent('detail'));
  for (const order of orders) {
    ledger.answered({ order, usage: { ...usage, dailyRemaining: 4000, monthlyRemaining: 600_000 }, failure });
    await persistentState.flush('ledger');
  }
  const small = written.filter(({ key }) => key === 'ledger');
  expect(Math.max(...small.map(({ bytes }) => bytes))).toBeLessThanOrEqual(2048);
});

test('row 34: both records together are what the ledger knew, to the millisecond', async () => {
  const { startKnowing, start } = setUp();
  const { ledger, persistentState, state } = await startKnowing();
  ledger.answered({ order: ledger.sent('detail'), usage, failure: null });
  await persistentState.close();
  expect(wholeInstants((await start()).known)).toEqual(wholeInstants(state()));
});

test('row 34: killed at any moment, it knows all that was sent; of the history half an hour may lack', async () => {
  for (const afterMinutes of [1, 29, 31, 59, 95]) {
    const { machine, startKnowing, start } = setUp();
    const { ledger, state, clock } = await startKnowing();
    for (let minute = 0; minute < afterMinutes; minute += 1) {
      const dailyRemaining = 5000 - 40 * minute;
      ledger.answered({ order: ledger.sent('detail'), usage: { ...usage, dailyRemaining }, failure: null });
      await machine.pass(MINUTE_MS);
    }
    const { known } = await start();
    if (known === null) throw new Error('nothing is known');
    const { sends, elsewhere, spentHere, history } = state();
    expect(known.spentHere).toEqual(spentHere);
    expect(suffix(known.sends, sends)).toEqual(sends);
    expect(suffix(known.elsewhere.daily.series, elsewhere.daily.series)).toEqual(elsewhere.daily.series);
    expect(suffix(known.elsewhere.monthly.series, elsewhere.monthly.series)).toEqual(
      elsewhere.monthly.series,
    );
    const lacking = history.length - known.history.length;
    expect(lacking).toBeGreaterThanOrEqual(0);
    expect(lacking).toBeLessThanOrEqual(30);
    expect(clock.monotonic() - (known.history.at(-1)?.instant ?? 0)).toBeLessThan(32 * MINUTE_MS);
  }
});

test('row 75: without the ledger the history is still true, on the clock of a new process', async () => {
  const { machine, store, startKnowing, start } = setUp();
  const { ledger, persistentState } = await startKnowing();
  ledger.answered({ order: ledger.sent('detail'), usage, failure: null });
  await persistentState.close();
  await store.write('ledger', ['{"version":99}']);
  await machine.pass(HOUR_MS);
  const { known, clock } = await start();
  const now = clock.monotonic();
  expect(now, 'a clock that began anew').toBeLessThan(DAY_MS);
  if (known === null) throw new Error('nothing is known');
  expect(known.history).toHaveLength(10_081 - 1);
  expect(now - (known.history.at(-1)?.instant ?? 0)).toBeCloseTo(HOUR_MS, -3);
  // One a minute of the last day, but for the last hour, to a bucket of ten minutes.
  expect(Math.abs(countBetween(known.sends, now - DAY_MS, now) - 23 * 60)).toBeLessThanOrEqual(11);
  expect(now - (known.elsewhere.daily.since ?? 0)).toBeCloseTo(7 * DAY_MS + HOUR_MS, -6);
  // What upstream said last is not known any more: it is asked for.
  expect([known.daily.remaining, known.minute.current]).toEqual([null, null]);
});

test('row 75: without the history others are taken to spend as they did of late, not next to nothing', async () => {
  const { store, startKnowing, start } = setUp();
  const { ledger, persistentState } = await startKnowing();
  ledger.answered({ order: ledger.sent('detail'), usage, failure: null });
  await persistentState.close();
  await store.write('usage-history', ['nonsense']);
  const { known, clock } = await start();
  if (known === null) throw new Error('nothing is known');
  expect(known.history).toEqual([]);
  expect(known.daily.remaining).toBe(week.daily.remaining);
  const { since, series } = known.elsewhere.daily;
  const watched = clock.monotonic() - (since ?? 0);
  expect(watched).toBeLessThanOrEqual(40 * MINUTE_MS);
  const aMinute = countBetween(series, since ?? 0, clock.monotonic()) / (watched / MINUTE_MS);
  expect(aMinute).toBeGreaterThan(35);
  expect(aMinute).toBeLessThan(39);
});

test('row 75: a record of the version before, with the history in it, is read; what was drawn is dropped', async () => {
  const { store, start } = setUp();
  const before = { version: 2, monotonic: weekEnd.now, wall: weekEnd.wall, state: week };
  await store.write('ledger', [JSON.stringify(before)]);
  const { known } = await start();
  const { sends, daily, monthly, minute, spentHere } = week;
  expect(wholeInstants(known)).toMatchObject(wholeInstants({ sends, daily, monthly, minute, spentHere }));
  expect(known?.elsewhere.daily.series).toEqual(week.elsewhere.daily.series);
  expect(known?.history).toEqual([]);
});

test('row 37: a history that is cut short or of another version is refused as a whole', async () => {
  const { store, startKnowing, start } = setUp();
  const { ledger, persistentState } = await startKnowing();
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
    expect((await start()).known?.history).toEqual([]);
  }
});

test('nothing kept, nothing known', async () => {
  expect((await setUp().start()).known).toBeNull();
});
