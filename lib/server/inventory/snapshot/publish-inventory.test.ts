import { expect, test } from 'vitest';
import { createFakeClock } from '../../clock.fixtures.ts';
import type { Database } from '../../storage/database.ts';
import { onBothEngines, onPostgres } from '../../storage/engines.fixtures.ts';
import { storageOf } from '../../storage/storage.fixtures.ts';
import { completeCrawl } from '../crawl/crawl-result.fixtures.ts';
import { createInventory } from '../inventory.ts';
import { aMonitor, fieldsOf } from './arbitrary-monitors.fixtures.ts';
import { publishInventory } from './publish-inventory.ts';

const clock = createFakeClock();

/** A process. @param term in which it leads; null: it does not */
async function start(database: Database, term: number | null) {
  if (term !== null) {
    await database.db
      .insertInto('lease')
      .values({ name: 'crawl', holder: 'a', term, expires_at: 0 })
      .onConflict((row) => row.column('name').doUpdateSet({ term }))
      .execute();
  }
  const warnings: unknown[] = [];
  let canRecord = true;
  const storage = storageOf(database, clock, () => term);
  const inventory = createInventory(clock, {
    save: (snapshot) =>
      published.recordWith(snapshot, async (save) => {
        if (!canRecord) return false;
        return storage.asLeader(save).then(
          () => true,
          () => false,
        );
      }),
    changed: () => published.publish(),
  });
  const published = publishInventory({
    storage,
    inventory,
    lease: { term: () => term },
    baseUrl: 'https://api.example.com/v1',
    log: { warn: (about: unknown) => warnings.push(about) },
  });
  return {
    ...published,
    inventory,
    warnings,
    /** Lets the history fail. */
    failToRecord() {
      canRecord = false;
    },
    async read(...numbers: number[]) {
      const now = clock.now();
      const rows = numbers.map((n) => ({ monitor: fieldsOf(aMonitor(n)), asOf: now, upstreamNow: now }));
      inventory.publish(completeCrawl(rows, now));
      await published.published();
    },
  };
}

onBothEngines((open) => {
  test('the next process shows the list that was read last', async () => {
    const database = await open();
    const first = await start(database, 1);
    await first.read(1, 2);
    await first.read(1, 2, 3);
    const next = await start(database, 2);
    await next.look();
    expect(next.inventory.shown()).toMatchObject({ state: 'complete', read: 3 });
    expect(next.inventory.shown().asOf).toBe(first.inventory.shown().asOf);
  });

  test('row 86: a list that the history cannot record is stored all the same', async () => {
    const database = await open();
    const first = await start(database, 1);
    await first.read(1, 2);
    first.failToRecord();
    await first.read(1, 2, 3);
    const next = await start(database, 2);
    await next.look();
    expect(next.inventory.shown()).toMatchObject({ state: 'complete', read: 3 });
  });
});

onPostgres((open) => {
  /** A leader in term 5, and a replica that follows. */
  async function setUp() {
    const database = await open();
    return {
      database,
      db: database.db,
      leader: await start(database, 5),
      follower: await start(database, null),
    };
  }

  test('a follower shows the same rows, state and times', async () => {
    const { leader, follower } = await setUp();
    await leader.read(1, 2, 3);
    await follower.look();
    leader.inventory.recordFailure({ code: 'upstream_timeout' });
    await leader.published();
    await follower.look();
    const { index: ours, version: _a, ...one } = leader.inventory.shown();
    const { index: theirs, version: _b, ...other } = follower.inventory.shown();
    expect(other).toEqual(one);
    expect(theirs?.snapshot.monitors).toEqual(ours?.snapshot.monitors);
  });

  test('row 65: a replica that does not lead any more publishes nothing', async () => {
    const { db, leader, follower } = await setUp();
    await leader.read(1);
    await db.updateTable('lease').set({ term: 6 }).execute();
    await leader.read(1, 2);
    await follower.look();
    expect(follower.inventory.shown().read).toBe(1);
  });

  test('row 41: a list in a database that was restored from an older copy is not shown, and the leader publishes again', async () => {
    const { database, db, leader, follower } = await setUp();
    await leader.read(1);
    const copy = await db.selectFrom('snapshot').selectAll().executeTakeFirstOrThrow();
    await leader.read(1, 2);
    await follower.look();
    await db.updateTable('snapshot').set(copy).execute();
    await follower.look();
    expect(follower.inventory.shown().read).toBe(2);
    await leader.look();
    const next = await start(database, null);
    await next.look();
    expect(next.inventory.shown().read).toBe(2);
    await db.deleteFrom('snapshot').execute();
    await leader.look();
    expect(await db.selectFrom('snapshot').selectAll().execute()).toHaveLength(1);
  });

  test('row 68: a list of another version is ignored, logged once, and replaced by the leader', async () => {
    const { db, leader, follower } = await setUp();
    await leader.read(1);
    await follower.look();
    await db.updateTable('snapshot').set({ status: '{"version":99}' }).execute();
    for (let looks = 0; looks < 2; looks += 1) await follower.look();
    expect(follower.warnings).toEqual([{ record: 'snapshot' }]);
    expect(follower.inventory.shown().read).toBe(1);
    await leader.read(1, 2);
    await follower.look();
    expect(follower.inventory.shown().read).toBe(2);
  });

  test('the lag is that of the present list, except for the first one, which may be older than the process', async () => {
    const { leader, follower } = await setUp();
    await leader.read(1);
    clock.advance(600_000);
    await follower.look();
    expect(follower.inventory.lagMs(), 'a replica that starts ten minutes after the crawl').toBe(0);
    await leader.read(1, 2);
    clock.advance(300);
    await follower.look();
    expect(follower.inventory.lagMs()).toBe(300);
  });
});
