import 'server-only';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Database, Tables } from './database.ts';

/**
 * Data that is not shown, because it cannot be used or belongs to others. It is never deleted. `name`: of the file or schema to which
 * it was moved.
 */
export type SetAside =
  | { name: string; reason: 'damaged' | 'other_base_url' | 'other_organization' }
  /** Data of another key, until it is known whether it is of the same organization. */
  | { name: null; reason: 'unproven' };

/** The tables with data of an organization. The others contain data of users and replicas. `about` names the owner. */
const tables: readonly (keyof Tables)[] = [
  ...(['state', 'snapshot', 'detail', 'usage_sample', 'last_crawl', 'monitor_seen'] as const),
  ...(['subject', 'change', 'check_slot', 'fleet_slot', 'gap', 'monitor_gap'] as const),
];

/** @param now epoch ms. @returns the name of a file or schema for data that is set aside */
export function asideName(engine: Database['engine'], now: number): string {
  const time = new Date(now).toISOString().replaceAll(':', '-');
  return engine === 'sqlite' ? `sightline.db.${time}.aside` : `sightline_aside_${time}`;
}

/**
 * Moves the rows of an organization to a file or schema of their own. Nothing is lost.
 *
 * @param name of the file or schema
 * @param folder the directory of the new file; null: PostgreSQL, or the database is in memory
 */
export async function setAsideRows(
  { db, engine }: Database,
  name: string,
  folder: string | null,
): Promise<void> {
  if (engine === 'sqlite') await copyToFile(db, folder && join(folder, name));
  else await db.transaction().execute((trx) => moveToSchema(trx, name));
}

async function copyToFile(db: Kysely<Tables>, path: string | null): Promise<void> {
  if (path !== null) await sql`VACUUM INTO ${path}`.execute(db);
  for (const table of tables) await db.deleteFrom(table).execute();
}

/** Moves the tables and a copy of `about` to a schema, so that they can be moved back (docs/operations.md). */
async function moveToSchema(db: Kysely<Tables>, schema: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`SELECT current_schema() AS name`.execute(db);
  const here = rows[0]?.name ?? 'public';
  await sql`CREATE SCHEMA ${sql.id(schema)}`.execute(db);
  for (const table of [...tables, 'about']) {
    await sql`ALTER TABLE ${sql.table(table)} SET SCHEMA ${sql.id(schema)}`.execute(db);
    await sql`CREATE TABLE ${sql.id(here, table)} (LIKE ${sql.id(schema, table)} INCLUDING ALL)`.execute(db);
  }
  // The secret of the sessions stays in use.
  await sql`INSERT INTO ${sql.id(here, 'about')} TABLE ${sql.id(schema, 'about')}`.execute(db);
}
