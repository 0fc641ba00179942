import 'server-only';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';
import type { Database } from '../storage/database.ts';
import type { Timeline } from './availability.ts';
import { inBatches } from './batches.ts';
import type { Gap } from './fleet.ts';
import { storedIds } from './monitor-ids.ts';
import { SLOT_MS } from './slot.ts';
import { timelineOf } from './timeline.ts';
import { changesOfState, monitorGaps } from './timeline-queries.ts';

interface PresentMonitor {
  uuid: string;
  /** The monitor as the last recorded crawl showed it; null: not known. */
  present: Pick<InventoryMonitor, 'condition' | 'maintenance_mode'> | null;
  /** Since when it was not read, epoch ms; null: recent crawls have read it. */
  unreadSince: number | null;
}

/** The times for which the past is read, epoch ms. */
export interface PastTimes {
  since: number;
  /** The starts of slots, the oldest first. */
  slots: readonly number[];
}

/** The range in which there were crawls, and its gaps. Epoch ms. */
interface WatchedTimes {
  from: number;
  until: number;
  gaps: readonly Gap[];
}

export interface Past {
  timeline: Timeline;
  /** `Slot.seen` of each asked slot in which the monitor was read, by the start of the slot, epoch ms. */
  seen: Map<number, number>;
}

/** Number of monitors read before the event loop runs again. */
const BATCH_MONITORS = 10;

/**
 * Reads the pasts of monitors. The time before the history began is not in a timeline.
 *
 * @param times changes that ended before `since` are not read
 * @param visit receives the UUID and the past of each monitor
 */
export async function eachPast(
  db: Database['db'],
  monitors: readonly PresentMonitor[],
  { since, slots }: PastTimes,
  { from, until, gaps: all }: WatchedTimes,
  visit: (uuid: string, past: Past) => void,
): Promise<void> {
  for await (const batch of inBatches(monitors, BATCH_MONITORS)) {
    const ids = await storedIds(
      db,
      batch.map(({ uuid }) => uuid),
    );
    const known = [...ids.values()];
    const changes = Map.groupBy(await changesOfState(db, known, since), ({ monitor }) => monitor);
    const gaps = await monitorGaps(db, known, since);
    const seen = Map.groupBy(await slotsSeen(db, known, slots), ({ monitor }) => monitor);
    for (const { uuid, present, unreadSince } of batch) {
      const id = ids.get(uuid.toLowerCase()) ?? 0;
      const own = gaps.get(id) ?? [];
      const isUnread = unreadSince === null ? [] : [{ from: unreadSince, to: until }];
      const firstSeen = own.find((gap) => gap.from === 0)?.to ?? from;
      visit(uuid, {
        timeline: timelineOf(changes.get(id) ?? [], present, {
          from: firstSeen,
          until,
          unread: [...all, ...own, ...isUnread],
        }),
        seen: new Map((seen.get(id) ?? []).map((slot) => [slot.at, slot.seen])),
      });
    }
  }
}

/** @param starts see `PastTimes.slots` */
async function slotsSeen(db: Database['db'], ids: readonly number[], starts: readonly number[]) {
  // PostgreSQL has no empty lists.
  if (ids.length === 0 || starts.length === 0) return [];
  const slots = db.selectFrom('check_slot').select(['monitor', 'at', 'seen']).where('length', '=', SLOT_MS);
  return slots.where('at', 'in', starts).where('monitor', 'in', ids).execute();
}
