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
  const blob = engine === 'sqlite' ? sql`blob` : sql`bytea`;
  const { schema } = db;
  await schema
    .createTable('about')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('state')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('snapshot')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('body', blob)
    .execute();
  await schema
    .createTable('detail')
    .addColumn('uuid', 'text', (column) => column.primaryKey())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('fetched_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createTable('usage_sample')
    .addColumn('at', 'bigint', (column) => column.primaryKey())
    .addColumn('daily_remaining', 'bigint')
    .addColumn('monthly_remaining', 'bigint')
    .execute();
  await schema
    .createTable('session')
    .addColumn('id_hash', 'text', (column) => column.primaryKey())
    .addColumn('realm', 'text', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('idle_until', 'bigint', (column) => column.notNull())
    .addColumn('ends_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createTable('lease')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('term', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createTable('replica')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .addColumn('wanted_s', 'integer')
    .addColumn('viewers', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('request')
    .addColumn('id', engine === 'sqlite' ? 'integer' : 'bigserial', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('parameters', 'text', (column) => column.notNull())
    .addColumn('made_at', 'bigint', (column) => column.notNull())
    .addColumn('answer', 'text')
    .execute();
  await schema
    .createTable('rate_limit')
    .addColumn('key', 'varchar(255)', (column) => column.primaryKey())
    .addColumn('points', 'integer', (column) => column.notNull())
    .addColumn('expire', 'bigint')
    .execute();
  await createHistoryTables(db, engine);
}
