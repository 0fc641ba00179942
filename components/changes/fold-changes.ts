import type { Change } from '@/lib/contract/changes';
import { bestCommon, type CommonValues, commonValues } from './common-values';

/** One change, or several of one kind at one moment with something in common. */
export type FeedEntry = { id: string; changes: readonly [Change]; common: null } | FoldedEntry;

export interface FoldedEntry {
  /** That of the oldest change: newer ones may follow while the entry is open. */
  id: string;
  /** The newest first. */
  changes: readonly Change[];
  common: CommonValues;
  /** Whether changes of the same moment may not be loaded yet. */
  isCutOff: boolean;
}

/** Changes that are not further apart than this happened at one moment, milliseconds. */
const MOMENT_MS = 2 * 60_000;
/** The smallest number of changes that are folded. */
const MIN_FOLDED = 5;
/** The same where they have nothing in common but their kind. */
const MIN_WITHOUT_COMMON = 10;

/**
 * Folds many changes of one kind at one moment that have something in common. An entry stands where its newest change
 * stood. Pure.
 *
 * @param changes the newest first
 * @param hasOlder whether there are older changes
 */
export function foldChanges(changes: readonly Change[], hasOlder = false): FeedEntry[] {
  const place = new Map(changes.map(({ id }, index) => [id, index]));
  const placeOf = (entry: FeedEntry) => place.get(entry.changes[0]?.id ?? '') ?? 0;
  const oldest = changes.at(-1);
  const cutAt = hasOlder && oldest ? Date.parse(oldest.to) + MOMENT_MS : Number.NEGATIVE_INFINITY;
  return momentsOf(changes)
    .flatMap((moment) => foldMoment(moment, cutAt))
    .sort((a, b) => placeOf(a) - placeOf(b));
}

/** The changes of each kind and moment, the newest first. A moment begins with its oldest change, so that it stays the same. */
function momentsOf(changes: readonly Change[]): Change[][] {
  const moments: Change[][] = [];
  const latest = new Map<Change['kind'], { from: number; changes: Change[] }>();
  for (const change of changes.toReversed()) {
    const to = Date.parse(change.to);
    const moment = latest.get(change.kind);
    if (moment && to - moment.from <= MOMENT_MS) {
      moment.changes.unshift(change);
      continue;
    }
    const begun = { from: to, changes: [change] };
    latest.set(change.kind, begun);
    moments.push(begun.changes);
  }
  return moments;
}

/** Splits a moment by what most of its changes have in common. @param cutAt up to this time changes may be missing */
function foldMoment(moment: readonly Change[], cutAt: number): FeedEntry[] {
  const entries: FeedEntry[] = [];
  let rest = moment;
  while (rest.length >= MIN_FOLDED) {
    const some = bestCommon(rest, MIN_FOLDED) ?? (rest.length >= MIN_WITHOUT_COMMON ? rest : null);
    const oldest = some?.at(-1);
    if (!some || !oldest) break;
    const isCutOff = Date.parse(oldest.to) <= cutAt;
    entries.push({ id: oldest.id, changes: some, common: commonValues(some), isCutOff });
    const folded = new Set(some);
    rest = rest.filter((change) => !folded.has(change));
  }
  return [
    ...entries,
    ...rest.map((change): FeedEntry => ({ id: change.id, changes: [change], common: null })),
  ];
}
