import 'server-only';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Database, Tables } from './database.ts';
import { ensurePrivateFile } from './private-files.ts';

/** Whether the rows of a table belong to an organization, rather than to users and replicas. `about` says whose they are. */
const isOfOrganization: Record<keyof Tables, boolean> = {
  about: false,
  state: true,
  snapshot: true,
  detail: true,
  usage_sample: true,
  reading: true,
  monitor_seen: true,
  subject: true,
  change: true,
  change_pair: true,
  check_slot: true,
  fleet_slot: true,
  gap: true,
  session: false,
  lease: false,
  replica: false,
  request: false,
  rate_limit: false,
};

/**
 * Moves the rows of an organization away, under a name of their own. Nothing is deleted.
 *
 * @param name of a file (SQLite), or of a schema (PostgreSQL)
 * @param folder of the file; null: the database is in memory, or a temporary copy of a file that stays as it is
 */
export async function setAsideRows(
  { db, engine }: Database,
  name: string,
  folder: string | null,
): Promise<void> {
  const tables = Object.entries(isOfOrganization).flatMap(([table, moves]) => (moves ? [table] : []));
  if (engine === 'sqlite') await copyToFile(db, tables, folder && join(folder, name));
  else await db.transaction().execute((trx) => moveToSchema(trx, tables, name));
}

async function copyToFile(db: Kysely<Tables>, tables: readonly string[], path: string | null): Promise<void> {
  if (path !== null) {
    // VACUUM would give it the permissions of the process.
    ensurePrivateFile(path);
    await sql`VACUUM INTO ${path}`.execute(db);
  }
  for (const table of tables) await sql`DELETE FROM ${sql.table(table)}`.execute(db);
}

async function moveToSchema(db: Kysely<Tables>, tables: readonly string[], schema: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`SELECT current_schema() AS name`.execute(db);
  const here = rows[0]?.name ?? 'public';
  await sql`CREATE SCHEMA ${sql.id(schema)}`.execute(db);
  await sql`CREATE TABLE ${sql.id(schema, 'about')} AS TABLE ${sql.id(here, 'about')}`.execute(db);
  for (const table of tables) {
    await sql`ALTER TABLE ${sql.table(table)} SET SCHEMA ${sql.id(schema)}`.execute(db);
    await sql`CREATE TABLE ${sql.id(here, table)} (LIKE ${sql.id(schema, table)} INCLUDING ALL)`.execute(db);
  }
}
