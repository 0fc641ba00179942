import type { ChangeKind } from '../../contract/changes.ts';
import { aMonitor } from '../inventory/snapshot/arbitrary-monitors.fixtures.ts';
import type { Database } from '../storage/database.ts';
import { storageOf } from '../storage/storage.fixtures.ts';
import { noMonitors } from './fleet.ts';
import { createHistoryStore } from './history-store.ts';
import type { ObservedChange } from './monitor-changes.ts';
import type { SlotEntry } from './monitor-slots.ts';
import { SLOT_MS } from './slot.ts';

export const NOON = Date.parse('2026-11-20T12:00:00.000Z');
export const MINUTE = 60_000;
export const DAY = 1440 * MINUTE;

/** A slot of the fleet that begins at a time. */
export const fleetAt = (at: number) => ({
  ...{ ...noMonitors, up: 2, down: 1, maintenance: 1 },
  ...{ at, firstAt: at, lastAt: at, quarters: 1 },
});

/** A change at a time, minutes after noon, of the monitor with a number. */
export function change(kind: ChangeKind, minutes: number, n = 1, monitor = {}): ObservedChange {
  const at = NOON + minutes * MINUTE;
  const all = aMonitor(n, monitor);
  return {
    kind,
    from: at - 20_000,
    to: at,
    monitor: all,
    condition: 'up',
    edits: kind === 'edited' ? {} : null,
  };
}

/** Opens the history of a database, which this process leads. */
export async function openStore(database: Database) {
  const lease = { name: 'leader', holder: 'test', term: 1, expires_at: 0 };
  await database.db
    .insertInto('lease')
    .values(lease)
    .onConflict((on) => on.doNothing())
    .execute();
  const store = createHistoryStore(database, storageOf(database, { now: () => NOON }).asLeader);
  let snapshot = 0;
  return {
    ...store,
    /** Records a reading with changes. @param at its time; not given: the end of the last change */
    add(
      changes: readonly ObservedChange[],
      at = changes.at(-1)?.to ?? NOON,
      more: { slots?: SlotEntry[] } = {},
    ) {
      snapshot += 1;
      const times = { at, until: at, completeAt: at, snapshot };
      const fleet = fleetAt(Math.floor(at / SLOT_MS) * SLOT_MS);
      return store.record({ ...times, changes, slots: [], fleet, gap: null, ...more });
    },
  };
}
