import { expect, test } from 'vitest';
import { onBothEngines } from './engines.fixtures.ts';
import { migrate } from './migrations.ts';

onBothEngines((open) => {
  test('several processes that start at once migrate the tables once', async () => {
    const database = await open();
    await Promise.all([migrate(database), migrate(database), migrate(database)]);
    expect(await database.db.selectFrom('state').selectAll().execute()).toEqual([]);
    await database.db.destroy();
  });

  test('numbers, bytes and missing values are read as they were written', async () => {
    const { db } = await open();
    const body = new Uint8Array([0, 1, 255]);
    await db.insertInto('snapshot').values({ id: 1, version: 'a', status: '{}', body }).execute();
    const at = Date.parse('2026-11-25T12:00:00.123Z');
    const replica = { name: 'a', seen_at: at, wanted_s: null, viewers: '[]' };
    await db.insertInto('replica').values(replica).execute();
    const row = await db.selectFrom('snapshot').select('body').executeTakeFirstOrThrow();
    expect([...(row.body ?? [])]).toEqual([...body]);
    expect(await db.selectFrom('replica').selectAll().execute()).toEqual([replica]);
    await db.destroy();
  });
});
