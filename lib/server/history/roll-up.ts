import 'server-only';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { DAY_MS } from '../../contract/history-days.ts';
import type { LeaderTransaction, Tables } from '../storage/database.ts';
import { inIdBatches } from './batches.ts';
import { storedRange } from './check-slots.ts';
import { slotBits, slotLengths, slotStart } from './slot.ts';

const [quarter, hour, fourHours] = slotLengths;

/** The age at which slots are joined to longer ones, milliseconds. Ranges that show the shorter slots end before it. */
const steps = [
  { length: quarter, longer: hour, age: 2 * DAY_MS },
  { length: hour, longer: fourHours, age: 8 * DAY_MS },
];

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
  for (const { length, longer, age } of steps) {
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
