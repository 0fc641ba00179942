import { expect, onTestFinished, test } from 'vitest';
import { createDatabaseClock, systemClock } from '../clock.ts';
import { onPostgres } from '../storage/engines.fixtures.ts';
import { storageOf } from '../storage/storage.fixtures.ts';
import { createLease } from './lease.ts';
import { notify } from './messages.ts';
import { createReplicas } from './replicas.ts';

onPostgres((open) => {
  /** A replica that leads. @param own its clock */
  async function setUp(own = systemClock) {
    const { pool, ...database } = await open();
    const log = { info: () => {}, warn: () => {} };
    const lease = createLease({ storage: () => storage, own, holder: 'a', log });
    const storage = storageOf(database, own, lease.term);
    const prepare = async () => ({ leadsByForce: false });
    const clock = createDatabaseClock(own);
    const replicas = createReplicas({ name: 'a', storage, pool, lease, own, log, clock, prepare });
    onTestFinished(() => replicas.stop());
    return { pool, storage, replicas };
  }

  test('a replica that is stopped while it reads the tables leaves no connection open', async () => {
    const { pool, replicas } = await setUp();
    const looked = Promise.withResolvers<void>();
    const started = replicas.start(async () => looked.resolve());
    await looked.promise;
    await replicas.stop();
    await started;
    await expect.poll(() => pool.idleCount).toBe(pool.totalCount);
  });

  test('a message about a new list is looked at at once, not with the next heartbeat', async () => {
    // A timer that never fires: there is no next heartbeat.
    const { storage, replicas } = await setUp({ ...systemClock, after: () => () => {} });
    let looks = 0;
    await replicas.start(async () => {
      looks += 1;
    });
    const before = looks;
    await storage.write((db) => notify(db, 'snapshot'));
    await expect.poll(() => looks).toBe(before + 1);
  });
});
