import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createFakeClock } from '../clock.fixtures.ts';
import { onBothEngines } from './engines.fixtures.ts';
import { createOwnership } from './ownership.ts';
import { storageOf } from './storage.fixtures.ts';

onBothEngines((open) => {
  async function setUp() {
    const database = await open();
    const { db } = database;
    await db.insertInto('lease').values({ name: 'crawl', holder: 'a', term: 1, expires_at: 0 }).execute();
    const clock = createFakeClock();
    const storage = storageOf(database, clock);
    const directory = mkdtempSync(join(tmpdir(), 'sightline-data-'));
    const start = (apiKey: string, baseUrl = 'https://api.example.com/v1') =>
      createOwnership({
        storage,
        upstream: { baseUrl: new URL(baseUrl), apiKey },
        directory: database.engine === 'sqlite' ? directory : null,
        clock,
        log: { info: () => {} },
      });
    const rows = () => db.selectFrom('detail').selectAll().execute();
    const first = start('old');
    expect(await first.examine()).toBe(true);
    await db.insertInto('detail').values({ uuid: 'a', body: '{}', fetched_at: 1 }).execute();
    await db.insertInto('state').values({ key: 'ledger', value: '{}' }).execute();
    await db
      .insertInto('session')
      .values({ id_hash: 's', realm: '', data: '{}', idle_until: 1, ends_at: 1 })
      .execute();
    return { database, db, storage, directory, start, rows };
  }

  test('row 98: a new key of the same organization is recognized by a monitor, and nothing is lost', async () => {
    const { db, start, rows, storage } = await setUp();
    const next = start('new');
    expect(await next.examine()).toBe(false);
    await next.prove([]);
    expect(next.isProven(), 'an empty page proves nothing').toBe(false);
    expect(storage.setAside()).toEqual({ name: null, reason: 'unproven' });
    const denied = { problem: 'unproven' };
    await expect(next.guarded.read(async () => 1)).rejects.toMatchObject(denied);
    await expect(next.guarded.asLeader(async () => 1)).rejects.toMatchObject(denied);
    expect(storage.problem(), 'no problem of the database').toBeNull();
    expect(await next.prove(['X', 'A'])).toBe(true);
    expect(next.isProven()).toBe(true);
    expect(await next.prove(['X', 'A']), 'told once').toBe(false);
    expect(await rows()).toHaveLength(1);
    expect(await db.selectFrom('state').selectAll().execute(), 'belongs to the key').toEqual([]);
    expect(await next.guarded.read(async () => 1)).toBe(1);
    expect(storage.setAside()).toBeNull();
    expect(await start('new').examine(), 'also after a restart').toBe(true);
  });

  test('row 99: data of another organization is set aside, never deleted, and users stay signed in', async () => {
    const { database, db, start, rows, storage, directory } = await setUp();
    await db.insertInto('monitor_gap').values({ monitor: 1, from: 0, to: 1 }).execute();
    const next = start('theirs');
    await next.examine();
    expect(next.isProven()).toBe(false);
    await next.prove(['x', 'y']);
    expect(next.isProven()).toBe(true);
    expect(await rows()).toEqual([]);
    // The ids of monitors begin anew with PostgreSQL.
    expect(await db.selectFrom('monitor_gap').selectAll().execute()).toEqual([]);
    const aside = storage.setAside();
    expect(aside?.reason).toBe('other_organization');
    const name = aside?.name ?? '';
    if (database.engine === 'sqlite') expect(readdirSync(directory)).toEqual([name]);
    else {
      const kept = await sql<{ uuid: string }>`SELECT uuid FROM ${sql.id(name, 'detail')}`.execute(db);
      expect(kept.rows).toEqual([{ uuid: 'a' }]);
    }
    expect(await db.selectFrom('session').selectAll().execute()).toHaveLength(1);
    // The tables are as they were.
    await db.insertInto('detail').values({ uuid: 'x', body: '{}', fetched_at: 1 }).execute();
  });

  test('the stored binding does not contain the key', async () => {
    const { db } = await setUp();
    const stored = await db.selectFrom('about').selectAll().execute();
    expect(stored.map(({ name }) => name).sort()).toEqual(['base_url', 'binding']);
    expect(JSON.stringify(stored)).not.toContain('old');
  });

  test('row 99: data of another base URL is set aside at once', async () => {
    const { start, rows, storage } = await setUp();
    const next = start('old', 'https://api.example.org/v1');
    expect(await next.examine()).toBe(true);
    expect(await rows()).toEqual([]);
    expect(storage.setAside()?.reason).toBe('other_base_url');
  });
});
