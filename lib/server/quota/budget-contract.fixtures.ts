import { expect, test } from 'vitest';
import type { UsageHeaders } from '../upstream/usage-headers.ts';
import type { Acquired, Budget } from './budget.ts';
import type { QuotaLedger } from './quota-ledger.ts';

const usage: UsageHeaders = {
  rateLimitLimit: 60,
  rateLimitRemaining: 50,
  rateLimitReset: 30,
  dailyLimit: 5_000,
  dailyRemaining: 4_000,
  monthlyLimit: 100_000,
  monthlyRemaining: 90_000,
};

const orderOf = (acquired: Acquired) => (acquired.kind === 'admit' ? acquired.order : null);

/** The tests that every implementation of Budget must pass. @param open returns a budget that nothing has been spent of */
export function budgetContract(open: () => Promise<{ budget: Budget; ledger: QuotaLedger }>): void {
  /** Opens a budget whose counters have been reported. */
  async function openObserved(seen: UsageHeaders = usage) {
    const opened = await open();
    const order = orderOf(await opened.budget.acquire('inventory', 'inventory'));
    expect(order).not.toBeNull();
    await opened.budget.settle({ order: order ?? 0, usage: seen, failure: null });
    return opened;
  }

  test('before the counters are reported, one request is sent at a time', async () => {
    const { budget } = await open();
    expect((await budget.acquire('list', 'list')).kind).toBe('admit');
    expect((await budget.acquire('list', 'list')).kind).toBe('wait');
  });

  test('at most four requests are in flight, and each has a number of its own', async () => {
    const { budget } = await openObserved();
    const all = [];
    for (let n = 0; n < 5; n += 1) all.push(await budget.acquire('list', 'list'));
    expect(all.map(({ kind }) => kind)).toEqual(['admit', 'admit', 'admit', 'admit', 'wait']);
    const orders = all.flatMap((one) => orderOf(one) ?? []);
    expect(new Set(orders).size).toBe(4);
    await budget.settle({ order: orders[2] ?? 0, usage, failure: null });
    expect((await budget.acquire('list', 'list')).kind).toBe('admit');
  });

  test('what is refused is not counted, what is admitted is counted once, for its own purpose', async () => {
    const { budget, ledger } = await openObserved({ ...usage, dailyRemaining: 0 });
    expect((await budget.acquire('list', 'list')).kind).not.toBe('admit');
    expect(ledger.usage().spent_here).toMatchObject({ inventory: 1, list: 0 });
  });

  test('a rejected key stops everything but probes, and the change is reported', async () => {
    const { budget } = await openObserved();
    const order = orderOf(await budget.acquire('list', 'list')) ?? 0;
    const { before, after } = await budget.settle({
      order,
      usage: {},
      failure: { code: 'api_key_rejected' },
    });
    expect(before).toBeNull();
    expect(after).toMatchObject({ cause: 'rejected' });
    expect(await budget.acquire('list', 'list')).toMatchObject({
      kind: 'refuse',
      failure: { code: 'api_key_rejected' },
    });
  });
}
