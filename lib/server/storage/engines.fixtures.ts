import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, onTestFinished } from 'vitest';
import type { Database } from './database.ts';
import { migrate } from './migrations.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

/** The server that the tests share in the deep part (e2e/support/runner/postgres-for-all.ts). */
const serverUrl = process.env.SIGHTLINE_TEST_POSTGRES_URL;

/** Without it, tests with PostgreSQL are skipped. */
export const noPostgres = serverUrl === undefined;

/** Opens an empty database with all tables, for one test. */
type Open = () => Promise<Database>;

/** Defines the tests of a contract for SQLite and, in the deep part, for a real PostgreSQL server. */
export function onBothEngines(define: (open: Open) => void): void {
  describe('SQLite', () => define(() => migrated(openSqlite(':memory:'))));
  describe.skipIf(noPostgres)('PostgreSQL', () =>
    define(async () => migrated(openPostgres(await newPostgresDatabase()))),
  );
}

/** Defines tests of what several processes do with a real PostgreSQL server. */
export function onPostgres(define: (open: () => Promise<ReturnType<typeof openPostgres>>) => void): void {
  describe.skipIf(noPostgres)('PostgreSQL', () =>
    define(async () => migrated(openPostgres(await newPostgresDatabase()))),
  );
}

async function migrated<T extends Database>(database: T): Promise<T> {
  onTestFinished(() => database.db.destroy());
  await migrate(database);
  return database;
}

/** Creates an empty database in the server that all tests share. @returns its URL */
export async function newPostgresDatabase(): Promise<string> {
  const server = serverUrl ?? '';
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  const { db } = openPostgres(server);
  await sql`CREATE DATABASE ${sql.id(name)}`.execute(db);
  await db.destroy();
  return new URL(`/${name}`, server).href;
}
