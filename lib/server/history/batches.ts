import 'server-only';
import { setImmediate } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import type { LeaderTransaction, Tables } from '../storage/database.ts';

/** Yields items in batches. The event loop runs after each batch. */
export async function* inBatches<T>(items: Iterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
    await setImmediate();
  }
  if (batch.length > 0) yield batch;
}

/** Number of ids in one transaction: it must not hold the event loop for long. */
const BATCH_IDS = 1000;

/**
 * Runs a transaction for each range of ids in a table. The event loop runs after each transaction.
 *
 * @param run receives the first id, and the id after the last one
 */
export async function inIdBatches(
  asLeader: LeaderTransaction,
  table: 'monitor_seen' | 'subject',
  run: (trx: Transaction<Tables>, first: number, end: number) => Promise<unknown>,
): Promise<void> {
  const from = sql.table(table);
  const range = sql<{ first: number | null; last: number | null }>`
    SELECT (SELECT min(id) FROM ${from}) AS first, (SELECT max(id) FROM ${from}) AS last`;
  const { first, last } = (await asLeader((trx) => range.execute(trx))).rows[0] ?? {};
  for (let id = first ?? 0; id <= (last ?? -1); id += BATCH_IDS) {
    await asLeader((trx) => run(trx, id, id + BATCH_IDS));
    await setImmediate();
  }
}
