import 'server-only';
import { sql } from 'kysely';
import { changeKinds } from '../../contract/change-kinds.ts';
import type { Database } from '../storage/database.ts';
import type { Gap } from './fleet.ts';
import type { ChangeOfState } from './timeline.ts';

/** Returns the ids of those monitors that are stored, by UUID. */
export async function idsOf(db: Database['db'], monitors: readonly string[]): Promise<Map<string, number>> {
  if (monitors.length === 0) return new Map();
  const uuids = new Map(monitors.map((uuid) => [uuid.toLowerCase(), uuid]));
  const stored = db.selectFrom('monitor_seen').select(['id', 'uuid']);
  const rows = await stored.where(sql<string>`lower(uuid)`, 'in', [...uuids.keys()]).execute();
  return new Map(rows.map(({ id, uuid }) => [uuids.get(uuid.toLowerCase()) ?? uuid, id]));
}

/**
 * Returns the changes of some monitors that tell what lasted, the oldest first.
 *
 * @param monitors their ids, at least one
 * @param since epoch ms: only changes that ended then or later
 * @param after only changes with a larger id
 */
export function changesOfState(
  db: Database['db'],
  monitors: readonly number[],
  since: number,
  after = 0,
): Promise<(ChangeOfState & { id: number; monitor: number })[]> {
  return (
    db
      // SQLite keeps the order of a cross join. It would otherwise go through all changes.
      .selectFrom('subject')
      .crossJoin('change')
      .whereRef('change.subject', '=', 'subject.id')
      .select(['change.id', 'monitor', 'kind', 'from', 'to', 'condition_before'])
      .where('monitor', 'in', monitors)
      // With all kinds, the database finds the changes after an id by the index of subject, kind and id.
      .where('kind', 'in', changeKinds)
      .where('change.id', '>', after)
      .where('to', '>=', since)
      .where(({ eb, or }) => or([eb('kind', '!=', 'edited'), eb('condition_before', 'is not', null)]))
      .orderBy('change.id')
      .execute()
  );
}

/** Returns the times without readings, by the ids of the monitors. @param monitors their ids, at least one */
export async function monitorGaps(
  db: Database['db'],
  monitors: readonly number[],
  since: number,
): Promise<Map<number, Gap[]>> {
  const gaps = db.selectFrom('monitor_gap').selectAll().where('monitor', 'in', monitors);
  return Map.groupBy(await gaps.where('to', '>=', since).execute(), ({ monitor }) => monitor);
}
