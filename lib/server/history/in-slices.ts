import 'server-only';
import { setImmediate } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { LeaderTransaction, Tables } from '../storage/database.ts';

/** Number of rows in one transaction: it must not hold the event loop for long. */
const ROWS_PER_TURN = 1000;

/** Runs statements for all ids of a table, some at a time, between which the event loop runs. @param run `to` is not included */
export async function inSlices(
  asLeader: LeaderTransaction,
  table: 'monitor_seen' | 'subject',
  run: (trx: Transaction<Tables>, from: number, to: number) => Promise<unknown>,
): Promise<void> {
  const last = await asLeader((trx) =>
    trx.selectFrom(table).select('id').orderBy('id', 'desc').executeTakeFirst(),
  );
  for (let from = 0; from <= (last?.id ?? -1); from += ROWS_PER_TURN) {
    await asLeader((trx) => run(trx, from, from + ROWS_PER_TURN));
    await setImmediate();
  }
}
