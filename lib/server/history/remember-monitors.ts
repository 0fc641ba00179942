import 'server-only';
import { sql, type Transaction } from 'kysely';
import type { Tables } from '../storage/database.ts';

/** Remembers monitors, unless that has been done. @returns their ids, by UUID in lower case */
export async function rememberMonitors(
  trx: Transaction<Tables>,
  uuids: readonly string[],
): Promise<Map<string, number>> {
  await trx
    .insertInto('monitor_seen')
    .values(uuids.map((uuid) => ({ uuid })))
    .onConflict((on) => on.doNothing())
    .execute();
  const found = await trx
    .selectFrom('monitor_seen')
    .select(['id', 'uuid'])
    .where(
      sql<string>`lower(uuid)`,
      'in',
      uuids.map((uuid) => uuid.toLowerCase()),
    )
    .execute();
  return new Map(found.map(({ id, uuid }) => [uuid.toLowerCase(), id]));
}
