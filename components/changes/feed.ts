import { dayHeading, dayLabel } from '@/components/time-chart/time-labels';
import type { TimeZone } from '@/components/ui/time-zone';
import type { Change, HistoryMeta } from '@/lib/contract/changes';
import { type ChangeKind, endedKinds } from '@/lib/contract/conditions';

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

/** The smallest number of changes of an incident. */
const MIN_OF_INCIDENT = 5;
/** The smallest number of changes of one monitor that are folded. */
const MIN_OF_MONITOR = 3;
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
  const ofIncident: Fold = {
    least: MIN_OF_INCIDENT,
    keyOf: (change) => `${change.kind} ${Math.floor(timeOf(change) / HOUR_MS)} ${isUnread(change)}`,
    isJoined: (older, newer) => timeOf(newer) - timeOf(older) <= INCIDENT_PAUSE_MS,
  };
  const ofMonitor: Fold = {
    least: MIN_OF_MONITOR,
    keyOf: (change) => `${change.kind} ${change.monitor.monitor_uuid} ${isUnread(change)}`,
    isJoined: (older, newer) => dayLabel(timeOf(older), timeZone) === dayLabel(timeOf(newer), timeZone),
  };
  const last = hasOlder ? changes.at(-1) : undefined;
  const entries: FeedEntry[] = [];
  let rest = changes;
  for (const fold of isOfOneMonitor ? [ofIncident] : [ofIncident, ofMonitor]) {
    const folded = seriesOf(rest, fold).filter((series) => series.length >= fold.least);
    for (const series of folded)
      entries.push(entryOf(series, last !== undefined && fold.isJoined(last, oldestOf(series))));
    const isFolded = new Set(folded.flat());
    rest = rest.filter((change) => !isFolded.has(change));
  }
  for (const change of rest) entries.push(entryOf([change], false));
  return entries.sort((a, b) => b.at - a.at);
}

/** Which changes belong together, and how many of them at least are folded. */
interface Fold {
  least: number;
  /** Changes with different keys never belong together. */
  keyOf: (change: Change) => string;
  /** Whether a change belongs to the next newer one with its key. */
  isJoined: (older: Change, newer: Change) => boolean;
}

/** Divides changes into those that belong together. In the result and in the argument the newest is first. */
function seriesOf(changes: readonly Change[], { keyOf, isJoined }: Fold): Change[][] {
  const all: Change[][] = [];
  const latest = new Map<string, Change[]>();
  for (const change of changes) {
    const key = keyOf(change);
    const series = latest.get(key);
    if (series && isJoined(change, oldestOf(series))) series.push(change);
    else {
      const begun = [change];
      latest.set(key, begun);
      all.push(begun);
    }
  }
  return all;
}

function entryOf(changes: readonly Change[], isCutOff: boolean): FeedEntry {
  const oldest = oldestOf(changes);
  return { id: oldest.id, at: timeOf(changes[0] ?? oldest), changes, isCutOff };
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
