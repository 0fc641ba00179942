import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { onBothEngines } from './engines.fixtures.ts';
import { migrate } from './migrations.ts';

onBothEngines((open) => {
  test('several processes that start at once migrate the tables once', async () => {
    const database = await open();
    await Promise.all([migrate(database), migrate(database), migrate(database)]);
    expect(await database.db.selectFrom('state').selectAll().execute()).toEqual([]);
  });

  test('numbers, bytes and missing values are read as they were written', async () => {
    const { db } = await open();
    const body = new Uint8Array([0, 1, 255]);
    await db.insertInto('snapshot').values({ id: 1, version: 'a', status: '{}', body }).execute();
    const at = Date.parse('2026-11-25T12:00:00.123Z');
    const sample = { at, daily_remaining: 5, monthly_remaining: null };
    await db.insertInto('usage_sample').values(sample).execute();
    const row = await db.selectFrom('snapshot').select('body').executeTakeFirstOrThrow();
    expect([...(row.body ?? [])]).toEqual([...body]);
    expect(await db.selectFrom('usage_sample').selectAll().execute()).toEqual([sample]);
  });

  test('an older database opens: without the saved views of people, and the means of its slots are their worst counts', async () => {
    const database = await open();
    const { db } = database;
    await sql`CREATE TABLE saved_view (person text NOT NULL, key text NOT NULL)`.execute(db);
    await sql`INSERT INTO saved_view VALUES ('ada', 'sockets')`.execute(db);
    for (const column of ['crawls', 'down_mean', 'overdue_mean', 'unknown_mean']) {
      await sql`ALTER TABLE fleet_slot DROP COLUMN ${sql.ref(column)}`.execute(db);
    }
    await sql`INSERT INTO fleet_slot VALUES (900000, 0, 0, 0, 1, 3, 0, 0, 0, 5, 0, 0)`.execute(db);
    await sql`DELETE FROM kysely_migration WHERE name >= '0004'`.execute(db);
    await migrate(database);
    const slot = await db.selectFrom('fleet_slot').selectAll().executeTakeFirstOrThrow();
    expect(slot).toMatchObject({ crawls: 1, down: 3, down_mean: 3, overdue_mean: 0 });
    const tables = await db.introspection.getTables();
    expect(tables.map(({ name }) => name)).not.toContain('saved_view');
  });
});
