import 'server-only';

/** So many changes within the hour, or more, are flapping. */
const FLAPPING_CHANGES = 4;
const HOUR_MS = 3_600_000;
/** Maximum number of remembered changes: more do not matter. */
const REMEMBERED = 8;
const none: readonly number[] = [];

/**
 * Returns the times of the changes in the hour before a reading, the oldest first.
 *
 * @param changedAt the time of one more change, ISO 8601; null: none
 * @param asOf the time of the reading, epoch ms
 */
export function recentChangesOf(
  earlier: readonly number[] | undefined,
  changedAt: string | null,
  asOf: number,
): readonly number[] {
  if (earlier === undefined && changedAt === null) return none;
  const all = [...(earlier ?? none), ...(changedAt === null ? [] : [Date.parse(changedAt)])];
  return all.filter((at) => at > asOf - HOUR_MS).slice(-REMEMBERED);
}

/** Whether a condition changes too often to be trusted. @param recent the changes of the last hour */
export function isFlapping(recent: readonly number[]): boolean {
  return recent.length >= FLAPPING_CHANGES;
}
