/** @module-tag deep */
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { startFaultProxy } from '../../../e2e/support/replicas/fault-proxy.ts';
import { isMissing, pgbouncerProgram } from '../../../e2e/support/runner/system-program.ts';
import { newPostgresDatabase, noPostgres } from '../../server/storage/engines.fixtures.ts';
import { openPostgres } from '../../server/storage/postgres.ts';
import { startPgBouncer } from './pgbouncer.ts';
import { setUpReplicas } from './replica-set.ts';

type Replica = Awaited<ReturnType<Awaited<ReturnType<typeof setUpReplicas>>['start']>>;

/** What viewers, probes and the operator see of a replica. */
async function seen({ list, getHealth, usage }: Replica) {
  const { meta } = await list();
  return {
    code: meta.degraded?.code ?? null,
    message: meta.degraded?.message ?? null,
    health: getHealth().health.status,
    problem: usage().storage.problem,
  };
}

const fine = { code: null, health: 'ok', problem: null };

/** Runs statements in a database as its owner, on a connection of their own. */
async function run(url: string, ...statements: string[]): Promise<void> {
  const { db } = openPostgres(url);
  for (const statement of statements) await sql.raw(statement).execute(db);
  await db.destroy();
}

const endOthers =
  'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';
const nameOf = (url: string) => new URL(url).pathname.slice(1);

/** A replica that reads every second and has read the list. @param through the URL at which it reaches the database */
async function startReader(url: string, through = url) {
  const { upstream, start, isWhole } = await setUpReplicas({ databaseUrl: url });
  const replica = await start('key', through);
  await expect.poll(() => isWhole(replica)).toBe(true);
  replica.refresher.seen('viewer', false);
  await expect.poll(() => seen(replica)).toMatchObject(fine);
  return { upstream, replica };
}

/** The same, behind a proxy that the test controls. */
async function startReaderBehindProxy() {
  const url = await newPostgresDatabase();
  const proxy = await startFaultProxy(url);
  onTestFinished(() => proxy.close());
  return { url, proxy, ...(await startReader(url, proxy.url)) };
}

test.skipIf(noPostgres)(
  'row 106: a database that accepts no writes is named, and reading goes on when it accepts them again',
  async () => {
    const url = await newPostgresDatabase();
    const { upstream, replica } = await startReader(url);
    await run(url, `ALTER DATABASE "${nameOf(url)}" SET default_transaction_read_only = on`, endOthers);
    await expect
      .poll(() => seen(replica))
      .toEqual({
        code: 'storage_unwritable',
        message: expect.stringContaining('default_transaction_read_only'),
        health: 'degraded',
        problem: 'read_only',
      });
    await run(
      url,
      'SET default_transaction_read_only = off',
      `ALTER DATABASE "${nameOf(url)}" RESET default_transaction_read_only`,
    );
    const before = upstream.attempts.length;
    await expect.poll(() => seen(replica), { timeout: 60_000 }).toMatchObject(fine);
    await expect.poll(() => upstream.attempts.length, { timeout: 60_000 }).toBeGreaterThan(before);
  },
);

test.skipIf(noPostgres)('row 107: a role without rights is named until it gets them', async () => {
  const url = await newPostgresDatabase();
  const role = `role_${nameOf(url)}`;
  await run(url, `CREATE ROLE "${role}" LOGIN`, 'REVOKE CREATE ON SCHEMA public FROM PUBLIC');
  onTestFinished(() => run(url, `DROP OWNED BY "${role}" CASCADE`, `DROP ROLE "${role}"`));
  const { start, isWhole } = await setUpReplicas({ databaseUrl: url });
  const replica = await start('key', url.replace('sightline@', `${role}@`));
  expect(replica.getHealth().health.status).toBe('degraded');
  expect(replica.usage().storage.problem).toBe('forbidden');
  expect(replica.inventory.shown().problem?.failure).toMatchObject({ code: 'storage_unwritable' });
  await run(url, `GRANT USAGE, CREATE ON SCHEMA public TO "${role}"`);
  await expect.poll(() => isWhole(replica), { timeout: 60_000 }).toBe(true);
  expect(await seen(replica)).toMatchObject(fine);
});

test.skipIf(noPostgres)('row 108: tables of a later version are named', async () => {
  const url = await newPostgresDatabase();
  const { replica } = await startReader(url);
  await replica.end();
  await run(url, `INSERT INTO kysely_migration (name, timestamp) VALUES ('9999-later', '2030-01-01')`);
  const { start } = await setUpReplicas({ databaseUrl: url });
  const older = await start();
  await expect.poll(() => older.usage().storage.problem).toBe('newer');
  expect(older.getHealth().health.status).toBe('degraded');
});

test.skipIf(noPostgres)(
  'row 109: connections that silently died are replaced, and reading goes on',
  async () => {
    const { proxy, upstream, replica } = await startReaderBehindProxy();
    proxy.freeze('present');
    await expect.poll(() => seen(replica), { timeout: 60_000 }).toMatchObject({ health: 'degraded' });
    const before = upstream.attempts.length;
    await expect.poll(() => upstream.attempts.length, { timeout: 60_000 }).toBeGreaterThan(before + 3);
    await expect.poll(() => seen(replica), { timeout: 60_000 }).toMatchObject(fine);
  },
);

test.skipIf(noPostgres)(
  'row 110: what was reported as stored during and after a pause is stored',
  async () => {
    const { url, proxy, replica } = await startReaderBehindProxy();
    const stored: string[] = [];
    let isWriting = true;
    const writing = (async () => {
      for (let n = 0; isWriting; n += 1) {
        const uuid = `written-${n}`;
        const row = { uuid, body: '{}', fetched_at: 0 };
        const done = await replica.storage
          .asLeader((trx) => trx.insertInto('detail').values(row).execute())
          .then(
            () => true,
            () => false,
          );
        if (done) stored.push(uuid);
        await new Promise<void>((resolve) => setImmediate(resolve));
      }
    })();
    await expect.poll(() => stored.length).toBeGreaterThan(20);
    proxy.freeze('all');
    // Longer than the time limit of a statement.
    await expect.poll(() => replica.usage().storage.problem, { timeout: 60_000 }).toBe('unreachable');
    proxy.heal();
    const before = stored.length;
    await expect.poll(() => stored.length, { timeout: 60_000 }).toBeGreaterThan(before + 20);
    isWriting = false;
    await writing;
    // The server ends a transaction that waits for its client after four seconds.
    await run(url, endOthers);
    const { db } = openPostgres(url);
    const rows = await db.selectFrom('detail').select('uuid').where('uuid', 'like', 'written-%').execute();
    await db.destroy();
    const found = new Set(rows.map(({ uuid }) => uuid));
    expect(stored.filter((uuid) => !found.has(uuid))).toEqual([]);
  },
);

test.skipIf(noPostgres || isMissing(pgbouncerProgram))(
  'row 67, row 113: replicas behind a PgBouncer in transaction mode, which has no messages, read, adopt each list, and hand over',
  async () => {
    const url = await newPostgresDatabase();
    const bouncer = await startPgBouncer(url);
    onTestFinished(() => bouncer.stop());
    const { upstream, organization, start, isWhole } = await setUpReplicas({ databaseUrl: bouncer.url });
    const replicas = await Promise.all([start(), start()]);
    await expect.poll(() => replicas.every(isWhole)).toBe(true);
    for (const replica of replicas) await expect.poll(() => seen(replica)).toMatchObject(fine);
    const leads = ({ usage }: Replica) => usage().replicas.leads;
    const leader = replicas.find(leads);
    const follower = replicas.find((replica) => !leads(replica));
    if (!leader || !follower) throw new Error('a leader and a follower');
    const [first] = organization.api.organization().monitors();
    organization.api.organization().editMonitor(first?.monitor_uuid ?? '', { name: 'Renamed' });
    leader.refresher.seen('viewer', false);
    const names = () => follower.inventory.current().snapshot?.monitors.map(({ name }) => name);
    await expect.poll(names).toContain('Renamed');
    const before = upstream.attempts.length;
    await leader.end();
    await expect.poll(() => leads(follower)).toBe(true);
    follower.refresher.seen('viewer', false);
    await expect.poll(() => upstream.attempts.length).toBeGreaterThan(before);
    await expect.poll(() => seen(follower)).toMatchObject(fine);
  },
);

test.skipIf(noPostgres)(
  'row 116: 7,000 of 8,000 monitors go down at once, far from the database: the leader stays the leader',
  async () => {
    const url = await newPostgresDatabase();
    const proxy = await startFaultProxy(url);
    onTestFinished(() => proxy.close());
    const { organization, start, isWhole } = await setUpReplicas({ databaseUrl: url, monitors: 8_000 });
    const replica = await start('key', proxy.url);
    await expect.poll(() => isWhole(replica)).toBe(true);
    proxy.slow(22);
    const all = organization.api.organization();
    const last_check_at = new Date().toISOString();
    for (const { monitor_uuid, updated_at } of all.monitors().slice(0, 7_000)) {
      all.editMonitor(monitor_uuid, { is_active: true, last_status: 'down', last_check_at, updated_at });
    }
    replica.refresher.seen('viewer', false);
    const { db } = openPostgres(url);
    onTestFinished(() => db.destroy());
    const recorded = () => sql<{ count: number }>`SELECT count(*) FROM change`.execute(db);
    await expect.poll(async () => (await recorded()).rows[0]?.count).toBeGreaterThan(5_000);
    expect(replica.logged).not.toContain('no longer leads');
    await expect.poll(() => seen(replica)).toMatchObject(fine);
  },
);
