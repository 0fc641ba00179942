import 'server-only';
import { sql, type Transaction } from 'kysely';
import type { Tables } from '../storage/database.ts';

/** Stores monitors that are not stored yet. @returns a function from the UUIDs of all to their ids */
export async function monitorIds(
  trx: Transaction<Tables>,
  uuids: readonly string[],
): Promise<(uuid: string) => number> {
  const inserted = trx.insertInto('monitor_seen').values(uuids.map((uuid) => ({ uuid })));
  await inserted.onConflict((on) => on.doNothing()).execute();
  const keys = uuids.map((uuid) => uuid.toLowerCase());
  const found = trx.selectFrom('monitor_seen').select(['id', 'uuid']);
  const rows = await found.where(sql<string>`lower(uuid)`, 'in', keys).execute();
  const ids = new Map(rows.map(({ id, uuid }) => [uuid.toLowerCase(), id]));
  return (uuid) => {
    const id = ids.get(uuid.toLowerCase());
    if (id === undefined) throw new Error('a monitor is missing');
    return id;
  };
}
