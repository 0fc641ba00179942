import 'server-only';
import type { Database } from '../storage/database.ts';
import type { Timeline } from './availability.ts';
import { inBatches } from './batches.ts';
import { storedIds } from './monitor-ids.ts';
import type { PresentMonitor, WatchedTimes } from './read-pasts.ts';
import { timelineOf } from './timeline.ts';
import { changesOfState, monitorGaps } from './timeline-queries.ts';

/** Number of monitors read before the event loop runs again. */
const BATCH_MONITORS = 10;

/** A monitor whose timeline is asked for. `createdAt`: when it was created, epoch ms; null: that is not known. */
export type DatedMonitor = PresentMonitor & { createdAt: number | null };

/**
 * Reads the timelines of many monitors, and keeps none of them. A timeline begins when its monitor was created. What was before
 * the history began counts as unread.
 *
 * @param since epoch ms: of the time before, nothing is read
 * @param visit receives the UUID and the timeline of each monitor
 */
export async function eachTimeline(
  db: Database['db'],
  monitors: readonly DatedMonitor[],
  since: number,
  { from, until, gaps: all }: Omit<WatchedTimes, 'crawlAt'>,
  visit: (uuid: string, timeline: Timeline) => void,
): Promise<void> {
  for await (const batch of inBatches(monitors, BATCH_MONITORS)) {
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
