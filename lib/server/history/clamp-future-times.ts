import 'server-only';
import { sql } from 'kysely';
import type { LeaderTransaction } from '../storage/database.ts';
import { slotLengths, slotStart } from './slot.ts';

/**
 * Corrects what was recorded while the clock was ahead. Changes and gaps that end after `to` (epoch ms) then end at `to`. Later
 * slots are deleted. All changes are read at once, which may hold the event loop: this happens rarely.
 */
export async function clampFutureTimes(asLeader: LeaderTransaction, to: number): Promise<void> {
  const clamped = (column: string) =>
    sql<number>`CASE WHEN ${sql.ref(column)} > ${to} THEN ${to} ELSE ${sql.ref(column)} END`;
  await asLeader(async (trx) => {
    // A clamped change may be the pair of an older one.
    await trx
      .updateTable('change')
      .set({ from: clamped('from'), to: clamped('to') })
      .set({ pair_from: clamped('pair_from'), pair_to: clamped('pair_to') })
      .where((change) => change.or([change('to', '>', to), change('pair_to', '>', to)]))
      .execute();
    for (const table of ['gap', 'monitor_gap'] as const) {
      await trx.deleteFrom(table).where('from', '>=', to).execute();
      await trx.updateTable(table).set({ to }).where('to', '>', to).execute();
    }
    for (const table of ['fleet_slot', 'check_slot'] as const) {
      const later = trx.deleteFrom(table).where('length', 'in', slotLengths);
      await later.where('at', '>', slotStart(to)).execute();
    }
    await sql`UPDATE last_crawl SET version = version + 1, began = ${to}, until = ${to},
      complete = ${clamped('complete')}`.execute(trx);
  });
}
