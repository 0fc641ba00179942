import 'server-only';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database, Tables } from '../storage/database.ts';

/** Returns the ids of those monitors that are stored, by UUID in lower case. */
export async function storedIds(db: Kysely<Tables>, uuids: readonly string[]): Promise<Map<string, number>> {
  // PostgreSQL has no empty lists.
  if (uuids.length === 0) return new Map();
  const keys = uuids.map((uuid) => uuid.toLowerCase());
  const stored = db.selectFrom('monitor_seen').select(['id', 'uuid']);
  const rows = await stored.where(sql<string>`lower(uuid)`, 'in', keys).execute();
  return new Map(rows.map(({ id, uuid }) => [uuid.toLowerCase(), id]));
}

/** Stores the monitors that are not stored yet. @returns a function that returns the id of a UUID */
export async function monitorIds(
  trx: Transaction<Tables>,
  uuids: readonly string[],
): Promise<(uuid: string) => number> {
  const ids = await storedIds(trx, uuids);
  const added = new Map(uuids.map((uuid) => [uuid.toLowerCase(), { uuid }]));
  for (const key of ids.keys()) added.delete(key);
  if (added.size > 0) {
    const inserted = trx
      .insertInto('monitor_seen')
      .values([...added.values()])
      .returning(['id', 'uuid']);
    for (const { id, uuid } of await inserted.execute()) ids.set(uuid.toLowerCase(), id);
  }
  return (uuid) => ids.get(uuid.toLowerCase()) ?? Number.NaN;
}

/** Selects the changes of some monitors, with the ids of the monitors. */
export function changesOfMonitors(db: Database['db'], monitors: readonly number[]) {
  return (
    db
      // SQLite keeps the order of a cross join. With another join it would scan all changes.
      .selectFrom('subject')
      .crossJoin('change')
      .whereRef('change.subject', '=', 'subject.id')
      .select('monitor')
      .where('monitor', 'in', monitors)
  );
}
