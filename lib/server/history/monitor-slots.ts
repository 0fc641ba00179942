import 'server-only';
import { type Selectable, sql, type Transaction } from 'kysely';
import type { Database, Tables } from '../storage/database.ts';
import { rememberMonitors } from './remember-monitors.ts';
import { addSlots, SLOT_MS, type Slot, slotStart } from './slot.ts';
import { type SlotQuery, slotLengths } from './slot-lengths.ts';

/** A slot of a monitor. */
export interface SlotEntry {
  uuid: string;
  slot: Slot;
}

/** Replaces what is stored of slots that begin at a time. @param start epoch ms */
export async function writeSlots(
  trx: Transaction<Tables>,
  start: number,
  entries: readonly SlotEntry[],
): Promise<void> {
  const ids = await rememberMonitors(
    trx,
    entries.map(({ uuid }) => uuid),
  );
  const rows = entries.flatMap(({ uuid, slot: { sumMs, maxMs, ...slot } }) => {
    const monitor = ids.get(uuid.toLowerCase());
    return monitor === undefined
      ? []
      : [{ length: SLOT_MS, start, monitor, ...slot, sum_ms: sumMs, max_ms: maxMs }];
  });
  await trx
    .insertInto('check_slot')
    .values(rows)
    .onConflict((on) =>
      on.columns(['length', 'start', 'monitor']).doUpdateSet(({ ref }) => ({
        seen: ref('excluded.seen'),
        checks: ref('excluded.checks'),
        down: ref('excluded.down'),
        timed: ref('excluded.timed'),
        sum_ms: ref('excluded.sum_ms'),
        max_ms: ref('excluded.max_ms'),
      })),
    )
    .execute();
}

function slotOf({
  quarters,
  seen,
  checks,
  down,
  timed,
  sum_ms,
  max_ms,
}: Selectable<Tables['check_slot']>): Slot {
  return { quarters, seen, checks, down, timed, sumMs: sum_ms, maxMs: max_ms };
}

/** Returns the recorded slots that begin at a time, by UUID. */
export async function slotsAt(db: Database['db'], start: number): Promise<Map<string, Slot>> {
  const rows = await db
    .selectFrom('check_slot')
    .innerJoin('monitor_seen', 'monitor_seen.id', 'monitor')
    .selectAll('check_slot')
    .select('uuid')
    .where('length', '=', SLOT_MS)
    .where('start', '=', start)
    .execute();
  return new Map(rows.map(({ uuid, ...row }) => [uuid, slotOf(row)]));
}

/** Returns the slots of a monitor, the oldest first; null for a monitor that is not remembered. */
export async function readSlots(
  db: Database['db'],
  uuid: string,
  { since, until, length }: SlotQuery,
): Promise<{ at: number; slot: Slot }[] | null> {
  const monitor = await db
    .selectFrom('monitor_seen')
    .select('id')
    .where(sql<string>`lower(uuid)`, '=', uuid.toLowerCase())
    .executeTakeFirst();
  if (monitor === undefined) return null;
  const joined = new Map<number, Slot>();
  for (const own of slotLengths.filter((one) => one <= length)) {
    const stored = await storedRange(db, own);
    if (stored === null) continue;
    const starts: number[] = [];
    const first = Math.max(stored.first, slotStart(since, own));
    for (let start = first; start <= stored.last && start < until; start += own) starts.push(start);
    if (starts.length === 0) continue;
    const rows = await db
      .selectFrom('check_slot')
      .selectAll()
      .where('length', '=', own)
      .where('monitor', '=', monitor.id)
      .where('start', 'in', starts)
      .execute();
    for (const row of rows) {
      const at = slotStart(row.start, length);
      const other = joined.get(at);
      joined.set(at, other ? addSlots(other, slotOf(row)) : slotOf(row));
    }
  }
  return [...joined].sort(([a], [b]) => a - b).map(([at, slot]) => ({ at, slot }));
}

/** The starts of the first and the last slots of a length, epoch ms; null: there are none. */
export async function storedRange(
  db: Database['db'] | Transaction<Tables>,
  length: number,
): Promise<{ first: number; last: number } | null> {
  const starts = db.selectFrom('check_slot').select('start').where('length', '=', length).limit(1);
  const first = await starts.orderBy('start').executeTakeFirst();
  const last = await starts.orderBy('start', 'desc').executeTakeFirst();
  return first && last ? { first: first.start, last: last.start } : null;
}
