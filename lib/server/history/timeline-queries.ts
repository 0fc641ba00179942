import 'server-only';
import { changeKinds } from '../../contract/change-kinds.ts';
import type { Database } from '../storage/database.ts';
import type { Gap } from './fleet.ts';
import type { ChangeOfState } from './timeline.ts';

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

/**
 * Returns the changes of some monitors with the columns that a timeline needs, the oldest first.
 *
 * @param monitors their ids
 * @param since epoch ms: only changes that ended then or later
 */
export async function changesOfState(
  db: Database['db'],
  monitors: readonly number[],
  since: number,
): Promise<(ChangeOfState & { monitor: number })[]> {
  // PostgreSQL has no empty lists.
  if (monitors.length === 0) return [];
  return (
    changesOfMonitors(db, monitors)
      .select(['kind', 'from', 'to', 'condition_before'])
      // With all kinds, the database finds the changes by the index of subject, kind and id.
      .where('kind', 'in', changeKinds)
      .where('to', '>=', since)
      .where(({ eb, or }) => or([eb('kind', '!=', 'edited'), eb('condition_before', 'is not', null)]))
      .orderBy('change.id')
      .execute()
  );
}

/** Returns the times in which monitors were not read, by the ids of the monitors. */
export async function monitorGaps(
  db: Database['db'],
  monitors: readonly number[],
  since: number,
): Promise<Map<number, Gap[]>> {
  if (monitors.length === 0) return new Map();
  const gaps = db.selectFrom('monitor_gap').selectAll().where('monitor', 'in', monitors);
  return Map.groupBy(await gaps.where('to', '>=', since).execute(), ({ monitor }) => monitor);
}
