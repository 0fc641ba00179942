import 'server-only';
import { LRUCache } from 'lru-cache';
import type { InventoryMonitor } from '../inventory/snapshot/snapshot.ts';
import type { Database, Tables } from '../storage/database.ts';
import type { Timeline } from './availability.ts';
import { inBatches } from './batches.ts';
import type { Gap } from './fleet.ts';
import { storedIds } from './monitor-ids.ts';
import { SLOT_MS, slotStart } from './slot.ts';
import { type ChangeOfState, timelineOf } from './timeline.ts';
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
  /** When the last recorded crawl began. */
  crawlAt: number;
}

export interface Past {
  timeline: Timeline;
  /** `Slot.seen` of each slot in which the monitor was read, by the start of the slot, epoch ms. */
  seen: Map<number, number>;
}

/** What was already read from the database of a monitor. Only newer rows are read again. */
interface Remembered {
  id: number;
  changes: ChangeOfState[];
  /** By the start of the slot. */
  seen: Map<number, number>;
  /** The id of the last change that was read, and the start of the first slot that may still change. */
  lastChange: number;
  openSlot: number;
}

/** Maximum number of cached monitors. Each takes some 10 kB. */
const REMEMBERED_MAX = 1000;
/** Number of monitors read before the event loop runs again. */
const BATCH_MONITORS = 25;

/**
 * Returns a function that reads the pasts of many monitors, by UUID. It caches what does not change any more. The times of its
 * calls must only move forward.
 */
export function createPastReader(db: Database['db']) {
  const remembered = new LRUCache<string, Remembered>({ max: REMEMBERED_MAX });
  let lastCrawlAt = 0;

  /** Adds the new changes and slots of stored monitors to the cache. */
  async function update(monitors: readonly Remembered[], times: PastTimes, { crawlAt }: WatchedTimes) {
    const byId = new Map(monitors.map((monitor) => [monitor.id, monitor]));
    const last = await db.selectFrom('last_crawl').select('last_change').executeTakeFirst();
    const after = Math.min(...monitors.map(({ lastChange }) => lastChange));
    for (const { id, monitor, ...change } of await changesOfState(db, [...byId.keys()], times.since, after)) {
      const own = byId.get(monitor);
      if (own === undefined || id <= own.lastChange) continue;
      own.changes.push(change);
      own.lastChange = id;
    }
    for (const { monitor, at, seen } of await slotsSeen(db, monitors, times.slots)) {
      byId.get(monitor)?.seen.set(at, seen);
    }
    for (const own of monitors) {
      own.lastChange = Math.max(own.lastChange, last?.last_change ?? 0);
      own.openSlot = slotStart(crawlAt);
      own.changes = own.changes.filter(({ to }) => to >= times.since);
      for (const at of own.seen.keys()) if (at < (times.slots[0] ?? 0)) own.seen.delete(at);
    }
  }

  return async (
    monitors: readonly PresentMonitor[],
    times: PastTimes,
    watched: WatchedTimes,
  ): Promise<Map<string, Past>> => {
    // The clock was set back, so that the times in the database have changed (`clampFutureTimes`).
    if (watched.crawlAt < lastCrawlAt) remembered.clear();
    lastCrawlAt = watched.crawlAt;
    const pasts = new Map<string, Past>();
    for await (const batch of inBatches(monitors, BATCH_MONITORS)) {
      const unknown = batch.map(({ uuid }) => uuid).filter((uuid) => !remembered.has(uuid));
      const ids = await storedIds(db, unknown);
      for (const uuid of unknown) {
        const id = ids.get(uuid.toLowerCase());
        if (id === undefined) continue;
        remembered.set(uuid, { id, changes: [], seen: new Map(), lastChange: 0, openSlot: 0 });
      }
      const known = batch.flatMap(({ uuid }) => remembered.get(uuid) ?? []);
      // PostgreSQL has no empty lists.
      if (known.length > 0) await update(known, times, watched);
      const gaps = await monitorGaps(
        db,
        known.map(({ id }) => id),
        times.since,
      );
      for (const monitor of batch) {
        // A monitor is stored with its first slot or change.
        const own = remembered.get(monitor.uuid);
        pasts.set(monitor.uuid, pastOf(monitor, own, gaps.get(own?.id ?? 0) ?? [], watched));
      }
    }
    return pasts;
  };
}

function pastOf(
  { present, unreadSince }: PresentMonitor,
  own: Remembered | undefined,
  gaps: readonly Gap[],
  { from, until, gaps: all }: WatchedTimes,
): Past {
  const unread = [...all, ...gaps, ...(unreadSince === null ? [] : [{ from: unreadSince, to: until }])];
  const firstSeen = gaps.find((gap) => gap.from === 0)?.to ?? from;
  return {
    timeline: timelineOf(own?.changes ?? [], present, { from: firstSeen, until, unread }),
    seen: new Map(own?.seen),
  };
}

/** Returns the slots that may be new. @param starts see `PastTimes.slots` */
async function slotsSeen(
  db: Database['db'],
  monitors: readonly Remembered[],
  starts: readonly number[],
): Promise<Pick<Tables['check_slot'], 'monitor' | 'at' | 'seen'>[]> {
  const first = Math.min(...monitors.map(({ openSlot }) => openSlot));
  const open = starts.filter((at) => at >= first);
  if (open.length === 0) return [];
  const ids = monitors.map(({ id }) => id);
  const slots = db.selectFrom('check_slot').select(['monitor', 'at', 'seen']).where('length', '=', SLOT_MS);
  return slots.where('at', 'in', open).where('monitor', 'in', ids).execute();
}

/** Number of whole timelines read before the event loop runs again. */
const BATCH_TIMELINES = 10;

/** A monitor whose timeline is read. `createdAt`: epoch ms; null: not known. */
type DatedMonitor = PresentMonitor & { createdAt: number | null };

/**
 * Reads the timelines of many monitors without caching them. A timeline begins when its monitor was created. The time before the
 * history began counts as unread.
 *
 * @param since changes that ended earlier are not read, epoch ms
 * @param visit receives the UUID and the timeline of each monitor
 */
export async function eachTimeline(
  db: Database['db'],
  monitors: readonly DatedMonitor[],
  since: number,
  { from, until, gaps: all }: Omit<WatchedTimes, 'crawlAt'>,
  visit: (uuid: string, timeline: Timeline) => void,
): Promise<void> {
  for await (const batch of inBatches(monitors, BATCH_TIMELINES)) {
    const uuids = batch.map(({ uuid }) => uuid);
    const ids = await storedIds(db, uuids);
    const known = [...ids.values()];
    const changes = await changesOfState(db, known, since);
    const gaps = await monitorGaps(db, known, since);
    const byMonitor = Map.groupBy(changes, ({ monitor }) => monitor);
    for (const { uuid, present, unreadSince, createdAt } of batch) {
      const id = ids.get(uuid.toLowerCase()) ?? 0;
      const own = gaps.get(id) ?? [];
      const firstSeen = own.find((gap) => gap.from === 0)?.to ?? from;
      const isUnread = unreadSince === null ? [] : [{ from: unreadSince, to: until }];
      const unread = [{ from: 0, to: from }, ...all, ...own, ...isUnread];
      const begin = createdAt === null ? 0 : Math.min(createdAt, firstSeen);
      visit(uuid, timelineOf(byMonitor.get(id) ?? [], present, { from: begin, until, unread }));
    }
  }
}
