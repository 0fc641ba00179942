import { expect, test } from 'vitest';
import { systemClock } from '../clock.ts';
import { onPostgres } from '../storage/engines.fixtures.ts';
import { storageOf } from '../storage/storage.fixtures.ts';
import { createLease } from './lease.ts';

onPostgres((open) => {
  async function setUp() {
    const database = await open();
    const { db } = database;
    function start(holder: string) {
      let aheadMs = 0;
      const own = { ...systemClock, monotonic: () => systemClock.monotonic() + aheadMs };
      const logged: string[] = [];
      const log = {
        info: (_: unknown, text = '') => logged.push(text),
        warn: (_: unknown, text = '') => logged.push(text),
      };
      let slowMs = 0;
      const slowly = {
        async write<T>(run: Parameters<typeof storage.write<T>>[0]) {
          const result = await storage.write(run);
          aheadMs += slowMs;
          return result;
        },
      };
      const lease = createLease({ storage: () => slowly, own, holder, log });
      const storage = storageOf(database, own, lease.term);
      return {
        ...lease,
        storage,
        logged,
        /** Delays each answer of the database. */
        delay(milliseconds: number) {
          slowMs = milliseconds;
        },
        /** As if the process had been stopped for a while. */
        freeze(milliseconds: number) {
          aheadMs += milliseconds;
        },
      };
    }
    const lapse = (byMs = 0) =>
      db
        .updateTable('lease')
        .set({ expires_at: Date.now() - byMs })
        .execute();
    return { db, a: start('a'), b: start('b'), lapse };
  }

  test('row 65: a leader that is replaced in the middle of a transaction stores nothing', async () => {
    const { db, a, b, lapse } = await setUp();
    await a.hold();
    const writing = a.storage.asLeader(async (trx) => {
      await trx.insertInto('state').values({ key: 'late', value: '{}' }).execute();
      await lapse();
      await b.hold();
    });
    await expect(writing).rejects.toMatchObject({ problem: 'not_leader' });
    expect(b.term()).not.toBeNull();
    expect(await db.selectFrom('state').selectAll().execute()).toEqual([]);
  });

  test('a lease counts from before it was asked for, so that it ends here earlier than in the database', async () => {
    const { a } = await setUp();
    a.delay(6_000);
    await a.hold();
    expect(a.term()).not.toBeNull();
    expect(a.maySend()).toBe(true);
    a.freeze(8_000);
    expect(a.term()).not.toBeNull();
    a.freeze(1_500);
    expect(a.term()).toBeNull();
  });

  test('row 64: one replica leads; another one when its lease has lapsed, in a later term', async () => {
    const { a, b, lapse } = await setUp();
    await a.hold();
    await b.hold();
    expect(a.term()).not.toBeNull();
    expect(b.term()).toBeNull();
    expect(b.isHeld()).toBe(true);
    expect(b.nextMs()).toBeLessThanOrEqual(5_000);
    await lapse();
    await b.hold();
    expect(b.term()).toBeGreaterThan(a.term() ?? Number.POSITIVE_INFINITY);
    await a.hold();
    expect(a.term()).toBeNull();
    expect(a.logged).toEqual(['leads', 'no longer leads']);
    expect(b.logged).toEqual(['leads']);
  });

  test('row 65: a leader that was frozen sends and writes nothing', async () => {
    const { a, b, lapse, db } = await setUp();
    await a.hold();
    expect(a.maySend()).toBe(true);
    a.freeze(10_001);
    expect(a.maySend(), 'less than one attempt is left').toBe(false);
    expect(a.term()).not.toBeNull();
    await lapse();
    await b.hold();
    const write = a.storage.asLeader((trx) =>
      trx.insertInto('state').values({ key: 'a', value: '1' }).execute(),
    );
    await expect(write).rejects.toMatchObject({ problem: 'not_leader' });
    expect(await db.selectFrom('state').selectAll().execute()).toEqual([]);
    a.freeze(5_000);
    expect(a.term()).toBeNull();
  });

  test('a leader that ends hands over at once', async () => {
    const { a, b } = await setUp();
    await a.hold();
    await a.release();
    expect(a.term()).toBeNull();
    await b.hold();
    expect(b.term()).not.toBeNull();
  });

  test('row 98: a replica with a new key takes the lease, because only reading proves who owns the data', async () => {
    const { a, b } = await setUp();
    await a.hold();
    await b.hold(true);
    expect(b.term()).not.toBeNull();
    await a.hold();
    expect(a.term()).toBeNull();
  });

  test('row 41: terms increase, also after the table was emptied', async () => {
    const { a, b, db } = await setUp();
    await a.hold();
    const term = a.term() ?? Number.POSITIVE_INFINITY;
    await b.hold();
    await db.deleteFrom('lease').execute();
    await b.hold();
    expect(b.term()).toBeGreaterThan(term);
  });
});
