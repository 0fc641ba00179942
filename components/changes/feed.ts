import { dayHeading } from '@/components/time-chart/time-labels';
import type { TimeZone } from '@/components/ui/time-zone';
import type { Change, HistoryMeta } from '@/lib/contract/changes';
import { type ChangeKind, endedKinds } from '@/lib/contract/conditions';

/** A change, or many of one kind that came one soon after the other. */
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

/** The smallest number of changes that are folded. */
const MIN_FOLDED = 5;
/** A change belongs to an incident if it came at most so long after the one before, milliseconds. */
const INCIDENT_PAUSE_MS = 120_000;
/** An entry stays within an hour: in a large fleet something goes down every minute, and a day would become one row. */
const HOUR_MS = 3_600_000;

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
 * Folds incidents: many changes of one kind, each soon after the one before. Unread changes are not folded with others.
 *
 * @param changes the newest first
 * @param hasOlder whether there are older changes
 * @param readUpTo epoch milliseconds; null: nothing was read
 * @returns the newest first
 */
export function foldChanges(
  changes: readonly Change[],
  hasOlder = false,
  readUpTo: number | null = null,
): FeedEntry[] {
  const incidents: Change[][] = [];
  const latest = new Map<string, Change[]>();
  for (const change of changes) {
    const at = timeOf(change);
    const isUnread = readUpTo !== null && at > readUpTo;
    const alike = `${change.kind} ${Math.floor(at / HOUR_MS)} ${isUnread}`;
    const incident = latest.get(alike);
    if (incident && timeOf(oldestOf(incident)) - at <= INCIDENT_PAUSE_MS) incident.push(change);
    else {
      const begun = [change];
      latest.set(alike, begun);
      incidents.push(begun);
    }
  }
  const last = hasOlder ? changes.at(-1) : undefined;
  const entryOf = (some: readonly Change[]): FeedEntry => {
    const oldest = oldestOf(some);
    return {
      id: oldest.id,
      at: timeOf(some[0] ?? oldest),
      changes: some,
      isCutOff: last !== undefined && timeOf(oldest) - timeOf(last) <= INCIDENT_PAUSE_MS,
    };
  };
  return incidents
    .flatMap((some) =>
      some.length >= MIN_FOLDED ? [entryOf(some)] : some.map((change) => entryOf([change])),
    )
    .sort((a, b) => b.at - a.at);
}

const timeOf = ({ to }: Change) => Date.parse(to);

/** The oldest change of an entry. @throws Error without one */
export function oldestOf(changes: readonly Change[]): Change {
  const oldest = changes.at(-1);
  if (oldest === undefined) throw new Error('An entry has at least one change.');
  return oldest;
}

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
