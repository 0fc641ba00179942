import 'server-only';
import type { Kysely } from 'kysely';
import type { Tables } from './database.ts';
import type { Owner } from './whose-data.ts';

/** Returns whose data a database has; null: it does not say, because nothing was stored yet. */
export async function readOwner(db: Kysely<Tables>): Promise<Owner | null> {
  const rows = await db.selectFrom('about').selectAll().execute();
  const find = (wanted: string) => rows.find(({ name }) => name === wanted)?.value;
  const [binding, baseUrl] = [find('binding'), find('base_url')];
  return binding === undefined || baseUrl === undefined ? null : { binding, baseUrl };
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
