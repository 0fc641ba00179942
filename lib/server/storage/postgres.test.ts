import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../clock.ts';
import { newPostgresDatabase, noPostgres } from './engines.fixtures.ts';
import { openPostgres } from './postgres.ts';
import { createStorage } from './storage.ts';

test.skipIf(noPostgres).each([
  ['there is no such database', (url: string) => `${url}-missing`, /does not exist/],
  ['there is no such role', (url: string) => url.replace('//sightline@', '//nobody@'), /does not exist/],
  ['the server has no TLS', (url: string) => `${url}?sslmode=verify-full`, /does not support SSL/],
  ['nobody listens', () => 'postgres://sightline@127.0.0.1:9/postgres', /ECONNREFUSED/],
])('a database that lets nobody in is out of reach, and the log says why: %s', async (_, wrong, why) => {
  const logged: unknown[] = [];
  const log = { info: () => {}, warn: (line: unknown) => logged.push(line) };
  const { pool, ...database } = openPostgres(wrong(await newPostgresDatabase()));
  const storage = createStorage(database, { term: () => null, clock: systemClock, log });
  onTestFinished(() => storage.close());
  await expect(storage.read((db) => sql`SELECT 1`.execute(db))).rejects.toThrow('unreachable');
  expect(storage.unreachableSince()).not.toBeNull();
  expect(logged).toMatchObject([{ problem: 'unreachable', err: { message: expect.stringMatching(why) } }]);
});
