import 'server-only';
import { sql, type Transaction } from 'kysely';
import type { Tables } from '../storage/database.ts';

/** Stores monitors that are not stored yet. @returns a function from the UUIDs of all to their ids */
export async function monitorIds(
  trx: Transaction<Tables>,
  uuids: readonly string[],
): Promise<(uuid: string) => number> {
  const found = trx.selectFrom('monitor_seen').select(['id', 'uuid']);
  const keys = uuids.map((uuid) => uuid.toLowerCase());
  const rows = await found.where(sql<string>`lower(uuid)`, 'in', keys).execute();
  const ids = new Map(rows.map(({ id, uuid }) => [uuid.toLowerCase(), id]));
  const added = new Map(
    uuids.filter((_, place) => !ids.has(keys[place] ?? '')).map((uuid) => [uuid.toLowerCase(), uuid]),
  );
  if (added.size > 0) {
    const values = [...added.values()].map((uuid) => ({ uuid }));
    const inserted = trx.insertInto('monitor_seen').values(values).returning(['id', 'uuid']);
    for (const { id, uuid } of await inserted.execute()) ids.set(uuid.toLowerCase(), id);
  }
  return (uuid) => ids.get(uuid.toLowerCase()) ?? Number.NaN;
}
