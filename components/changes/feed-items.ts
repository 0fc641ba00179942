import { dayHeading } from '@/components/time-chart/time-labels';
import type { TimeZone } from '@/components/ui/time-zone';
import type { HistoryMeta } from '@/lib/contract/changes';
import { formatClock } from '@/lib/text/format';
import { type FeedEntry, oldestOf } from './fold-changes';

/** A row of the feed. `at`: epoch milliseconds. */
export type FeedItem =
  | { kind: 'entry'; at: number; entry: FeedEntry }
  | { kind: 'gap'; at: number; gap: HistoryMeta['gaps'][number] }
  | { kind: 'read'; at: number };

/**
 * Merges the entries, the gaps and the read mark into one list, the newest first. While older changes are not loaded,
 * gaps and a mark older than the oldest entry are left out. A mark before the time range is always left out.
 *
 * @param parts.readUpTo epoch milliseconds; null: no mark
 * @param parts.since the beginning of the time range, epoch milliseconds
 */
export function feedItems(parts: {
  entries: readonly FeedEntry[];
  gaps: HistoryMeta['gaps'];
  readUpTo: number | null;
  since: number;
  isComplete: boolean;
}): FeedItem[] {
  const { entries, gaps, readUpTo, since, isComplete } = parts;
  const items = entries.map(
    (entry): FeedItem => ({ kind: 'entry', at: Date.parse(oldestOf(entry.changes).to), entry }),
  );
  const oldest = isComplete ? Number.NEGATIVE_INFINITY : (items.at(-1)?.at ?? Number.POSITIVE_INFINITY);
  const others: FeedItem[] = gaps.map((gap) => ({ kind: 'gap', at: Date.parse(gap.to), gap }));
  // Hides the mark if nothing is above it.
  if (readUpTo !== null && readUpTo >= since && items.some(({ at }) => at > readUpTo))
    others.push({ kind: 'read', at: readUpTo });
  for (const other of others.filter(({ at }) => at >= oldest)) {
    const place = items.findIndex(({ at }) => at <= other.at);
    items.splice(place === -1 ? items.length : place, 0, other);
  }
  return items;
}

/** Groups rows by hour: "Today", "14:00". The line of the mark belongs to the hour above it. @param now epoch milliseconds */
export function hoursOf(items: readonly FeedItem[], now: number, timeZone: TimeZone) {
  const hours: { day: string; clock: string; items: FeedItem[] }[] = [];
  for (const item of items) {
    const day = dayHeading(item.at, now, timeZone);
    const clock = formatClock(item.at, timeZone).replace(/:\d\d/, ':00');
    const last = hours.at(-1);
    if (last && (item.kind === 'read' || (last.day === day && last.clock === clock))) last.items.push(item);
    else hours.push({ day, clock, items: [item] });
  }
  return hours;
}
