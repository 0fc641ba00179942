import 'server-only';
import type { Database } from '../storage/database.ts';

/** Returns the interval in which the present maintenance of each monitor began, epoch ms, by UUID. */
export async function presentMaintenance(
  db: Database['db'],
): Promise<Map<string, { from: number; to: number }>> {
  const changes = db
    .selectFrom('change')
    .innerJoin('subject', 'subject.id', 'change.subject')
    .innerJoin('monitor_seen', 'monitor_seen.id', 'subject.monitor')
    .select(['uuid', 'from', 'to'])
    .where('kind', '=', 'maintenance_on')
    .where('pair_to', 'is', null);
  const rows = await changes.orderBy('change.id').execute();
  return new Map(rows.map(({ uuid, from, to }) => [uuid, { from, to }]));
}

/** Returns the UUIDs of the monitors whose present outage was seen to begin while they were up. */
export async function outagesAfterUp(db: Database['db']): Promise<string[]> {
  const changes = db
    .selectFrom('change')
    .innerJoin('subject', 'subject.id', 'change.subject')
    .innerJoin('monitor_seen', 'monitor_seen.id', 'subject.monitor')
    .select('uuid')
    .where('kind', '=', 'down')
    .where('pair_to', 'is', null)
    .where('condition_before', '=', 'up');
  return (await changes.execute()).map(({ uuid }) => uuid);
}

/** Returns the UUIDs of the monitors that went down between two times, epoch ms. */
export async function monitorsDown(db: Database['db'], since: number, until: number): Promise<string[]> {
  const subjects = db
    .selectFrom('change')
    .select('subject')
    .where('to', '>=', since)
    .where('to', '<', until)
    .where('kind', '=', 'down');
  const monitors = db.selectFrom('subject').select('monitor').where('id', 'in', subjects);
  const rows = await db.selectFrom('monitor_seen').select('uuid').where('id', 'in', monitors).execute();
  return rows.map(({ uuid }) => uuid);
}
