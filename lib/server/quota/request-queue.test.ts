import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import { generated } from '../../testing/property-runs.ts';
import type { UpstreamFailure } from '../errors.ts';
import { createBench, plenty } from './ledger-test-bench.fixtures.ts';
import { createQuotaLedger } from './quota-ledger.ts';
import type { Moment, QuotaState } from './quota-state.ts';
import { createRequestQueue } from './request-queue.ts';
import { plannedRequests, purposes, simulateTraffic } from './traffic.fixtures.ts';
import { BACKGROUND_MAX_WAIT_MS, type Purpose, type RequestEvent } from './upstream-request.ts';

const unlimited = { ...plenty, rateLimitLimit: 100_000, rateLimitRemaining: 90_000 };

/** A queue whose attempts are settled by the test, with a ledger that counts decisions. */
function setUp(usage = plenty) {
  const bench = createBench();
  bench.good(usage);
  let decided = 0;
  /** Number of requests denied in each timer callback. */
  const deniedInTurn: number[] = [0];
  const clock = {
    ...bench.clock,
    after: (ms: number, run: () => void) =>
      bench.clock.after(ms, () => {
        deniedInTurn.push(0);
        run();
      }),
  };
  const report = ({ kind }: RequestEvent) => {
    if (kind === 'denied') deniedInTurn.push((deniedInTurn.pop() ?? 0) + 1);
  };
  const ledger = {
    ...bench.ledger,
    decide(purpose: Purpose) {
      decided += 1;
      return bench.ledger.decide(purpose);
    },
  };
  const queue = createRequestQueue({
    ledger,
    clock,
    report,
  });
  const sent: string[] = [];
  const refused: string[] = [];
  const pending: ((failure: UpstreamFailure | null, usage?: typeof plenty) => void)[] = [];
  const send = (purpose: Purpose, name: string = purpose) => {
    const attempt = () =>
      new Promise<{ usage: typeof plenty | object; failure: UpstreamFailure | null }>((resolve) => {
        sent.push(name);
        pending.push((failure, next = usage) => resolve({ usage: next, failure }));
      });
    queue
      .attempt(purpose, purpose, attempt)
      .catch((error: { failure: UpstreamFailure }) => refused.push(`${name} ${error.failure.code}`));
  };
  /** Settles the oldest pending request. */
  async function answer(failure: UpstreamFailure | null = null, next = usage): Promise<void> {
    pending.shift()?.(failure, next);
    await bench.clock.pass(0);
  }
  /** Number of decisions that a callback causes. */
  async function decisionsOf(run: () => void | Promise<void>): Promise<number> {
    const before = decided;
    await run();
    return decided - before;
  }
  return { ...bench, queue, sent, refused, deniedInTurn, send, answer, decisionsOf };
}

test('row 83: 5,000 waiting requests need few decisions each, independent of the length of the queue', async () => {
  const { clock, sent, refused, deniedInTurn, send, answer, decisionsOf } = setUp(unlimited);
  const decisions = await decisionsOf(async () => {
    for (let n = 0; n < 5000; n += 1) send(n % 2 === 0 ? 'detail' : 'list', `${n}`);
    await clock.pass(0);
  });
  expect(decisions).toBeLessThanOrEqual(3 * 5000);
  // A response admits one request: one decision for it, and one for the next, which must wait.
  for (let n = 0; n < 100; n += 1) expect(await decisionsOf(answer)).toBeLessThanOrEqual(3);
  expect(sent).toEqual(Array.from({ length: 104 }, (_, n) => `${n}`));
  // All of them reach their deadline at once.
  expect(await decisionsOf(() => clock.pass(4000))).toBeLessThanOrEqual(2 * (5000 / 500) + 1);
  expect(Math.max(...deniedInTurn), 'refused in one turn').toBe(500);
  expect(refused).toEqual(Array.from({ length: 5000 - 104 }, (_, n) => `${n + 104} upstream_timeout`));
});

test('row 83: 5,000 waiting requests are denied together when a backoff starts', async () => {
  const { clock, refused, deniedInTurn, send, answer, decisionsOf } = setUp(unlimited);
  for (let n = 0; n < 5000; n += 1) send('detail');
  await clock.pass(0);
  expect(await decisionsOf(() => answer({ code: 'api_key_rejected' }))).toBeLessThanOrEqual(5000 / 500 + 1);
  expect(Math.max(...deniedInTurn), 'refused in one turn').toBe(500);
  expect(refused).toHaveLength(4996);
  expect(new Set(refused)).toEqual(new Set(['detail api_key_rejected']));
});

test('interactive requests precede background ones, each in order of arrival', async () => {
  const { sent, send, answer, clock } = setUp();
  for (const name of ['page 1', 'page 2', 'page 3', 'page 4', 'page 5', 'page 6']) send('inventory', name);
  await clock.pass(0);
  send('detail', 'a monitor');
  send('list', 'a list');
  send('detail', 'another monitor');
  await clock.pass(0);
  for (let n = 0; n < 9; n += 1) await answer();
  expect(sent.slice(4)).toEqual(['a monitor', 'a list', 'another monitor', 'page 5', 'page 6']);
});

test('row 83: an attempt that throws releases its slot', async () => {
  const { queue, sent, send, clock } = setUp();
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
  expect(sent).toEqual(['0', '1', '2', '3']);
});

test('row 83: the fifth consecutive attempt that throws opens the breaker', async () => {
  const { queue, ledger } = setUp();
  const broken = () => Promise.reject(new Error('a bug'));
  for (let n = 0; n < 5; n += 1)
    await expect(queue.attempt('detail', 'detail', broken)).rejects.toThrow('a bug');
  const failure = { code: 'upstream_unreachable', reason: 'other' };
  expect(ledger.decide('detail')).toEqual({ kind: 'deny', failure });
});

test('row 74: a background request that would have to wait too long is denied at once with the cause', async () => {
  const low = { ...plenty, dailyRemaining: 2 };
  const { clock, refused, sent, send } = setUp(low);
  for (const purpose of ['inventory', 'retry', 'probe'] as const) send(purpose);
  await clock.pass(0);
  expect(refused).toEqual(['inventory', 'retry', 'probe'].map((name) => `${name} daily_quota_exhausted`));
  // The last two are reserved for interactive requests.
  send('detail');
  await clock.pass(0);
  expect(sent).toEqual(['detail']);
});

test('row 74: a background request waits for the rest of a minute', async () => {
  const used = { ...plenty, rateLimitRemaining: 0, rateLimitReset: 64 };
  const { clock, refused, sent, send } = setUp(used);
  send('inventory');
  await clock.pass(64_999);
  expect([sent, refused]).toEqual([[], []]);
  await clock.pass(1);
  expect([sent, refused]).toEqual([['inventory'], []]);

  const longer = setUp({ ...used, rateLimitReset: 65 });
  longer.send('inventory');
  await longer.clock.pass(0);
  expect(longer.refused).toEqual(['inventory rate_limited']);
  expect(BACKGROUND_MAX_WAIT_MS).toBe(65_000);
});

test('row 74: a waiting background request is denied when its wait becomes too long', async () => {
  const { clock, refused, sent, send, answer } = setUp();
  for (let page = 1; page <= 5; page += 1) send('inventory', `page ${page}`);
  await clock.pass(0);
  expect(sent).toHaveLength(4);
  await answer(null, { ...plenty, monthlyRemaining: 5 });
  expect(refused).toEqual([]);
  for (let n = 0; n < 3; n += 1) await answer(null, { ...plenty, monthlyRemaining: 2 });
  expect(refused).toEqual(['page 5 monthly_quota_exhausted']);
});

test('row 18: a probe is denied with the failure of the backoff until shortly before its time', async () => {
  const { clock, refused, sent, send, fail } = setUp();
  fail({ code: 'api_key_rejected' });
  send('probe');
  await clock.pass(234_000);
  send('probe', 'another probe');
  await clock.pass(0);
  expect(refused).toEqual(['probe api_key_rejected', 'another probe api_key_rejected']);
  await clock.pass(1000);
  send('probe', 'a third');
  // The probe waits for its time; requests for other purposes are denied.
  send('inventory');
  await clock.pass(0);
  expect(refused.at(-1)).toBe('inventory api_key_rejected');
  await clock.pass(65_000);
  expect(sent).toEqual(['a third']);
});

test('all purposes of a lane get the same decision in any state', () => {
  const traffic = plannedRequests({ afterMs: 20_000, purposes: [...purposes, 'probe'], length: 40 });
  const limits = fc.record({
    minute: fc.integer({ min: 1, max: 40 }),
    daily: fc.integer({ min: 1, max: 60 }),
    monthly: fc.integer({ min: 60, max: 90 }),
  });
  fc.assert(
    fc.property(traffic, limits, (list, limit) => {
      const states: { state: QuotaState; moment: Moment }[] = [];
      simulateTraffic(
        list,
        limit,
        () => 0,
        (state, moment) => void states.push({ state, moment }),
      );
      for (const { state, moment } of states) {
        const clock = createFakeClock();
        clock.advance(moment.now);
        const ledger = createQuotaLedger({ clock, random: () => 0.5 });
        ledger.replace(state);
        expect(ledger.decide('list')).toEqual(ledger.decide('detail'));
        expect(ledger.decide('retry')).toEqual(ledger.decide('inventory'));
      }
    }),
    { numRuns: generated(30) },
  );
});
