import { expect, test } from 'vitest';
import { createFakeClock } from '../clock.fixtures.ts';
import { createContinuedClock } from '../clock.ts';
import type { Database } from '../storage/database.ts';
import { onBothEngines } from '../storage/engines.fixtures.ts';
import { createStateRecords } from '../storage/state-records.ts';
import { storageOf } from '../storage/storage.fixtures.ts';
import { createLedgerRecord, parseStoredState } from './ledger-record.ts';
import { createQuotaLedger } from './quota-ledger.ts';

const MINUTE_MS = 60_000;
const usage = {
  rateLimitLimit: 60,
  rateLimitRemaining: 50,
  rateLimitReset: 60,
  dailyLimit: 5000,
  dailyRemaining: 4000,
  monthlyLimit: 100_000,
  monthlyRemaining: 90_000,
};

onBothEngines((open) => {
  async function setUp() {
    const machine = createFakeClock();
    const database = await open();
    await database.db
      .insertInto('lease')
      .values({ name: 'crawl', holder: 'a', term: 1, expires_at: 0 })
      .execute();
    return { machine, database };
  }

  /** A process, whose monotonic time starts at zero, or that of a replica. */
  async function start(machine: ReturnType<typeof createFakeClock>, database: Database) {
    const warnings: unknown[] = [];
    const startedAt = machine.monotonic();
    const own = { ...machine, monotonic: () => machine.monotonic() - startedAt };
    const clock = createContinuedClock(own);
    const storage = storageOf(database, machine);
    const ledger = createQuotaLedger({ clock, random: () => 0.5, save: () => records.save('ledger') });
    const records = createStateRecords({
      storage,
      log: { warn: (about: unknown) => warnings.push(about) },
      records: { ledger: createLedgerRecord({ ledger, clock, storage }) },
    });
    await records.load();
    return {
      ...records,
      ledger,
      clock,
      warnings,
      async request() {
        const order = ledger.sent('inventory');
        await records.flush();
        ledger.answered({ order, usage, failure: null });
        await records.flush();
      },
    };
  }

  test('row 34: the next process continues the counters and the monotonic time', async () => {
    const { machine, database } = await setUp();
    const first = await start(machine, database);
    for (let minute = 0; minute < 5; minute += 1) {
      await first.request();
      await machine.pass(MINUTE_MS);
    }
    await machine.pass(10 * MINUTE_MS);
    const next = await start(machine, database);
    const report = next.ledger.usage();
    expect(report).toMatchObject({
      spent_here: { inventory: 5 },
      daily: { remaining: 4000 },
      history: first.ledger.usage().history,
    });
    expect(report.history).toHaveLength(5);
    expect(Math.abs(next.clock.monotonic() - first.clock.monotonic())).toBeLessThanOrEqual(1);
    expect(next.ledger.decide('inventory')).toEqual(first.ledger.decide('inventory'));
  });

  test('row 64: a request whose result its sender could not record counts as possibly counted', async () => {
    const { machine, database } = await setUp();
    const first = await start(machine, database);
    await first.request();
    first.ledger.sent('detail');
    await first.flush();
    const next = await start(machine, database);
    expect(next.ledger.current().inFlight).toMatchObject({ requests: [], unconfirmed: [expect.any(Number)] });
    expect(next.ledger.usage().spent_here).toMatchObject({ inventory: 1, detail: 1 });
  });

  test('row 41: a record that was restored from an older copy does not replace the newer state', async () => {
    const { machine, database } = await setUp();
    const { db } = database;
    const first = await start(machine, database);
    await first.request();
    const copy = await db.selectFrom('state').selectAll().execute();
    await machine.pass(MINUTE_MS);
    await first.request();
    await db.deleteFrom('state').execute();
    await db.insertInto('state').values(copy).execute();
    await first.load();
    expect(first.ledger.usage().spent_here.inventory).toBe(2);
    await first.request();
    expect((await start(machine, database)).ledger.usage().spent_here.inventory).toBe(3);
  });

  test('row 68: a record of another version is ignored, logged once, and replaced', async () => {
    const { machine, database } = await setUp();
    const { db } = database;
    await db.insertInto('state').values({ key: 'ledger', value: '{"version":99,"value":1}' }).execute();
    const process = await start(machine, database);
    await process.load();
    expect(process.warnings).toEqual([{ record: 'ledger' }]);
    await process.request();
    expect((await start(machine, database)).ledger.usage().spent_here.inventory).toBe(1);
  });
});

test('row 37: an invalid record is rejected', () => {
  for (const value of [undefined, {}, 'nonsense', { monotonic: 1, wall: 1 }]) {
    expect(() => parseStoredState(value)).toThrow();
  }
});
