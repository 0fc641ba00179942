import { dayHeading, dayLabel } from '@/components/time-chart/time-labels';
import type { TimeZone } from '@/components/ui/time-zone';
import type { Change, HistoryMeta } from '@/lib/contract/changes';
import { type ChangeKind, endedKinds } from '@/lib/contract/conditions';
import { type Fold, foldedGroups, incidentFold, oldestOf } from '@/lib/contract/incidents';

/** A change, or several of one kind: of an incident, or of one monitor on one day. */
export interface FeedEntry {
  /** That of the oldest change: newer ones may follow. */
  id: string;
  /** When the newest one came, epoch milliseconds. */
  at: number;
  /** The newest first. */
  changes: readonly Change[];
  /** Whether further changes of the entry may not be loaded yet. */
  isCutOff: boolean;
}

/** The smallest number of changes of one monitor that are folded. */
const MIN_OF_MONITOR = 3;

/**
 * Leaves out the changes that end what an earlier one began, if that one is listed, too: an outage is one line.
 *
 * @param shown the kinds that are shown, empty: all; and the beginning of the time range, epoch milliseconds
 */
export function withoutEnds(
  changes: readonly Change[],
  { kinds, since }: { kinds: readonly ChangeKind[]; since: number },
): Change[] {
  return changes.filter(({ kind, pair }) => {
    const isShown = endedKinds[kind]?.some((begun) => kinds.length === 0 || kinds.includes(begun)) ?? false;
    return !isShown || pair === null || Date.parse(pair.to) < since;
  });
}

/**
 * Folds incidents: many changes of one kind, each soon after the one before. Of the other changes, those of one kind, monitor
 * and day are folded. Unread changes are not folded with others.
 *
 * @param changes the newest first
 * @param given.hasOlder whether there are older changes
 * @param given.readUpTo epoch milliseconds; null: nothing was read
 * @param given.isOfOneMonitor whether only the changes of one monitor are wanted. Then each of them is
 * @returns the newest first
 */
export function foldChanges(
  changes: readonly Change[],
  given: { hasOlder: boolean; readUpTo: number | null; isOfOneMonitor: boolean; timeZone: TimeZone },
): FeedEntry[] {
  const { hasOlder, readUpTo, isOfOneMonitor, timeZone } = given;
  const isUnread = (change: Change) => readUpTo !== null && timeOf(change) > readUpTo;
  const ofIncident = incidentFold<Change>((change) => `${change.kind} ${isUnread(change)}`);
  const ofMonitor: Fold<Change> = {
    keyOf: (change) => `${change.kind} ${change.monitor.monitor_uuid} ${isUnread(change)}`,
    isJoined: (older, newer) => dayLabel(timeOf(older), timeZone) === dayLabel(timeOf(newer), timeZone),
    isFolded: ({ length }) => length >= MIN_OF_MONITOR,
  };
  const last = hasOlder ? changes.at(-1) : undefined;
  const entries: FeedEntry[] = [];
  let rest = changes;
  for (const fold of isOfOneMonitor ? [] : [ofIncident, ofMonitor]) {
    const folded = foldedGroups(rest, fold);
    for (const group of folded)
      entries.push(entryOf(group, last !== undefined && fold.isJoined(last, oldestOf(group))));
    const isFolded = new Set(folded.flat());
    rest = rest.filter((change) => !isFolded.has(change));
  }
  for (const change of rest) entries.push(entryOf([change], false));
  return entries.sort((a, b) => b.at - a.at);
}

function entryOf(changes: readonly Change[], isCutOff: boolean): FeedEntry {
  const oldest = oldestOf(changes);
  return { id: oldest.id, at: timeOf(changes[0] ?? oldest), changes, isCutOff };
}

const timeOf = ({ to }: Change) => Date.parse(to);

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
  const items = entries.map((entry): FeedItem => ({ kind: 'entry', at: entry.at, entry }));
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

/** Groups rows by day. The line of the mark belongs to the day above it. @param now epoch milliseconds */
export function daysOf(items: readonly FeedItem[], now: number, timeZone: TimeZone) {
  const days: { day: string; items: FeedItem[] }[] = [];
  for (const item of items) {
    const day = dayHeading(item.at, now, timeZone);
    const last = days.at(-1);
    if (last && (item.kind === 'read' || last.day === day)) last.items.push(item);
    else days.push({ day, items: [item] });
  }
  return days;
}
