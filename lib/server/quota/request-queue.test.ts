import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import type { UpstreamFailure } from '../errors.ts';
import { createBench, plenty } from './bench.fixtures.ts';
import type { Purpose, RequestEvent } from './events.ts';
import { createQuotaLedger } from './quota-ledger.ts';
import { BACKGROUND_PATIENCE_MS, createRequestQueue } from './request-queue.ts';
import type { Moment, QuotaState } from './state.ts';
import { plannedRequests, play, purposes } from './traffic.fixtures.ts';

const unlimited = { ...plenty, rateLimitLimit: 100_000, rateLimitRemaining: 90_000 };

/** A queue whose attempts end as they are told to, over a ledger that counts what it is asked. */
function setUp(usage = plenty) {
  const bench = createBench();
  bench.good(usage);
  let decided = 0;
  /** How many requests were refused in each turn of the event loop that a timer began. */
  const refusedInTurn: number[] = [0];
  const clock = {
    ...bench.clock,
    after: (ms: number, run: () => void) =>
      bench.clock.after(ms, () => {
        refusedInTurn.push(0);
        run();
      }),
  };
  const report = ({ kind }: RequestEvent) => {
    if (kind === 'refused') refusedInTurn.push((refusedInTurn.pop() ?? 0) + 1);
  };
  const ledger = {
    ...bench.ledger,
    decide(purpose: Purpose) {
      decided += 1;
      return bench.ledger.decide(purpose);
    },
  };
  const queue = createRequestQueue({ ledger, clock, report });
  const asked: string[] = [];
  const refused: string[] = [];
  const underway: ((failure: UpstreamFailure | null, usage?: typeof plenty) => void)[] = [];
  const send = (purpose: Purpose, name: string = purpose) => {
    const ask = () =>
      new Promise<{ usage: typeof plenty | object; failure: UpstreamFailure | null }>((resolve) => {
        asked.push(name);
        underway.push((failure, next = usage) => resolve({ usage: next, failure }));
      });
    queue
      .attempt(purpose, purpose, ask)
      .catch((error: { failure: UpstreamFailure }) => refused.push(`${name} ${error.failure.code}`));
  };
  /** Ends the oldest request under way. */
  async function answer(failure: UpstreamFailure | null = null, next = usage): Promise<void> {
    underway.shift()?.(failure, next);
    await bench.clock.pass(0);
  }
  /** How many decisions something asks for. */
  async function decisionsOf(run: () => void | Promise<void>): Promise<number> {
    const before = decided;
    await run();
    return decided - before;
  }
  return { ...bench, queue, asked, refused, refusedInTurn, send, answer, decisionsOf };
}

test('row 83: 5,000 who wait cost a few decisions each, however many wait before them', async () => {
  const { clock, asked, refused, refusedInTurn, send, answer, decisionsOf } = setUp(unlimited);
  const coming = await decisionsOf(async () => {
    for (let n = 0; n < 5000; n += 1) send(n % 2 === 0 ? 'detail' : 'list', `${n}`);
    await clock.pass(0);
  });
  expect(coming).toBeLessThanOrEqual(3 * 5000);
  // An answer lets one go: a decision for it, and one for the next that cannot.
  for (let n = 0; n < 100; n += 1) expect(await decisionsOf(answer)).toBeLessThanOrEqual(3);
  expect(asked).toEqual(Array.from({ length: 104 }, (_, n) => `${n}`));
  // All of them are out of patience at once.
  expect(await decisionsOf(() => clock.pass(4000))).toBeLessThanOrEqual(2 * (5000 / 500) + 1);
  expect(Math.max(...refusedInTurn), 'refused at a stretch').toBe(500);
  expect(refused).toEqual(Array.from({ length: 5000 - 104 }, (_, n) => `${n + 104} upstream_timeout`));
});

test('row 83: 5,000 who wait are refused together when upstream is left alone', async () => {
  const { clock, refused, refusedInTurn, send, answer, decisionsOf } = setUp(unlimited);
  for (let n = 0; n < 5000; n += 1) send('detail');
  await clock.pass(0);
  expect(await decisionsOf(() => answer({ code: 'api_key_rejected' }))).toBeLessThanOrEqual(5000 / 500 + 1);
  expect(Math.max(...refusedInTurn), 'refused at a stretch').toBe(500);
  expect(refused).toHaveLength(4996);
  expect(new Set(refused)).toEqual(new Set(['detail api_key_rejected']));
});

test('people go before the background, each in the order of coming', async () => {
  const { asked, send, answer, clock } = setUp();
  for (const name of ['page 1', 'page 2', 'page 3', 'page 4', 'page 5', 'page 6']) send('inventory', name);
  send('detail', 'a monitor');
  send('list', 'a list');
  send('detail', 'another monitor');
  await clock.pass(0);
  for (let n = 0; n < 9; n += 1) await answer();
  expect(asked.slice(4)).toEqual(['a monitor', 'a list', 'another monitor', 'page 5', 'page 6']);
});

test('row 83: an attempt that throws gives its place free', async () => {
  const { queue, asked, send, clock } = setUp();
  const bugs = [
    () => Promise.reject(new Error('a bug')),
    () => {
      throw new Error('a bug');
    },
  ];
  for (let n = 0; n < 4; n += 1) {
    for (const bug of bugs.slice(n % 2, (n % 2) + 1))
      await expect(queue.attempt('detail', 'detail', bug)).rejects.toThrow('a bug');
  }
  for (let n = 0; n < 4; n += 1) send('detail', `${n}`);
  await clock.pass(0);
  expect(asked).toEqual(['0', '1', '2', '3']);
});

test('row 83: the fifth attempt in a row that throws opens the breaker', async () => {
  const { queue, ledger } = setUp();
  const broken = () => Promise.reject(new Error('a bug'));
  for (let n = 0; n < 5; n += 1)
    await expect(queue.attempt('detail', 'detail', broken)).rejects.toThrow('a bug');
  const failure = { code: 'upstream_unreachable', reason: 'other' };
  expect(ledger.decide('detail')).toEqual({ kind: 'refuse', failure });
});

test('row 74: a background request that would have to wait for long is refused at once, and says why', async () => {
  const low = { ...plenty, dailyRemaining: 2 };
  const { clock, refused, asked, send } = setUp(low);
  for (const purpose of ['inventory', 'retry', 'probe'] as const) send(purpose);
  await clock.pass(0);
  expect(refused).toEqual(['inventory', 'retry', 'probe'].map((name) => `${name} daily_quota_exhausted`));
  // The last two are for people.
  send('detail');
  await clock.pass(0);
  expect(asked).toEqual(['detail']);
});

test('row 74: one that has to wait for the rest of a minute does so', async () => {
  const used = { ...plenty, rateLimitRemaining: 0, rateLimitReset: 64 };
  const { clock, refused, asked, send } = setUp(used);
  send('inventory');
  await clock.pass(64_999);
  expect([asked, refused]).toEqual([[], []]);
  await clock.pass(1);
  expect([asked, refused]).toEqual([['inventory'], []]);

  const longer = setUp({ ...used, rateLimitReset: 65 });
  longer.send('inventory');
  await longer.clock.pass(0);
  expect(longer.refused).toEqual(['inventory rate_limited']);
  expect(BACKGROUND_PATIENCE_MS).toBe(65_000);
});

test('row 74: one that waits already is refused when the wait becomes long', async () => {
  const { clock, refused, asked, send, answer } = setUp();
  for (let page = 1; page <= 5; page += 1) send('inventory', `page ${page}`);
  await clock.pass(0);
  expect(asked).toHaveLength(4);
  await answer(null, { ...plenty, monthlyRemaining: 5 });
  expect(refused).toEqual([]);
  for (let n = 0; n < 3; n += 1) await answer(null, { ...plenty, monthlyRemaining: 2 });
  expect(refused).toEqual(['page 5 monthly_quota_exhausted']);
});

test('row 18: a probe before its time is refused with what upstream is left alone for, and goes when it is time', async () => {
  const { clock, refused, asked, send, fail } = setUp();
  fail({ code: 'api_key_rejected' });
  send('probe');
  await clock.pass(234_000);
  send('probe', 'another probe');
  await clock.pass(0);
  expect(refused).toEqual(['probe api_key_rejected', 'another probe api_key_rejected']);
  await clock.pass(1000);
  send('probe', 'a third');
  // It waits for its time; all others are refused meanwhile.
  send('inventory');
  await clock.pass(0);
  expect(refused.at(-1)).toBe('inventory api_key_rejected');
  await clock.pass(65_000);
  expect(asked).toEqual(['a third']);
});

test('all purposes of a lane get the same decision, in any traffic', () => {
  const traffic = plannedRequests({ afterMs: 20_000, purposes: [...purposes, 'probe'], length: 40 });
  const limits = fc.record({
    minute: fc.integer({ min: 1, max: 40 }),
    daily: fc.integer({ min: 1, max: 60 }),
    monthly: fc.integer({ min: 60, max: 90 }),
  });
  fc.assert(
    fc.property(traffic, limits, (list, of) => {
      const kept: { state: QuotaState; moment: Moment }[] = [];
      play(
        list,
        of,
        () => 0,
        (state, moment) => void kept.push({ state, moment }),
      );
      for (const { state, moment } of kept) {
        const clock = createFakeClock();
        clock.advance(moment.now);
        const ledger = createQuotaLedger({ clock, random: () => 0.5, known: state });
        expect(ledger.decide('list')).toEqual(ledger.decide('detail'));
        expect(ledger.decide('retry')).toEqual(ledger.decide('inventory'));
      }
    }),
    { numRuns: 30 },
  );
});
