import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe } from 'vitest';
import { isMissing, postgresProgram } from '../../../e2e/support/runner/system-program.ts';
import type { Database } from './database.ts';
import { migrate } from './migrations.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

/** Opens an empty database with all tables. The caller destroys it. */
type Open = () => Promise<Database>;

/** Defines the tests of a contract for SQLite and for a real PostgreSQL server. */
export function onBothEngines(define: (open: Open) => void): void {
  describe('SQLite', () => define(() => migrated(openSqlite(':memory:'))));
  describe.skipIf(isMissing(postgresProgram))('PostgreSQL', () =>
    define(async () => migrated(openPostgres(await newPostgresDatabase()))),
  );
}

/** Defines tests of what several processes do with a real PostgreSQL server. @param open see `onBothEngines` */
export function onPostgres(define: (open: () => Promise<ReturnType<typeof openPostgres>>) => void): void {
  describe.skipIf(isMissing(postgresProgram))('PostgreSQL', () =>
    define(async () => migrated(openPostgres(await newPostgresDatabase()))),
  );
}

async function migrated<T extends Database>(database: T): Promise<T> {
  await migrate(database);
  return database;
}

/** Creates an empty database in the server that all tests share. @returns its URL */
export async function newPostgresDatabase(): Promise<string> {
  const server = process.env.SIGHTLINE_TEST_POSTGRES_URL ?? '';
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  const { db } = openPostgres(server);
  await sql`CREATE DATABASE ${sql.id(name)}`.execute(db);
  await db.destroy();
  return new URL(`/${name}`, server).href;
}
