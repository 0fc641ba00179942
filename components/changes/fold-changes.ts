import type { Change } from '@/lib/contract/changes';

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
const HOUR_MS = 3_600_000;
/** The smallest number of changes that are folded. */
const MIN_FOLDED = 5;
/** The same where they have nothing in common but their kind. */
const MIN_WITHOUT_COMMON = 10;

/**
 * Folds many changes of one kind at one moment that have something in common. An entry stands where its newest change
 * stood. Pure.
 *
 * @param changes the newest first
 * @param options.hasOlder whether there are older changes
 * @param options.foldsEdits whether all edits of an hour whose setting is not known become one entry
 */
export function foldChanges(
  changes: readonly Change[],
  { hasOlder = false, foldsEdits = true }: { hasOlder?: boolean; foldsEdits?: boolean } = {},
): FeedEntry[] {
  const place = new Map(changes.map(({ id }, index) => [id, index]));
  const placeOf = (entry: FeedEntry) => place.get(entry.changes[0]?.id ?? '') ?? 0;
  const oldest = changes.at(-1);
  const oldestAt = hasOlder && oldest ? Date.parse(oldest.to) : Number.NEGATIVE_INFINITY;
  const isFoldedEdit = (change: Change) => foldsEdits && isUnknownEdit(change);
  const rest = changes.filter((change) => !isFoldedEdit(change));
  // By the clock, so that no hour changes when older changes are loaded.
  const edits = Map.groupBy(changes.filter(isFoldedEdit), ({ to }) => Math.floor(Date.parse(to) / HOUR_MS));
  return [
    ...momentsOf(rest).flatMap((moment) => foldMoment(moment, oldestAt + MOMENT_MS)),
    ...[...edits].map(([hour, some]) =>
      entryOf(some, hour * HOUR_MS <= oldestAt ? oldestAt + HOUR_MS : Number.NEGATIVE_INFINITY),
    ),
  ].sort((a, b) => placeOf(a) - placeOf(b));
}

/** Whether a setting was edited that the API's list does not have. */
const isUnknownEdit = ({ kind, fields }: Pick<Change, 'kind' | 'fields'>): boolean =>
  kind === 'edited' && Object.keys(fields ?? {}).length === 0;

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
  const entries: FeedEntry[] = [];
  let rest = moment;
  while (rest.length >= MIN_FOLDED) {
    const some = bestCommon(rest, MIN_FOLDED) ?? (rest.length >= MIN_WITHOUT_COMMON ? rest : null);
    if (!some) break;
    entries.push(entryOf(some, cutAt));
    const folded = new Set(some);
    rest = rest.filter((change) => !folded.has(change));
  }
  return [
    ...entries,
    ...rest.map((change): FeedEntry => ({ id: change.id, changes: [change], common: null })),
  ];
}

/** One entry of some changes. @param cutAt see `foldMoment` */
function entryOf(changes: readonly Change[], cutAt: number): FeedEntry {
  const [newest, ...older] = changes;
  const oldest = older.at(-1);
  if (newest === undefined) throw new Error('A moment has at least one change.');
  if (oldest === undefined) return { id: newest.id, changes: [newest], common: null };
  return { id: oldest.id, changes, common: commonValues(changes), isCutOff: Date.parse(oldest.to) <= cutAt };
}

/** What several changes have in common; null: it differs. */
interface CommonValues {
  type: string | null;
  region: string | null;
  /** The host that all monitors check. */
  host: string | null;
  /** The edited fields, if all were edited in the same way. */
  fields: Change['fields'];
}

type Values = (change: Change) => readonly string[];

/** What changes can have in common, the most telling first. */
const properties = {
  region: ({ monitor }) => monitor.regions,
  fields: ({ fields }) => (fields === null ? [] : [JSON.stringify(fields)]),
  host: ({ monitor }) => [hostOf(monitor.target)],
  type: ({ monitor }) => [monitor.type],
} as const satisfies Record<keyof CommonValues, Values>;

/** A property is told of a moment when so large a share of its changes have one value. */
const TELLING_SHARE = 0.6;

/** The changes that share a value: that of the first property with a telling one, else the most frequent; null: too few. */
function bestCommon(changes: readonly Change[], least: number): readonly Change[] | null {
  const groups = Object.values(properties).map((valuesOf) => largestGroup(changes, valuesOf));
  const telling = groups.find((group) => group.length >= changes.length * TELLING_SHARE);
  const best = telling ?? groups.reduce((a, b) => (b.length > a.length ? b : a));
  return best.length >= least ? best : null;
}

/** The changes with the most frequent value. */
function largestGroup(changes: readonly Change[], valuesOf: Values): readonly Change[] {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    for (const value of valuesOf(change)) {
      const group = groups.get(value);
      if (group) group.push(change);
      else groups.set(value, [change]);
    }
  }
  return [...groups.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
}

/** What all of some changes have in common. */
function commonValues(changes: readonly Change[]): CommonValues {
  const [first] = changes;
  const shared = (valuesOf: Values) =>
    (first === undefined ? [] : valuesOf(first)).find((value) =>
      changes.every((change) => valuesOf(change).includes(value)),
    ) ?? null;
  return {
    type: shared(properties.type),
    region: shared(properties.region),
    host: shared(properties.host),
    fields: shared(properties.fields) === null ? null : (first?.fields ?? null),
  };
}

/** The host of a target, which is a URL, a host or an IP address. */
function hostOf(target: string): string {
  return URL.canParse(target) ? new URL(target).hostname : target;
}
