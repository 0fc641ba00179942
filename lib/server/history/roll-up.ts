import 'server-only';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { LeaderTransaction, Tables } from '../storage/database.ts';
import { inSlices } from './in-slices.ts';
import { storedRange } from './monitor-slots.ts';
import { slotBits, slotStart } from './slot.ts';
import { longerSlots } from './slot-lengths.ts';

/** The conditions that were seen in any of several slots. No aggregate function of both engines does this. */
const seenInAny: RawBuilder<number> = sql.join(
  slotBits.map((bit) => sql`max(seen & ${sql.lit(bit)})`),
  sql` + `,
);

/** Joins the slots that are old at a time to longer ones (`longerSlots`). @param now epoch ms */
export async function rollUp(asLeader: LeaderTransaction, now: number): Promise<void> {
  for (const { length, longer, age } of longerSlots) {
    const before = slotStart(now - age, longer);
    for (;;) {
      const stored = await asLeader((trx) => storedRange(trx, length));
      if (stored === null || stored.first >= before) break;
      const at = slotStart(stored.first, longer);
      const starts = Array.from({ length: longer / length }, (_, n) => at + n * length);
      await inSlices(asLeader, 'monitor_seen', (trx, from, to) =>
        joinSlots(trx, { length, longer, at, starts, from, to }),
      );
    }
    await asLeader((trx) => joinFleetSlots(trx, { length, longer, before }));
  }
}

/** Joins the slots of some monitors in one longer slot. */
async function joinSlots(
  trx: Transaction<Tables>,
  slice: { length: number; longer: number; at: number; starts: number[]; from: number; to: number },
): Promise<void> {
  const { length, longer, at, starts, from, to } = slice;
  const isInSlice = sql<boolean>`length = ${length} AND start IN (${sql.join(starts)}) AND monitor >= ${from} AND monitor < ${to}`;
  await sql`
    INSERT INTO check_slot (length, start, monitor, quarters, seen, checks, down, timed, sum_ms, max_ms)
    SELECT CAST(${longer} AS integer), CAST(${at} AS bigint), monitor, sum(quarters), ${seenInAny}, sum(checks), sum(down),
      sum(timed), sum(sum_ms), max(max_ms)
    FROM check_slot WHERE ${isInSlice} GROUP BY monitor`.execute(trx);
  await sql`DELETE FROM check_slot WHERE ${isInSlice}`.execute(trx);
}

/** Joins all slots of the fleet before a time. */
async function joinFleetSlots(
  trx: Transaction<Tables>,
  { length, longer, before }: { length: number; longer: number; before: number },
): Promise<void> {
  const isOld = sql<boolean>`length = ${length} AND start < ${before}`;
  await sql`
    INSERT INTO fleet_slot (length, start, first_at, last_at, quarters, down, overdue, unknown, pending, up, inactive, maintenance)
    SELECT CAST(${longer} AS integer), start - start % ${sql.lit(longer)} AS long_start, min(first_at), max(last_at),
      sum(quarters), max(down), max(overdue), max(unknown), max(pending), min(up), max(inactive), max(maintenance)
    FROM fleet_slot WHERE ${isOld} GROUP BY long_start`.execute(trx);
  await sql`DELETE FROM fleet_slot WHERE ${isOld}`.execute(trx);
}
