import type { Change } from '@/lib/contract/changes';

/** A row of the feed: one change, or several of one kind at one moment with something in common. */
export interface FeedEntry {
  /** That of the oldest change: newer ones may follow while the entry is open. */
  id: string;
  /** The newest first. */
  changes: readonly Change[];
  /** What all of them share; null for a single change. */
  common: Common | null;
  /** Whether changes of the same moment may not be loaded yet. */
  isCutOff: boolean;
}

/** Changes that are not further apart than this happened at one moment, milliseconds. */
const MOMENT_MS = 2 * 60_000;
const HOUR_MS = 3_600_000;
/** The smallest number of changes that are folded. */
const MIN_FOLDED = 5;
/** The smallest number of folded changes that have only their kind in common. */
const MIN_WITHOUT_COMMON = 10;

/**
 * Folds many changes of one kind at one moment that have something in common. An entry has the position of its oldest
 * change, so that a long one does not stay above newer changes. Read changes are not folded with unread ones.
 *
 * @param changes the newest first
 * @param options.hasOlder whether there are older changes
 * @param options.foldsEdits whether all edits of an hour whose setting is not known become one entry
 * @param options.readUpTo epoch milliseconds; null: nothing was read
 */
export function foldChanges(
  changes: readonly Change[],
  options: { hasOlder?: boolean; foldsEdits?: boolean; readUpTo?: number | null } = {},
): FeedEntry[] {
  const { hasOlder = false, foldsEdits = true, readUpTo = null } = options;
  const firstRead = readUpTo === null ? 0 : changes.findIndex(({ to }) => Date.parse(to) <= readUpTo);
  if (firstRead <= 0) return fold(changes, hasOlder, foldsEdits);
  return [
    ...fold(changes.slice(0, firstRead), false, foldsEdits),
    ...fold(changes.slice(firstRead), hasOlder, foldsEdits),
  ];
}

function fold(changes: readonly Change[], hasOlder: boolean, foldsEdits: boolean): FeedEntry[] {
  const place = new Map(changes.map((change, index) => [change, index]));
  const placeOf = (entry: FeedEntry) => place.get(oldestOf(entry.changes)) ?? 0;
  const oldest = changes.at(-1);
  const oldestAt = hasOlder && oldest ? Date.parse(oldest.to) : Number.NEGATIVE_INFINITY;
  const { edits = [], rest = [] } = Object.groupBy(changes, ({ kind, fields }) =>
    foldsEdits && kind === 'edited' && Object.keys(fields ?? {}).length === 0 ? 'edits' : 'rest',
  );
  // Full hours, so that an hour does not change when older changes are loaded.
  const hours = Map.groupBy(edits, ({ to }) => Math.floor(Date.parse(to) / HOUR_MS));
  return [
    ...momentsOf(rest).flatMap((moment) => foldMoment(moment, oldestAt + MOMENT_MS)),
    ...[...hours].map(([hour, some]) => entryOf(some, hour * HOUR_MS <= oldestAt ? oldestAt + HOUR_MS : 0)),
  ].sort((a, b) => placeOf(a) - placeOf(b));
}

/**
 * The changes of each kind and moment, the newest first. A moment begins with its oldest change, so that it stays the same.
 */
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
  const some = bestCommon(moment) ?? (moment.length >= MIN_WITHOUT_COMMON ? moment : null);
  if (some === null) return moment.map((change) => entryOf([change], cutAt));
  const folded = new Set(some);
  const rest = moment.filter((change) => !folded.has(change));
  return [entryOf(some, cutAt), ...foldMoment(rest, cutAt)];
}

/** One entry of some changes. @param cutAt see `foldMoment` */
function entryOf(changes: readonly Change[], cutAt: number): FeedEntry {
  const oldest = oldestOf(changes);
  const common = changes.length === 1 ? null : commonOf(changes);
  return { id: oldest.id, changes, common, isCutOff: Date.parse(oldest.to) <= cutAt };
}

/** The oldest change of an entry. @throws Error without one */
export function oldestOf(changes: readonly Change[]): Change {
  const oldest = changes.at(-1);
  if (oldest === undefined) throw new Error('An entry has at least one change.');
  return oldest;
}

/** The properties that changes can have in common, the most informative first. */
const properties = {
  region: ({ monitor }: Change) => monitor.regions,
  edit: ({ fields }: Change) => (fields === null ? [] : [JSON.stringify(fields)]),
  /** The host of a target, which is a URL, a host or an IP address. */
  host: ({ monitor: { target } }: Change) => [URL.canParse(target) ? new URL(target).hostname : target],
  type: ({ monitor }: Change) => [monitor.type],
};

/** The values that several changes share; null: they differ. */
type Common = Record<keyof typeof properties, string | null>;

function commonOf(changes: readonly Change[]): Common {
  const shared = (valuesOf: (change: Change) => readonly string[]) => {
    const [first = [], ...others] = changes.map(valuesOf);
    return first.find((value) => others.every((values) => values.includes(value))) ?? null;
  };
  const { region, edit, host, type } = properties;
  return { region: shared(region), edit: shared(edit), host: shared(host), type: shared(type) };
}

/** The share of the changes of a moment that must have the same value, so that the entry names it. */
const MIN_COMMON_SHARE = 0.6;

/** The changes that share a value: the first property with a common enough value, else the most frequent; null: too few. */
function bestCommon(changes: readonly Change[]): readonly Change[] | null {
  const longest = (groups: readonly (readonly Change[])[]) =>
    groups.reduce((a, b) => (b.length > a.length ? b : a), []);
  const groups = Object.values(properties).map((valuesOf) => {
    const pairs = changes.flatMap((change) => valuesOf(change).map((value) => ({ value, change })));
    const sharing = Map.groupBy(pairs, ({ value }) => value);
    return longest([...sharing.values()].map((some) => some.map(({ change }) => change)));
  });
  const best = groups.find((group) => group.length >= changes.length * MIN_COMMON_SHARE) ?? longest(groups);
  return best.length >= MIN_FOLDED ? best : null;
}
