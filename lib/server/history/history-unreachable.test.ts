import { expect, test } from 'vitest';
import { systemClock } from '../clock.ts';
import { openPostgres } from '../storage/postgres.ts';
import { storageOf } from '../storage/storage.fixtures.ts';
import { createHistory } from './history.ts';

test('row 39: a read of the history fails with storage_unreachable while the database cannot be reached', async () => {
  const { pool, ...database } = openPostgres('postgres://sightline@127.0.0.1:9/postgres');
  const storage = storageOf(database, systemClock);
  const log = { info: () => {}, warn: () => {} };
  const history = createHistory({ storage, days: 30, clock: systemClock, log });
  const failure = { failure: { code: 'storage_unreachable' } };
  await expect(history.changes({ limit: 1 })).rejects.toMatchObject(failure);
  await expect(history.watched(0, 1)).rejects.toMatchObject(failure);
  await expect(history.fleet({ since: 0, until: 1, length: 900_000 })).rejects.toMatchObject(failure);
  await history.stop();
  await storage.close();
});
