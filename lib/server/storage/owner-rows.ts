import 'server-only';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { decompressLines } from './compressed-lines.ts';
import type { Tables } from './database.ts';
import type { Owner } from './whose-data.ts';

/** Returns whose data a database has; null: it does not say, because nothing was stored yet. */
export async function readOwner(db: Kysely<Tables>): Promise<Owner | null> {
  const rows = await db.selectFrom('about').selectAll().execute();
  const { binding, base_url } = Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  return binding === undefined || base_url === undefined ? null : { binding, baseUrl: base_url };
}

/** Stores whose data a database has from now on. */
export async function writeOwner(db: Kysely<Tables>, { binding, baseUrl }: Owner): Promise<void> {
  await db
    .insertInto('about')
    .values([
      { name: 'binding', value: binding },
      { name: 'base_url', value: baseUrl },
    ])
    .onConflict((row) => row.column('name').doUpdateSet((set) => ({ value: set.ref('excluded.value') })))
    .execute();
}

const rowsSchema = z.array(z.object({ monitor_uuid: z.string() })).catch([]);

/** Returns the UUIDs of the monitors in the stored list, details and history, in lower case. */
export async function knownUuids(db: Kysely<Tables>): Promise<ReadonlySet<string>> {
  const seen = db.selectFrom('monitor_seen').select('uuid');
  const rows = await db.selectFrom('detail').select('uuid').union(seen).execute();
  const list = await db.selectFrom('snapshot').select('body').executeTakeFirst();
  // A list that cannot be read is no evidence.
  const lines = list?.body ? await decompressLines(list.body).catch(() => []) : [];
  const listed = lines.flatMap((line) => rowsSchema.parse(JSON.parse(line)));
  const uuids = [...rows.map(({ uuid }) => uuid), ...listed.map((row) => row.monitor_uuid)];
  return new Set(uuids.map((uuid) => uuid.toLowerCase()));
}
