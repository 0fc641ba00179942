import 'server-only';
import { setImmediate } from 'node:timers/promises';
import type { LeaderTransaction } from '../storage/database.ts';
import { firstChangeSince } from './find-changes.ts';
import { inSlices } from './in-slices.ts';
import { storedRange } from './monitor-slots.ts';
import { slotLengths } from './slot-lengths.ts';

/** Number of changes deleted before the event loop runs again. */
const ROWS_PER_TURN = 1000;

/**
 * Deletes what is older than a time, and what nothing refers to any more. A change that has ended something keeps how long that
 * lasted.
 *
 * @param before epoch ms
 */
export async function forget(asLeader: LeaderTransaction, before: number): Promise<void> {
  await asLeader(async (trx) => {
    await trx.deleteFrom('gap').where('to', '<', before).execute();
    for (const length of slotLengths) {
      const isOld = trx.deleteFrom('fleet_slot').where('length', '=', length);
      await isOld.where('start', '<=', before - length).execute();
    }
  });
  await forgetChanges(asLeader, before);
  await forgetSlots(asLeader, before);
  await asLeader(async (trx) => {
    // All their changes and slots are older.
    await trx.deleteFrom('monitor_seen').where('removed_at', '<', before).execute();
    await trx
      .updateTable('reading')
      .set(({ eb }) => ({ version: eb('version', '+', 1) }))
      .execute();
  });
  await forgetSubjects(asLeader);
}

async function forgetChanges(asLeader: LeaderTransaction, before: number): Promise<void> {
  const end = await asLeader((trx) => firstChangeSince(trx, before));
  for (;;) {
    const first = await asLeader((trx) =>
      trx.selectFrom('change').select('id').orderBy('id').limit(1).executeTakeFirst(),
    );
    if (first === undefined || first.id >= end) return;
    const to = Math.min(first.id + ROWS_PER_TURN, end);
    await asLeader(async (trx) => {
      await trx.deleteFrom('change_pair').where('change', '<', to).execute();
      await trx.deleteFrom('change').where('id', '<', to).execute();
    });
    await setImmediate();
  }
}

async function forgetSlots(asLeader: LeaderTransaction, before: number): Promise<void> {
  for (const length of slotLengths) {
    for (;;) {
      const stored = await asLeader((trx) => storedRange(trx, length));
      if (stored === null || stored.first + length > before) break;
      await asLeader((trx) =>
        trx.deleteFrom('check_slot').where('length', '=', length).where('start', '=', stored.first).execute(),
      );
      await setImmediate();
    }
  }
}

async function forgetSubjects(asLeader: LeaderTransaction): Promise<void> {
  await inSlices(asLeader, 'subject', (trx, from, to) =>
    trx
      .deleteFrom('subject')
      .where('id', '>=', from)
      .where('id', '<', to)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('change').select('id').whereRef('change.subject', '=', 'subject.id'))),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('monitor_seen')
              .select('id')
              .whereRef('monitor_seen.id', '=', 'subject.monitor')
              .whereRef('monitor_seen.subject', '=', 'subject.id'),
          ),
        ),
      )
      .execute(),
  );
}
