/** @module-tag deep */
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { defaultInventoryQuery } from '../../contract/inventory-query.ts';
import type { ReadNowAnswer } from '../../contract/responses.ts';
import { startPostgres } from '../../demo/postgres-server.ts';
import { noPostgres } from '../../server/storage/engines.fixtures.ts';
import { setUpReplicas } from './replica-set.ts';

const query = { ...defaultInventoryQuery, per_page: 100 };

test.skipIf(noPostgres)(
  'row 71: three replicas read the list once, and 100 openings of a monitor cost one request',
  async () => {
    const { upstream, start, isWhole } = await setUpReplicas();
    const replicas = await Promise.all([start(), start(), start()]);
    await expect.poll(() => replicas.every(isWhole)).toBe(true);
    expect(upstream.attempts).toHaveLength(3);
    expect(replicas.filter(({ usage }) => usage().replicas.leads)).toHaveLength(1);
    await expect.poll(() => replicas.map(({ usage }) => usage().replicas.count)).toEqual([3, 3, 3]);
    const lists = await Promise.all(replicas.map(({ list }) => list()));
    for (const { data } of lists) expect(data).toEqual(lists[0]?.data);
    const uuid = lists[0]?.data[5]?.monitor_uuid ?? '';
    const opened = await Promise.all(
      Array.from({ length: 100 }, (_, n) => replicas[n % 3]?.getMonitor(uuid)),
    );
    expect(opened.map((answer) => answer?.body.meta.partial)).toEqual(Array(100).fill(false));
    expect(upstream.attempts).toHaveLength(4);
    // Each replica knows what the leader has counted.
    await expect.poll(() => replicas.map(({ usage }) => usage().spent_here.detail)).toEqual([1, 1, 1]);
  },
);

test.skipIf(noPostgres)(
  '"Refresh" on a follower reads the list once, the new list has the same ETag everywhere, and a monitor that is gone disappears from all',
  async () => {
    const { upstream, organization, start, isWhole } = await setUpReplicas();
    const [one, two] = await Promise.all([start(), start()]);
    await expect.poll(() => [one, two].every(isWhole)).toBe(true);
    const follower = one.usage().replicas.leads ? two : one;
    const leader = follower === one ? two : one;
    const before = (await follower.list()).meta.as_of;
    const sent = upstream.attempts.length;
    const answers: ReadNowAnswer['data'][] = [];
    await expect
      .poll(async () => {
        answers.push((await follower.readNow.list()).data);
        return answers.at(-1);
      })
      .toMatchObject({ outcome: 'started', cost: 3 });
    const answer = answers.at(-1);
    await expect
      .poll(async () => (await follower.list()).meta.last_reading)
      .toMatchObject({ started_at: answer?.outcome === 'started' && answer.reading, requests: 3 });
    expect(upstream.attempts.length - sent).toBe(3);
    expect(Date.parse((await follower.list()).meta.as_of)).toBeGreaterThan(Date.parse(before));
    // The leader may plan its next crawl in between, and its response then differs.
    const tags = () =>
      Promise.all([one, two].map(async ({ listMonitors }) => (await listMonitors(query)).tag));
    await expect.poll(async () => new Set(await tags()).size).toBe(1);

    const uuid = organization.api.organization().monitors()[7]?.monitor_uuid ?? '';
    organization.api.organization().removeMonitor(uuid);
    await expect(follower.getMonitor(uuid)).rejects.toThrow('monitor_not_found');
    expect(upstream.attempts.length - sent).toBe(4);
    await expect.poll(() => leader.inventory.shown().read).toBe(249);
    expect(follower.inventory.shown().read).toBe(249);
  },
);

test.skipIf(noPostgres)(
  'the settings that the leader reads are known to the other replicas, even after one of them becomes the leader',
  async () => {
    const { start, isWhole } = await setUpReplicas();
    const leader = await start();
    await expect.poll(() => isWhole(leader)).toBe(true);
    const follower = await start();
    for (const { settingsReader } of [leader, follower]) settingsReader.start();
    const knownOf = async ({ list }: typeof leader) => (await list()).meta.settings.known;
    await expect
      .poll(async () => {
        await leader.readNow.list();
        return knownOf(follower);
      })
      .toBeGreaterThan(1);
    leader.settingsReader.stop();
    const known = await knownOf(leader);
    await leader.end();
    await expect.poll(() => follower.usage().replicas.leads).toBe(true);
    follower.settingsReader.stop();
    expect(await knownOf(follower)).toBeGreaterThanOrEqual(known);
  },
  200_000,
);

test.skipIf(noPostgres)(
  'row 66: the leader hands over, and the next leader continues with its counters',
  async () => {
    const { start, isWhole } = await setUpReplicas();
    const first = await start();
    await expect.poll(() => isWhole(first)).toBe(true);
    const second = await start();
    await expect.poll(() => isWhole(second)).toBe(true);
    const counted = first.usage();
    await first.end();
    await expect.poll(() => second.usage().replicas.leads).toBe(true);
    await expect
      .poll(() => second.usage().spent_here.inventory)
      .toBeGreaterThanOrEqual(counted.spent_here.inventory);
    expect(second.usage().daily.remaining).not.toBeNull();
    expect(second.logged).toContain('leads');
  },
);

test.skipIf(noPostgres)(
  'rows 38, 39, 41: without the database the list is served and nothing is sent; an emptied one is filled again',
  async () => {
    const server = await startPostgres();
    onTestFinished(() => server.remove());
    const { upstream, start, isWhole } = await setUpReplicas({ databaseUrl: server.url() });
    const replica = await start();
    await expect.poll(() => isWhole(replica)).toBe(true);
    await server.stop();
    await expect.poll(() => replica.inventory.shown().problem?.failure.code).toBe('storage_unreachable');
    const sent = upstream.attempts.length;
    expect((await replica.list()).meta).toMatchObject({ degraded: { code: 'storage_unreachable' } });
    expect((await replica.readNow.list()).data).toMatchObject({ outcome: 'refused' });
    const cold = await start();
    expect(cold.getHealth().ready, 'it starts, and has nothing to show').toBe(false);
    expect(upstream.attempts.length).toBe(sent);

    await server.start();
    await expect.poll(() => replica.inventory.shown().problem).toBeNull();
    await expect.poll(() => isWhole(cold)).toBe(true);
    expect((await replica.list()).meta.degraded).toBeNull();

    const { db } = replica.storage;
    await sql`DROP SCHEMA public CASCADE`.execute(db);
    await sql`CREATE SCHEMA public`.execute(db);
    await expect
      .poll(
        async () =>
          (
            await db
              .selectFrom('snapshot')
              .select('id')
              .execute()
              .catch(() => [])
          ).length,
      )
      .toBe(1);
    expect((await replica.list()).data).toHaveLength(100);
  },
  200_000,
);

test.skipIf(noPostgres)(
  'row 98: of two replicas that start with another key of the organization, only the one that leads sends requests, and both show the list',
  async () => {
    const { upstream, start, isWhole } = await setUpReplicas();
    const former = await start();
    await expect.poll(() => isWhole(former)).toBe(true);
    const lastReading = async ({ list }: Pick<typeof former, 'list'>) =>
      Date.parse((await list()).meta.last_reading?.started_at ?? '');
    const before = await lastReading(former);
    await former.end();
    upstream.delay(1_000);
    const first = await start('rotated');
    expect(first.usage().replicas.leads).toBe(true);
    const second = await start('rotated');
    await expect.poll(() => second.usage().replicas.leads).toBe(true);
    await expect.poll(() => lastReading(second)).toBeGreaterThan(before);
    const sent = upstream.attempts.length;
    // It may not have noticed yet that it no longer leads.
    first.refresher.readNow();
    await expect.poll(() => isWhole(first)).toBe(true);
    expect(upstream.attempts).toHaveLength(sent);
    expect(first.usage().replicas.leads).toBe(false);
  },
);
