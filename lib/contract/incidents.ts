import * as z from 'zod/mini';
import type { Change } from './changes.ts';
import { documented, interval, number, textOrNull, timeOrNull } from './documented.ts';

/** Response body: what monitors that went down one soon after the other have in common. */
export const incidentSchema = documented(
  z.object({
    monitors: number('How many went down.'),
    type: textOrNull('The type that all of them have; null: they differ.'),
    region: textOrNull('A region that all of them have; null: there is none.'),
    began: documented(interval, 'From the first beginning to the last.'),
    still_down: number('How many were not seen to recover.'),
    ended_by: timeOrNull('By when all had recovered; null: some are still down.'),
  }),
  'At least five monitors that went down within one hour, each at most two minutes after the one before.',
);
export type Incident = z.infer<typeof incidentSchema>;

/** What an incident needs of a change. */
type MemberChange = Pick<Change, 'from' | 'to' | 'pair'> & {
  monitor: Pick<Change['monitor'], 'monitor_uuid' | 'type' | 'regions'>;
};

/** Which changes belong together, and which of these groups are folded. */
export interface Fold<T> {
  /** Changes with different keys never belong together. */
  keyOf: (change: T) => string;
  /** Whether a change belongs to the next newer one with its key. */
  isJoined: (older: T, newer: T) => boolean;
  isFolded: (changes: readonly T[]) => boolean;
}

/** The smallest number of monitors of an incident. */
const MONITORS_MIN = 5;
/** A change belongs to an incident if it came at most so long after the one before, milliseconds. */
const PAUSE_MS = 120_000;
/** An incident stays within an hour: in a large fleet something goes down every minute, and a day would become one. */
const HOUR_MS = 3_600_000;

/** Many changes of different monitors, each soon after the one before. @param keyOf changes with different keys never belong together */
export function incidentFold<T extends MemberChange>(keyOf: (change: T) => string): Fold<T> {
  return {
    keyOf: (change) => `${keyOf(change)} ${Math.floor(Date.parse(change.to) / HOUR_MS)}`,
    isJoined: (older, newer) => Date.parse(newer.to) - Date.parse(older.to) <= PAUSE_MS,
    isFolded: (changes) => countMonitors(changes) >= MONITORS_MIN,
  };
}

/** Returns the groups of changes that are folded. In the result and in the argument the newest is first. */
export function foldedGroups<T>(changes: readonly T[], { keyOf, isJoined, isFolded }: Fold<T>): T[][] {
  const all: T[][] = [];
  const latest = new Map<string, T[]>();
  for (const change of changes) {
    const key = keyOf(change);
    const group = latest.get(key);
    if (group && isJoined(change, oldestOf(group))) group.push(change);
    else {
      const begun = [change];
      latest.set(key, begun);
      all.push(begun);
    }
  }
  return all.filter(isFolded);
}

/** Returns what folded changes have in common, and how far they are over. @param changes the newest first */
export function incidentOf(changes: readonly MemberChange[]): Incident {
  const oldest = oldestOf(changes);
  const shared = (valuesOf: (change: MemberChange) => readonly string[]) =>
    valuesOf(oldest).find((one) => changes.every((change) => valuesOf(change).includes(one))) ?? null;
  const [from = oldest.from] = changes.map((change) => change.from).sort();
  const ends = changes.flatMap(({ pair }) => (pair === null ? [] : [pair.to])).sort();
  const still_down = changes.length - ends.length;
  return {
    monitors: countMonitors(changes),
    type: shared(({ monitor }) => [monitor.type]),
    region: shared(({ monitor }) => monitor.regions),
    began: { from, to: changes[0]?.to ?? oldest.to },
    still_down,
    ended_by: still_down > 0 ? null : (ends.at(-1) ?? null),
  };
}

/** One monitor can go down several times within an incident. */
function countMonitors(changes: readonly MemberChange[]): number {
  return new Set(changes.map(({ monitor }) => monitor.monitor_uuid)).size;
}

/** Returns the oldest change. @param changes the newest first. @throws Error if there is none */
export function oldestOf<T>(changes: readonly T[]): T {
  const oldest = changes.at(-1);
  if (oldest === undefined) throw new Error('An entry has at least one change.');
  return oldest;
}
