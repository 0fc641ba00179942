import { expect, test } from 'vitest';
import { createFakeClock } from '@/lib/server/clock.fixtures';
import type { Database } from '../storage/database.ts';
import { onBothEngines } from '../storage/engines.fixtures.ts';
import { storageOf } from '../storage/storage.fixtures.ts';
import { StorageError } from '../storage/storage-error.ts';
import { createSessions } from './sessions';

const HOUR_MS = 3_600_000;

onBothEngines((open) => {
  /** Two processes with the same database. */
  async function setUp(realms = ['password', 'password']) {
    const clock = createFakeClock();
    const database = await open();
    let ids = 0;
    const start = (realm: string, used: Database = database) => {
      const storage = storageOf(used, clock);
      let failure: StorageError | null = null;
      const listeners: (() => void)[] = [];
      const failing = <T>(run: () => Promise<T>): Promise<T> => {
        if (failure === null) return run();
        return Promise.reject(failure);
      };
      const sessions = createSessions({
        storage: {
          ...storage,
          read: (run) => (failure?.problem === 'full' ? storage.read(run) : failing(() => storage.read(run))),
          write: (run) => failing(() => storage.write(run)),
          unreachableSince: () => (failure?.problem === 'unreachable' ? 0 : null),
          onProblem: (listener) => void listeners.push(listener),
        },
        clock,
        realm,
        randomId: () => `id-${++ids}`,
      });
      return {
        ...sessions,
        fail(problem: 'unreachable' | 'full' | null) {
          failure = problem === null ? null : new StorageError(problem);
          for (const listener of listeners) listener();
        },
      };
    };
    const [sessions, other] = realms.map((realm) => start(realm));
    if (!sessions || !other) throw new Error('two processes');
    return { clock, database, start, sessions, other, engine: database.engine };
  }

  test('row 70: a session returns its user in each process until it is ended in one', async () => {
    const { sessions, other } = await setUp();
    const id = await sessions.open({ name: 'ada', idToken: 'token' });
    for (const process of [sessions, other]) {
      expect(await process.use(id)).toEqual({ name: 'ada', idToken: 'token' });
    }
    expect(await other.end(id)).toEqual({ name: 'ada', idToken: 'token' });
    for (const process of [sessions, other]) expect(await process.use(id)).toBeNull();
    expect(await sessions.end(id)).toBeNull();
  });

  test('sessions of the same user end one by one, and an unknown id has no user', async () => {
    const { sessions } = await setUp();
    const one = await sessions.open({ name: null });
    const two = await sessions.open({ name: null });
    await sessions.end(one);
    expect(await sessions.use(two)).toEqual({ name: null });
    expect(await sessions.use('invented')).toBeNull();
    expect(await sessions.end('invented')).toBeNull();
  });

  test('a session ends after two hours without use, and each use extends it', async () => {
    const { clock, sessions } = await setUp();
    const id = await sessions.open({ name: null });
    clock.advance(2 * HOUR_MS - 1);
    expect(await sessions.use(id)).not.toBeNull();
    clock.advance(2 * HOUR_MS - 1);
    expect(await sessions.use(id)).not.toBeNull();
    clock.advance(2 * HOUR_MS);
    expect(await sessions.use(id)).toBeNull();
  });

  test('a session ends after twelve hours, even if it is used', async () => {
    const { clock, sessions } = await setUp();
    const id = await sessions.open({ name: null });
    for (let hour = 1; hour < 12; hour += 1) {
      clock.advance(HOUR_MS);
      expect(await sessions.use(id), `hour ${hour}`).not.toBeNull();
    }
    clock.advance(HOUR_MS);
    expect(await sessions.use(id)).toBeNull();
  });

  test('setting the wall clock back does not extend a session', async () => {
    const { clock, start, sessions } = await setUp();
    const id = await sessions.open({ name: null });
    clock.jump(-24 * HOUR_MS);
    expect(await start('password').use(id)).toBeNull();
  });

  test('row 114: a clock of this process that is 30 days ahead for two hours signs nobody out', async ({
    skip,
  }) => {
    const { clock, sessions, engine } = await setUp();
    skip(engine !== 'sqlite', 'replicas use the clock of the database server');
    const before = await sessions.open({ name: 'before' });
    clock.jump(30 * 24 * HOUR_MS);
    const during = await sessions.open({ name: 'during' });
    clock.advance(HOUR_MS);
    expect(await sessions.use(before)).not.toBeNull();
    clock.advance(HOUR_MS);
    clock.jump(-30 * 24 * HOUR_MS);
    expect(await sessions.use(before)).not.toBeNull();
    clock.advance(HOUR_MS);
    expect(await sessions.use(during), 'two hours without use').toBeNull();
  });

  test('with another password or provider no earlier session is found', async () => {
    const { sessions, other } = await setUp(['password one', 'password two']);
    const id = await sessions.open({ name: null });
    expect(await other.use(id)).toBeNull();
  });

  test('at most 10,000 sessions are kept, the last used ones', async () => {
    const { clock, database, sessions } = await setUp();
    const first = await sessions.open({ name: 'first' });
    clock.advance(61_000);
    const row = await database.db.selectFrom('session').selectAll().executeTakeFirstOrThrow();
    for (let batch = 0; batch < 10; batch += 1) {
      const rows = Array.from({ length: 1000 }, (_, n) => ({ ...row, id_hash: `${batch} ${n}` }));
      await database.db.insertInto('session').values(rows).execute();
    }
    expect(await sessions.use(first)).toEqual({ name: 'first' });
    const last = await sessions.open({ name: 'last' });
    const { n } = await database.db
      .selectFrom('session')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    expect(n).toBe(10_000);
    expect(await sessions.use(first)).toEqual({ name: 'first' });
    expect(await sessions.use(last)).toEqual({ name: 'last' });
  });

  test('row 46: the table contains no id', async () => {
    const { database, sessions } = await setUp();
    await sessions.open({ name: 'ada' });
    const rows = await database.db.selectFrom('session').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('id-1');
  });

  test('row 39: while the database cannot be reached, a known session is valid for a minute, and no other', async () => {
    const { clock, sessions, other } = await setUp();
    const id = await sessions.open({ name: 'ada' });
    for (const process of [sessions, other]) process.fail('unreachable');
    clock.advance(59_000);
    expect(await sessions.use(id)).toEqual({ name: 'ada' });
    await expect(other.use(id)).rejects.toThrow('storage_unreachable');
    clock.advance(1_000);
    await expect(sessions.use(id)).rejects.toThrow('storage_unreachable');
    await expect(sessions.open({ name: 'ada' })).rejects.toThrow('storage_unreachable');
    for (const process of [sessions, other]) process.fail(null);
    expect(await sessions.use(id)).toEqual({ name: 'ada' });
  });

  test('row 39, row 70: a user who signs out while the database cannot be reached is signed out here at once, and in the other process when it can be reached', async () => {
    const { sessions, other } = await setUp();
    const id = await sessions.open({ name: 'ada' });
    expect(await other.use(id)).toEqual({ name: 'ada' });
    sessions.fail('unreachable');
    expect(await sessions.end(id)).toEqual({ name: 'ada' });
    expect(await sessions.use(id)).toBeNull();
    expect(await other.use(id), 'it does not know yet').toEqual({ name: 'ada' });
    sessions.fail(null);
    expect(await sessions.use(id)).toBeNull();
    await expect.poll(() => other.use(id)).toBeNull();
  });

  test('row 37: a full disk of this process prevents nobody from signing in; sessions of replicas must be stored', async () => {
    const { clock, sessions, engine } = await setUp();
    sessions.fail('full');
    if (engine === 'postgresql') {
      await expect(sessions.open({ name: 'ada' })).rejects.toThrow('storage_unwritable');
      return;
    }
    const id = await sessions.open({ name: 'ada' });
    expect(await sessions.use(id)).toEqual({ name: 'ada' });
    clock.advance(2 * HOUR_MS);
    expect(await sessions.use(id)).toBeNull();
  });
});
