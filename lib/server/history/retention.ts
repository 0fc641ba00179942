import 'server-only';
import { setImmediate } from 'node:timers/promises';
import { type DeleteResult, type RawBuilder, sql, type Transaction } from 'kysely';
import type { LeaderTransaction, Tables } from '../storage/database.ts';
import { joinSteps, slotBits, slotLengths, slotStart, storedRange } from './slots.ts';

/** SQL for the conditions that were seen in any of several slots. No aggregate function of both engines joins bit masks. */
const seenInAny = slotBits.map((bit) => `max(seen & ${bit})`).join(' + ');

/** SQL for the mean of a count in several slots. */
const meanOf = (count: string) => `sum(${count}_mean * quarters) / sum(quarters)`;

/** How slots are joined: the columns, their expressions, and the columns by which they are grouped. */
const tables = {
  check_slot: [
    'monitor, quarters, seen, checks, down, timed, sum_ms, max_ms',
    `monitor, sum(quarters), ${seenInAny}, sum(checks), sum(down), sum(timed), sum(sum_ms), max(max_ms)`,
    'long_at, monitor',
  ],
  fleet_slot: [
    `first_at, last_at, quarters, crawls, down_mean, overdue_mean, unknown_mean,
      down, overdue, unknown, pending, up, inactive, maintenance`,
    `min(first_at), max(last_at), sum(quarters), sum(crawls), ${meanOf('down')}, ${meanOf('overdue')}, ${meanOf('unknown')},
      max(down), max(overdue), max(unknown), max(pending), min(up), max(inactive), max(maintenance)`,
    'long_at',
  ],
} as const;

/** Joins old slots to longer ones. @param now epoch ms */
export async function rollUp(asLeader: LeaderTransaction, now: number): Promise<void> {
  for (const { length, longer, age } of joinSteps) {
    const before = slotStart(now - age, longer);
    for (;;) {
      const stored = await asLeader((trx) => storedRange(trx, length));
      if (stored === null || stored.first >= before) break;
      const at = slotStart(stored.first, longer);
      const starts = Array.from({ length: longer / length }, (_, n) => at + n * length);
      await inIdBatches(asLeader, 'monitor_seen', (trx, first, end) => {
        const inBatch = sql`monitor >= ${first} AND monitor < ${end}`;
        const which = sql`length = ${length} AND at IN (${sql.join(starts)}) AND ${inBatch}`;
        return joinSlots(trx, 'check_slot', longer, which);
      });
    }
    const which = sql`length = ${length} AND at < ${before}`;
    await asLeader((trx) => joinSlots(trx, 'fleet_slot', longer, which));
  }
}

async function joinSlots(
  trx: Transaction<Tables>,
  table: keyof typeof tables,
  longer: number,
  which: RawBuilder<unknown>,
): Promise<void> {
  const [columns, joined, keys] = tables[table].map((text) => sql.raw(text));
  await sql`
    INSERT INTO ${sql.table(table)} (length, at, ${columns})
    SELECT CAST(${longer} AS integer), at - at % ${sql.lit(longer)} AS long_at, ${joined}
    FROM ${sql.table(table)} WHERE ${which} GROUP BY ${keys}`.execute(trx);
  await sql`DELETE FROM ${sql.table(table)} WHERE ${which}`.execute(trx);
}

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

/** Number of ids in one transaction: it must not hold the event loop for long. */
const BATCH_IDS = 1000;

/**
 * Runs a transaction for each range of ids in a table. The event loop runs after each transaction.
 *
 * @param run receives the first id, and the id after the last one
 */
async function inIdBatches(
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
