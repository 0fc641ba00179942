import { expect, onTestFinished, test } from 'vitest';
import { createDatabaseClock, systemClock } from '../clock.ts';
import { onPostgres } from '../storage/engines.fixtures.ts';
import { storageOf } from '../storage/storage.fixtures.ts';
import { createLease } from './lease.ts';
import { notify } from './messages.ts';
import { createReplicas } from './replicas.ts';

onPostgres((open) => {
  test('a replica that is stopped while it reads the tables leaves no connection open', async () => {
    const { pool, ...database } = await open();
    const log = { info: () => {}, warn: () => {} };
    const own = systemClock;
    const lease = createLease({ storage: () => storage, own, holder: 'a', log });
    const storage = storageOf(database, own, lease.term);
    let look = () => {};
    const looked = new Promise<void>((resolve) => {
      look = resolve;
    });
    const replicas = createReplicas({
      name: 'a',
      storage,
      pool,
      lease,
      own,
      log,
      clock: createDatabaseClock(own),
      prepare: async () => ({ leadsByForce: false }),
    });
    const started = replicas.start(async () => {
      look();
    });
    await looked;
    await replicas.stop();
    await started;
    await expect.poll(() => pool.idleCount).toBe(pool.totalCount);
  });

  test('a message about a new list is looked at at once, not with the next heartbeat', async () => {
    const { pool, ...database } = await open();
    const log = { info: () => {}, warn: () => {} };
    // A timer that never fires: there is no next heartbeat.
    const own = { ...systemClock, after: () => () => {} };
    const lease = createLease({ storage: () => storage, own, holder: 'a', log });
    const storage = storageOf(database, own, lease.term);
    const replicas = createReplicas({
      name: 'a',
      storage,
      pool,
      lease,
      own,
      log,
      clock: createDatabaseClock(own),
      prepare: async () => ({ leadsByForce: false }),
    });
    onTestFinished(() => replicas.stop());
    let looks = 0;
    await replicas.start(async () => {
      looks += 1;
    });
    const before = looks;
    await storage.write((db) => notify(db, 'snapshot'));
    await expect.poll(() => looks).toBe(before + 1);
  });
});
