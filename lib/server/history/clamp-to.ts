import 'server-only';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { LeaderTransaction } from '../storage/database.ts';
import { slotStart } from './slot.ts';
import { slotLengths } from './slot-lengths.ts';

/** Number of changes in one transaction: it must not hold the event loop for long. */
const ROWS_PER_TURN = 20_000;

/** Moves everything that was recorded after a time, epoch ms, to that time: the clock was ahead (`HistoryStore`). */
export async function clampTo(asLeader: LeaderTransaction, to: number): Promise<void> {
  const end = await asLeader((trx) =>
    trx.selectFrom('change').select('id').orderBy('id', 'desc').executeTakeFirst(),
  );
  // A change that is older can be ended by one that is moved.
  for (let id = 0; id <= (end?.id ?? -1); id += ROWS_PER_TURN) {
    await asLeader(async (trx) => {
      for (const [table, key] of [
        ['change', 'id'],
        ['change_pair', 'change'],
      ] as const) {
        await sql`
          UPDATE ${sql.table(table)}
          SET "from" = CASE WHEN "from" > ${to} THEN ${to} ELSE "from" END, "to" = ${to}
          WHERE ${sql.ref(key)} >= ${id} AND ${sql.ref(key)} < ${id + ROWS_PER_TURN} AND "to" > ${to}`.execute(
          trx,
        );
      }
    });
    await setImmediate();
  }
  await asLeader(async (trx) => {
    await trx.updateTable('gap').set({ to }).where('from', '<', to).where('to', '>', to).execute();
    await trx.deleteFrom('gap').where('from', '>=', to).execute();
    for (const length of slotLengths) {
      for (const table of ['fleet_slot', 'check_slot'] as const) {
        const all = trx.deleteFrom(table).where('length', '=', length);
        await all.where('start', '>', slotStart(to)).execute();
      }
    }
    await sql`
      UPDATE reading SET version = version + 1, began = ${to}, until = ${to},
        complete = CASE WHEN complete > ${to} THEN ${to} ELSE complete END`.execute(trx);
  });
}
