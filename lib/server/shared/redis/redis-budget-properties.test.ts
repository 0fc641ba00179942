import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLimiter, type Limits } from '@/lib/reference-api/limiter';
import type { Purpose } from '../../quota/events.ts';
import type { UsageHeaders } from '../../upstream/usage-headers.ts';
import type { SharedByAll } from '../shared.ts';
import { budgetOf, describeWithServer } from './test-replicas.fixtures.ts';

type TestBudget = ReturnType<typeof budgetOf>['budget'];

/** A request that wants to be sent by one of the replicas. */
interface Wanted {
  replica: number;
  purpose: Purpose;
}

/** What happens at the same time: requests are wanted, and the responses to some earlier ones arrive. */
interface Step {
  wanted: Wanted[];
  responses: number;
}

const wanted: fc.Arbitrary<Wanted> = fc.record({
  replica: fc.nat({ max: 3 }),
  purpose: fc.constantFrom('inventory', 'list', 'detail', 'retry'),
});
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({ wanted: fc.array(wanted, { minLength: 1, maxLength: 8 }), responses: fc.nat({ max: 4 }) }),
  { minLength: 4, maxLength: 12 },
);
const quota = fc.integer({ min: 1, max: 25 });

/** The reference API's limiter behind the budgets of replicas. All requests are of one minute. */
function createTraffic(limits: Limits) {
  const limiter = createLimiter();
  const now = Date.now();
  const traffic = { sent: 0, refused: 0, inFlight: 0, mostInFlight: 0 };
  const unanswered: (() => Promise<unknown>)[] = [];

  function count(): UsageHeaders {
    const { refusedBy, remaining } = limiter.take('key', 'organization', limits, now);
    traffic.sent += 1;
    if (refusedBy !== null) traffic.refused += 1;
    traffic.inFlight += 1;
    traffic.mostInFlight = Math.max(traffic.mostInFlight, traffic.inFlight);
    return {
      rateLimitLimit: limits.minute,
      rateLimitRemaining: remaining.minute,
      rateLimitReset: 60,
      dailyLimit: limits.daily,
      dailyRemaining: remaining.daily,
      monthlyLimit: limits.monthly,
      monthlyRemaining: remaining.monthly,
    };
  }

  return {
    traffic,
    /** Sends a request if the budget admits it. */
    async send(budget: TestBudget, purpose: Purpose): Promise<void> {
      const acquired = await budget.acquire(purpose, purpose);
      if (acquired.kind !== 'admit') return;
      const usage = count();
      unanswered.push(async () => {
        traffic.inFlight -= 1;
        await budget.settle({ order: acquired.order, usage, failure: null });
      });
    },
    /** Lets the responses to the oldest requests arrive. */
    async answer(responses: number): Promise<void> {
      await Promise.all(unanswered.splice(0, responses).map((settle) => settle()));
    },
  };
}

async function run(all: readonly SharedByAll[], limits: Limits, list: readonly Step[]) {
  const budgets = all.map((shared) => budgetOf(shared).budget);
  const { traffic, send, answer } = createTraffic(limits);
  for (const step of list) {
    await Promise.all([
      answer(step.responses),
      ...step.wanted.map(({ replica, purpose }) => {
        const budget = budgets[replica % budgets.length];
        return budget && send(budget, purpose);
      }),
    ]);
  }
  await answer(Number.POSITIVE_INFINITY);
  return traffic;
}

describeWithServer('the budget of replicas, with any limits and order of requests', ({ replicas }) => {
  test('row 66: all replicas together never send more than the limits allow, nor more than four at the same time', async () => {
    let atLimit = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 4 }),
        quota,
        quota,
        steps,
        async (count, minute, daily, list) => {
          const { all } = await replicas(count);
          const { sent, refused, mostInFlight } = await run(all, { minute, daily, monthly: 1_000 }, list);
          for (const { state } of all) state.close();
          expect(refused).toBe(0);
          expect(sent).toBeGreaterThan(0);
          expect(sent).toBeLessThanOrEqual(Math.min(minute, daily));
          expect(mostInFlight).toBeLessThanOrEqual(4);
          if (sent >= Math.min(minute, daily) - 2) atLimit += 1;
        },
      ),
      { numRuns: 30 },
    );
    expect(atLimit, 'in some runs the limit is reached').toBeGreaterThan(3);
  });
});
