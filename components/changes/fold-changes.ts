import { isolated } from '@/components/ui/isolated';
import type { TimeZone } from '@/components/ui/time-zone';
import { type ChangeKind, endedKinds } from '@/lib/contract/change-kinds';
import type { Change } from '@/lib/contract/changes';
import { formatInteger } from '@/lib/text/format';
import { editsOf, groupVerbs, intervalPhrase, timeOn, unlistedSetting } from './change-messages';

/** A row of the feed: one change, or all of one kind and minute. */
export interface FeedEntry {
  /** That of the oldest change: newer ones may follow while the entry is open. */
  id: string;
  /** The newest first. */
  changes: readonly Change[];
  /** Whether changes of the same minute may not be loaded yet. */
  isCutOff: boolean;
}

/** The smallest number of changes that are folded. */
const MIN_FOLDED = 5;

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
 * Folds many changes of one kind and minute. Unread changes are not folded with others.
 *
 * @param changes the newest first
 * @param options.hasOlder whether there are older changes
 * @param options.readUpTo epoch milliseconds; null: nothing was read
 */
export function foldChanges(
  changes: readonly Change[],
  { hasOlder = false, readUpTo = null }: { hasOlder?: boolean; readUpTo?: number | null } = {},
): FeedEntry[] {
  const oldest = hasOlder ? changes.at(-1) : undefined;
  const entryOf = (some: readonly Change[]): FeedEntry => {
    const last = oldestOf(some);
    const isCutOff = oldest !== undefined && minuteOf(oldest) === minuteOf(last);
    return { id: last.id, changes: some, isCutOff };
  };
  const isUnread = ({ to }: Change) => readUpTo !== null && Date.parse(to) > readUpTo;
  const alike = Map.groupBy(changes, (change) => `${change.kind} ${minuteOf(change)} ${isUnread(change)}`);
  return [...alike.values()].flatMap((some) =>
    some.length >= MIN_FOLDED ? [entryOf(some)] : some.map((change) => entryOf([change])),
  );
}

/** "2026-11-21T14:02" */
const minuteOf = ({ to }: Change) => to.slice(0, 16);

/** The oldest change of an entry. @throws Error without one */
export function oldestOf(changes: readonly Change[]): Change {
  const oldest = changes.at(-1);
  if (oldest === undefined) throw new Error('An entry has at least one change.');
  return oldest;
}

/**
 * "38 https monitors in fra1 went down between 14:01 and 14:02, 3 still down", "At least 100 monitors were edited
 * at 14:02: Interval 60 s → 30 s".
 */
export function foldedMessage({ changes, isCutOff }: FeedEntry, timeZone: TimeZone): string {
  const first = oldestOf(changes);
  /** The value that all changes share, after a word; nothing without one. */
  const shared = (before: string, valuesOf: (change: Change) => readonly string[]) => {
    const value = valuesOf(first).find((one) => changes.every((change) => valuesOf(change).includes(one)));
    return value === undefined ? '' : `${before}${isolated(value)}`;
  };
  const type = shared(' ', ({ monitor }) => [monitor.type]);
  const region = shared(' in ', ({ monitor }) => monitor.regions);
  const count = `${isCutOff ? 'At least ' : ''}${formatInteger(changes.length)}`;
  const what = `${count}${type} monitors${region} ${groupVerbs[first.kind]}`;
  return `${what} ${intervalPhrase(spanOf(changes), timeZone)}${editMessage(changes)}${endMessage(changes, timeZone)}`;
}

/** ": Interval 60 s → 30 s", if all changes are the same edit. */
function editMessage(changes: readonly Change[]): string {
  const { fields } = oldestOf(changes);
  const text = JSON.stringify(fields);
  if (fields === null || changes.some((change) => JSON.stringify(change.fields) !== text)) return '';
  const edits = editsOf({ fields })?.map(
    ({ label, before, after }) => `${label} ${isolated(before)} → ${isolated(after)}`,
  );
  return edits ? `: ${edits.join(', ')}` : ` ${unlistedSetting}`;
}

/** How far it is over: ", none down since 14:09", ", 3 still down"; nothing while all are. */
function endMessage(changes: readonly Change[], timeZone: TimeZone): string {
  const { kind, to } = oldestOf(changes);
  const lasting = changes.filter(({ pair }) => pair === null).length;
  if (kind !== 'down' || lasting === changes.length) return '';
  if (lasting > 0) return `, ${formatInteger(lasting)} still down`;
  const last = Math.max(...changes.map(({ pair }) => Date.parse(pair?.to ?? to)));
  return `, none down since ${timeOn(last, Date.parse(to), timeZone)}`;
}

/** The interval in which all changes of an entry happened, ISO 8601. */
function spanOf(changes: readonly Change[]): { from: string; to: string } {
  const [from = ''] = changes.map((change) => change.from).sort();
  return { from, to: changes[0]?.to ?? from };
}
