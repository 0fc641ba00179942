import type { Change } from '@/lib/contract/changes';
import { bestCommon, type CommonValues, commonValues } from './common-values';

/** One change, or several of one kind at one moment with something in common. */
export type FeedEntry = { id: string; changes: readonly [Change]; common: null } | FoldedEntry;

export interface FoldedEntry {
  id: string;
  /** The newest first. */
  changes: readonly Change[];
  common: CommonValues;
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
 */
export function foldChanges(changes: readonly Change[]): FeedEntry[] {
  const place = new Map(changes.map(({ id }, index) => [id, index]));
  return momentsOf(changes)
    .flatMap(foldMoment)
    .sort((a, b) => (place.get(a.changes[0]?.id ?? '') ?? 0) - (place.get(b.changes[0]?.id ?? '') ?? 0));
}

/** The changes of each kind and moment, the newest first. */
function momentsOf(changes: readonly Change[]): Change[][] {
  const moments: Change[][] = [];
  const latest = new Map<Change['kind'], { to: number; changes: Change[] }>();
  for (const change of changes) {
    const to = Date.parse(change.to);
    const moment = latest.get(change.kind);
    if (moment && moment.to - to <= MOMENT_MS) {
      moment.changes.push(change);
      continue;
    }
    const begun = { to, changes: [change] };
    latest.set(change.kind, begun);
    moments.push(begun.changes);
  }
  return moments;
}

/** Splits a moment by what most of its changes have in common. */
function foldMoment(moment: readonly Change[]): FeedEntry[] {
  const entries: FeedEntry[] = [];
  let rest = moment;
  while (rest.length >= MIN_FOLDED) {
    const some = bestCommon(rest, MIN_FOLDED) ?? (rest.length >= MIN_WITHOUT_COMMON ? rest : null);
    const [first] = some ?? [];
    if (some === null || first === undefined) break;
    entries.push({ id: first.id, changes: some, common: commonValues(some) });
    const folded = new Set(some);
    rest = rest.filter((change) => !folded.has(change));
  }
  return [
    ...entries,
    ...rest.map((change): FeedEntry => ({ id: change.id, changes: [change], common: null })),
  ];
}
