import 'server-only';
import { setImmediate } from 'node:timers/promises';
import { type DeleteResult, sql, type Transaction } from 'kysely';
import type { LeaderTransaction, Tables } from '../storage/database.ts';
import { inIdBatches } from './batches.ts';
import { slotLengths } from './slot.ts';

/** Number of rows in one transaction: it must not hold the event loop for long. */
const BATCH_ROWS = 1000;

/** Deletes rows that are older than a time, epoch ms, and rows that no other row refers to any more. */
export async function prune(asLeader: LeaderTransaction, before: number): Promise<void> {
  await repeat(asLeader, (trx) => {
    const old = trx.selectFrom('change').select('id').where('to', '<', before).orderBy('to');
    return trx.deleteFrom('change').where('id', 'in', old.limit(BATCH_ROWS)).executeTakeFirst();
  });
  for (const length of slotLengths) {
    await repeat(asLeader, (trx) => {
      const slots = trx.selectFrom('check_slot').where('length', '=', length);
      const oldest = slots.where('at', '<=', before - length).select(({ fn }) => fn.min('at').as('at'));
      const all = trx.deleteFrom('check_slot').where('length', '=', length);
      return all.where('at', '=', oldest).executeTakeFirst();
    });
  }
  await asLeader(async (trx) => {
    await trx.deleteFrom('gap').where('to', '<', before).execute();
    await trx.deleteFrom('monitor_gap').where('to', '<', before).execute();
    await trx.deleteFrom('fleet_slot').where(sql<boolean>`at + length <= ${before}`).execute();
    // All changes and slots of such a monitor are older, too.
    await trx.deleteFrom('monitor_seen').where('removed_at', '<', before).execute();
    await sql`UPDATE last_crawl SET version = version + 1`.execute(trx);
  });
  await inIdBatches(asLeader, 'subject', (trx, first, end) =>
    sql`DELETE FROM subject WHERE id >= ${first} AND id < ${end}
      AND NOT EXISTS (SELECT 1 FROM change WHERE change.subject = subject.id)`.execute(trx),
  );
}

/** Repeats a deletion until nothing is left to delete. The event loop runs after each deletion. */
async function repeat(
  asLeader: LeaderTransaction,
  run: (trx: Transaction<Tables>) => Promise<DeleteResult>,
): Promise<void> {
  while ((await asLeader(run)).numDeletedRows > 0n) await setImmediate();
}
