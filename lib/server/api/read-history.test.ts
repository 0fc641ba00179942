import { expect, test } from 'vitest';
import { systemClock } from '../clock.ts';
import { createHistory } from '../history/history.ts';
import { openPostgres } from '../storage/postgres.ts';
import { storageOf } from '../storage/storage.fixtures.ts';
import { readHistory } from './read-history.ts';

test('row 39: who asks for the history while the database cannot be reached is told so', async () => {
  const { pool, ...database } = openPostgres('postgres://sightline@127.0.0.1:9/postgres');
  const storage = storageOf(database, systemClock);
  const log = { info: () => {}, warn: () => {} };
  const history = readHistory(
    createHistory({ storage, isProven: () => true, days: 30, clock: systemClock, log }),
  );
  const failure = { failure: { code: 'storage_unreachable' } };
  await expect(history.changes({ limit: 1 })).rejects.toMatchObject(failure);
  await expect(history.watched(0, 1)).rejects.toMatchObject(failure);
  await expect(history.fleet({ since: 0, until: 1, length: 900_000 })).rejects.toMatchObject(failure);
  await history.stop();
  await storage.close();
});
