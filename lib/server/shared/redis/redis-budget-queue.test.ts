import { createClient } from '@redis/client';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createSystemClock } from '../../clock.ts';
import { createQuotaLedger } from '../../quota/quota-ledger.ts';
import type { Keys } from './keys.ts';
import { createRedisBudget } from './redis-budget.ts';
import { scripts } from './scripts.ts';
import { describeWithServer, observe } from './test-replicas.fixtures.ts';

/** Greater than the present time, so that the next version is the next number. */
const VERSION = 9_000_000_000_000;
const replySchema = z.object({ isWritten: z.boolean() });
const write = { state: 'of a replica', message: '', joinsQueue: false };
const waitSince = `
  local time = redis.call('TIME')
  redis.call('ZADD', KEYS[1], time[1] * 1000 + math.floor(time[2] / 1000) - ARGV[2], ARGV[1])`;
const read = { version: -1, state: '', message: '', joinsQueue: false };

describeWithServer('the queue of replicas that write the budget', ({ url, replicas }) => {
  const open: { destroy: () => void }[] = [];
  afterEach(() => {
    for (const client of open.splice(0)) client.destroy();
  });

  async function connected() {
    const client = createClient({ url: url(), scripts });
    await client.connect();
    open.push(client);
    return client;
  }

  /** A budget in Redis that is at `VERSION`. */
  async function budgetAtVersion() {
    const client = await connected();
    const { keys } = await replicas(0);
    await client.hSet(keys.budget, { version: String(VERSION), state: 'known to all' });
    return { client, keys };
  }

  test('a change that others are faster than again and again is written after a few conflicts', async () => {
    const client = await connected();
    const { keys } = await replicas(0);
    let written = 0;
    let refused = 0;
    /** Writes what it has just read, like a replica that knows the newest state. */
    async function rivalWrites(): Promise<void> {
      const { version, state } = await client.swapBudget(keys, 'rival', read);
      if (state === null || written === 200) return;
      const reply = await client.swapBudget(keys, 'rival', { ...write, version, state });
      if (reply.isWritten) written += 1;
      else refused += 1;
    }
    const own = createSystemClock(null);
    const clock = { ...own, onJump: () => {} };
    const budget = createRedisBudget({
      ...{ clock, own },
      ledger: createQuotaLedger({ clock, random: () => 0.5 }),
      async swapBudget(values) {
        if (values.version !== read.version) await rivalWrites();
        return client.swapBudget(keys, 'slow', values);
      },
      onReachable: () => {},
      onRoomMessage: () => {},
      onVersion: () => {},
      log: { warn: () => {} },
    });
    await observe(budget);
    expect(refused).toBeGreaterThan(0);
    expect(written, 'before that').toBeGreaterThan(3);
  });

  /**
   * Runs all at once, so that no time passes in between.
   *
   * @param waiting replicas in the queue, and for how many milliseconds
   */
  async function together(
    { client, keys }: { client: Awaited<ReturnType<typeof connected>>; keys: Keys },
    waiting: [replica: string, agoMs: number][],
    calls: [replica: string, values: { version: number; joinsQueue?: boolean }][],
  ): Promise<boolean[]> {
    const all = client.multi();
    for (const [replica, agoMs] of waiting) {
      all.eval(waitSince, { keys: [keys.budgetQueue], arguments: [replica, String(agoMs)] });
    }
    for (const [replica, values] of calls) all.swapBudget(keys, replica, { ...write, ...values });
    const replies = (await all.exec()).slice(waiting.length);
    return replies.map((reply) => replySchema.parse(reply).isWritten);
  }

  test('replicas write in the order in which they joined the queue', async () => {
    const waiting: [string, number][] = [
      ['second', 10],
      ['the first', 20],
    ];
    const results = await together(await budgetAtVersion(), waiting, [
      ['the first', { version: VERSION - 1, joinsQueue: true }],
      ['second', { version: VERSION }],
      ['other', { version: VERSION }],
      ['the first', { version: VERSION }],
      ['other', { version: VERSION + 1 }],
      ['second', { version: VERSION + 1 }],
      ['other', { version: VERSION + 2 }],
    ]);
    expect(results).toEqual([false, false, false, true, false, true, true]);
  });

  test('a replica that was too late and joins the queue writes next', async () => {
    const results = await together(
      await budgetAtVersion(),
      [],
      [
        ['late', { version: VERSION - 1, joinsQueue: true }],
        ['other', { version: VERSION }],
        ['late', { version: VERSION }],
        ['other', { version: VERSION + 1 }],
      ],
    );
    expect(results).toEqual([false, false, true, true]);
  });

  test('a replica that only reads leaves the queue', async () => {
    const results = await together(
      await budgetAtVersion(),
      [['one', 0]],
      [
        ['other', { version: VERSION }],
        ['one', read],
        ['other', { version: VERSION }],
      ],
    );
    expect(results).toEqual([false, false, true]);
  });

  test('a replica that does not write is removed from the queue', async () => {
    const { client, keys } = await budgetAtVersion();
    await client.swapBudget(keys, 'stopped', { ...write, version: VERSION - 1, joinsQueue: true });
    const swap = () => client.swapBudget(keys, 'other', { ...write, version: VERSION });
    await expect.poll(async () => (await swap()).isWritten).toBe(true);
  });

  test('a replica that joined the queue before the clock was set back is removed from it', async () => {
    const results = await together(
      await budgetAtVersion(),
      [['of before', -86_400_000]],
      [['other', { version: VERSION }]],
    );
    expect(results).toEqual([true]);
  });
});
