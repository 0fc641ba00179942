import { expect, test } from 'vitest';
import { createSystemClock } from '../../clock.ts';
import type { Budget } from '../../quota/budget.ts';
import { budgetContract } from '../../quota/budget-contract.fixtures.ts';
import type { Keys } from './keys.ts';
import { admitted, budgetOf, describeWithServer, observe, pairOf, usage } from './test-replicas.fixtures.ts';

describeWithServer('the budget of replicas through a real server', ({ replicas, withClient }) => {
  test('row 66: of three replicas that want the last request of a minute exactly one gets it', async () => {
    const { all } = await replicas(3);
    const budgets = all.map((shared) => budgetOf(shared).budget);
    // Interactive requests leave the last two: of three one is left.
    if (budgets[0]) await observe(budgets[0], { ...usage, rateLimitRemaining: 3 });
    const decisions = await Promise.all(budgets.map((budget) => budget.acquire('detail', 'detail')));
    expect(decisions.map(({ kind }) => kind).sort()).toEqual(['admit', 'wait', 'wait']);
  });

  test('at most four requests are in flight in all replicas together, each is counted once', async () => {
    const { all } = await replicas(3);
    const parts = all.map(budgetOf);
    if (parts[0]) await observe(parts[0].budget);
    const wanted = parts.flatMap(({ budget }) => [1, 2, 3, 4].map(() => budget));
    const decisions = await Promise.all(
      wanted.map(async (budget) => ({ budget, got: await budget.acquire('list', 'list') })),
    );
    const sent = decisions.filter(({ got }) => got.kind === 'admit');
    expect(sent).toHaveLength(4);
    await Promise.all(
      sent.map(({ budget, got }) => budget.settle({ order: admitted(got).order, usage, failure: null })),
    );
    for (const { ledger } of parts) {
      await expect.poll(() => ledger.usage().spent_here).toMatchObject({ inventory: 1, list: 4 });
    }
  });

  test('a replica that waits is called when another one has a response', async () => {
    const { all } = await replicas(2);
    const [one, other] = pairOf(all.map(budgetOf));
    await observe(one.budget);
    const orders = [];
    for (let n = 0; n < 4; n += 1) orders.push(admitted(await one.budget.acquire('list', 'list')));
    expect((await other.budget.acquire('list', 'list')).kind).toBe('wait');
    const called = new Promise<void>((resolve) => other.budget.onRoom(resolve));
    const [first] = orders;
    if (first) await one.budget.settle({ order: first.order, usage, failure: null });
    await called;
    expect((await other.budget.acquire('list', 'list')).kind).toBe('admit');
  });

  test('the requests of a replica that has ended count as in flight until their deadline, then as perhaps sent; later results are dropped', async () => {
    let ahead = 0;
    const own = createSystemClock(null);
    const later = { ...own, monotonic: () => own.monotonic() + ahead };
    const { all } = await replicas(2, { clocks: [own, later] });
    const [ended, other] = pairOf(all.map(budgetOf));
    await observe(ended.budget);
    const sent = [];
    for (let n = 0; n < 4; n += 1) sent.push(admitted(await ended.budget.acquire('list', 'list')));
    expect((await other.budget.acquire('list', 'list')).kind).toBe('wait');
    // Less than the tolerance of the shared clock at a time, as if time passed.
    for (ahead = 0; ahead < 8_000; ahead += 900);
    expect((await other.budget.acquire('list', 'list')).kind).toBe('admit');
    expect(other.ledger.current().inFlight.unconfirmed).toHaveLength(4);
    const late = { ...usage, dailyRemaining: 5 };
    await ended.budget.settle({ order: sent[0]?.order ?? 0, usage: late, failure: null });
    expect(ended.ledger.usage().daily.remaining).toBe(4_000);
  });

  /** What a replica registers with each heartbeat, here for longer than a test takes. */
  async function register(keys: Keys, registration: string): Promise<void> {
    const at = Date.now() + 600_000;
    await withClient((client) => client.hSet(keys.replicas, 'later', `${at} ${registration}`));
  }

  /** Waits until a running replica has sent two heartbeats from now on. */
  async function twoBeats(keys: Keys): Promise<void> {
    const beat = () => withClient((client) => client.hGet(keys.replicas, 'r0'));
    for (let n = 0; n < 2; n += 1) {
      const last = await beat();
      await expect.poll(beat).not.toBe(last);
    }
  }

  /** Asks until a request is admitted. */
  async function admittedSoon(budget: Budget) {
    let last = await budget.acquire('list', 'list');
    await expect
      .poll(async () => {
        if (last.kind !== 'admit') last = await budget.acquire('list', 'list');
        return last.kind;
      })
      .toBe('admit');
    return admitted(last);
  }

  const ofTheFuture = JSON.stringify({ version: 999, state: 'of the future' });

  test.each([
    ['registers it', JSON.stringify({ name: 'later', wantedS: null, budgetFormat: 999 })],
    ['registers in a form that is not known here', '{"version":999}'],
  ])(
    'row 68: a budget of a later version is left alone while a replica that %s runs, and the log says so',
    async (_, registration) => {
      const { all, keys, warnings } = await replicas(1);
      await register(keys, registration);
      await withClient((client) => client.hSet(keys.budget, { version: '12', state: ofTheFuture }));
      const [one] = all.map(budgetOf);
      const refused = { kind: 'refuse', failure: { code: 'shared_state_unreachable' } };
      expect(await one?.budget.acquire('list', 'list')).toEqual(refused);
      await twoBeats(keys);
      expect(await one?.budget.acquire('list', 'list')).toEqual(refused);
      expect(warnings).toEqual(['left a shared record of another version alone']);
      expect(await withClient((client) => client.hGet(keys.budget, 'state'))).toBe(ofTheFuture);
    },
  );

  test('row 68: after a downgrade the budget is rebuilt as soon as no replica of the later version runs', async () => {
    const { all, keys, warnings } = await replicas(2);
    const [one, other] = pairOf(all.map(budgetOf));
    await register(keys, JSON.stringify({ name: 'later', wantedS: null, budgetFormat: 999 }));
    await withClient((client) => client.hSet(keys.budget, { version: '12', state: ofTheFuture }));
    expect((await one.budget.acquire('list', 'list')).kind).toBe('refuse');
    await withClient((client) => client.hDel(keys.replicas, 'later'));
    const sent = await admittedSoon(one.budget);
    expect((await other.budget.acquire('list', 'list')).kind, 'before the first response').toBe('wait');
    await one.budget.settle({ order: sent.order, usage, failure: null });
    expect((await other.budget.acquire('list', 'list')).kind).toBe('admit');
    expect(warnings).toContain('replaces a shared record, because no replica of its version runs');
  });

  test.each([
    ['of an earlier version', { version: 1, state: 'of the past' }],
    ['of this version, but damaged,', { version: 2, monotonic: 0, wall: 0, state: {} }],
  ])('row 68: a budget %s counts as lost: one request at a time rebuilds it', async (_, stored) => {
    const { all, keys } = await replicas(2);
    const [one, other] = pairOf(all.map(budgetOf));
    const state = JSON.stringify(stored);
    await withClient((client) => client.hSet(keys.budget, { version: '12', state }));
    const sent = admitted(await one.budget.acquire('list', 'list'));
    expect((await other.budget.acquire('list', 'list')).kind, 'before the first response').toBe('wait');
    await one.budget.settle({ order: sent.order, usage, failure: null });
    expect((await other.budget.acquire('list', 'list')).kind).toBe('admit');
  });

  test('row 41: when the server has lost its data, one request at a time rebuilds the budget', async () => {
    const { all, keys } = await replicas(2);
    const [one, other] = pairOf(all.map(budgetOf));
    await observe(one.budget, { ...usage, dailyRemaining: 77 });
    await withClient((client) => client.del([keys.budget, keys.replicas, keys.viewers]));
    await expect.poll(() => one.ledger.current().minute.current).toBeNull();
    const sent = admitted(await one.budget.acquire('list', 'list'));
    expect((await other.budget.acquire('list', 'list')).kind, 'before the first response').toBe('wait');
    expect(one.ledger.usage().daily.remaining, 'what was known is kept').toBe(77);
    await one.budget.settle({ order: sent.order, usage, failure: null });
    expect((await other.budget.acquire('list', 'list')).kind).toBe('admit');
  });

  test('a budget that is not even JSON is rebuilt, and nobody waits for ever', async () => {
    const { all, keys } = await replicas(1);
    await withClient((client) => client.hSet(keys.budget, { version: '12', state: 'nonsense' }));
    const [one] = all.map(budgetOf);
    if (one) await admittedSoon(one.budget);
  });

  test('row 41: requests in flight still count when the server has lost its data', async () => {
    const { all, keys } = await replicas(2);
    const [one, other] = pairOf(all.map(budgetOf));
    await observe(one.budget);
    const sent = [];
    for (let n = 0; n < 4; n += 1) sent.push(admitted(await one.budget.acquire('list', 'list')));
    await expect.poll(() => other.ledger.current().inFlight.requests).toHaveLength(4);
    await withClient((client) => client.del(keys.budget));
    expect((await other.budget.acquire('list', 'list')).kind).toBe('wait');
    for (const { order } of sent) await one.budget.settle({ order, usage, failure: null });
    const again = admitted(await other.budget.acquire('list', 'list'));
    expect(
      sent.map(({ order }) => order),
      'no number is used twice',
    ).not.toContain(again.order);
  });

  test('row 41: an older budget that Redis has restored is not trusted', async () => {
    const { all, keys } = await replicas(2);
    const [one, other] = pairOf(all.map(budgetOf));
    await observe(one.budget, { ...usage, rateLimitRemaining: 50 });
    const old = await withClient((client) => client.hGetAll(keys.budget));
    await observe(one.budget, { ...usage, rateLimitRemaining: 0, dailyRemaining: 77 });
    await expect.poll(() => other.ledger.usage().daily.remaining).toBe(77);
    await withClient((client) => client.hSet(keys.budget, old));
    await expect.poll(() => other.ledger.current().minute.current).toBeNull();
    expect(other.ledger.usage().daily.remaining).toBe(77);
    admitted(await other.budget.acquire('list', 'list'));
    expect((await one.budget.acquire('list', 'list')).kind, 'one at a time').toBe('wait');
  });

  budgetContract(async () => {
    const [one] = (await replicas(1)).all.map(budgetOf);
    if (one === undefined) throw new Error('one replica');
    return one;
  });
});
