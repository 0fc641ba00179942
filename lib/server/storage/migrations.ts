import 'server-only';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Database } from './database.ts';
import { createHistoryTables } from './history-tables.ts';

/** The migrations in their order. One that was released is never changed. */
const migrationsOf = (engine: Database['engine']): Record<string, Migration> => ({
  '0001-initial': { up: (db) => createInitialTables(db, engine) },
});

/**
 * Brings the tables up to date, under a lock where several processes may start at once.
 *
 * @throws an error of the engine, also when a later version of Sightline has migrated the tables
 */
export async function migrate({ db, engine }: Database): Promise<void> {
  const migrations = migrationsOf(engine);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

async function createInitialTables(db: Kysely<unknown>, engine: Database['engine']): Promise<void> {
  const isSqlite = engine === 'sqlite';
  const blob = isSqlite ? 'blob' : 'bytea';
  const serial = isSqlite ? 'integer' : 'bigserial';
  const statements = [
    'CREATE TABLE about (name text PRIMARY KEY, value text NOT NULL)',
    'CREATE TABLE state (key text PRIMARY KEY, value text NOT NULL)',
    `CREATE TABLE snapshot (id integer PRIMARY KEY, version text NOT NULL, status text NOT NULL, body ${blob})`,
    'CREATE TABLE detail (uuid text PRIMARY KEY, body text NOT NULL, fetched_at bigint NOT NULL)',
    'CREATE TABLE usage_sample (at bigint PRIMARY KEY, daily_remaining bigint, monthly_remaining bigint)',
    `CREATE TABLE session (
       id_hash text PRIMARY KEY, realm text NOT NULL, data text NOT NULL, idle_until bigint NOT NULL,
       ends_at bigint NOT NULL)`,
    `CREATE TABLE lease (
       name text PRIMARY KEY, holder text NOT NULL, term bigint NOT NULL, expires_at bigint NOT NULL)`,
    `CREATE TABLE replica (
       name text PRIMARY KEY, seen_at bigint NOT NULL, wanted_s integer, viewers text NOT NULL)`,
    `CREATE TABLE request (
       id ${serial} PRIMARY KEY, kind text NOT NULL, parameters text NOT NULL, made_at bigint NOT NULL, answer text)`,
    'CREATE TABLE rate_limit (key varchar(255) PRIMARY KEY, points integer NOT NULL, expire bigint)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
  await createHistoryTables(db, engine);
}
