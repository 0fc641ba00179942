import type { HistoryMeta, MonitorHistory, MonitorSlot } from '@/lib/contract/changes';

/** With fewer expected checks the share is unknown. */
const MIN_EXPECTED = 10;

/**
 * Estimates which share of a monitor's checks was seen, 0 to 1: the checks in the slots divided by the number that its
 * interval predicts for the watched time. Only complete slots in which checks ran count.
 *
 * @param interval the time between two checks, seconds; null if unknown
 * @returns null when it cannot be known: the interval is unknown or was edited, or too few checks are expected
 */
export function seenShare({ data, meta }: MonitorHistory, interval: number | null): number | null {
  if (interval === null || data.changes.some(({ fields }) => fields?.interval !== undefined)) return null;
  let checks = 0;
  let watchedMs = 0;
  const wasRemoved = data.changes.some(({ kind }) => kind === 'removed');
  for (const [index, slot] of data.slots.entries()) {
    if (!isChecked(slot)) continue;
    const previous = data.slots[index - 1];
    const to = Date.parse(slot.at) + data.slot_s * 1000;
    // Where crawls are further apart than slots, none of the checks between them is seen.
    const from =
      previous && isChecked(previous) && !wasRemoved
        ? Date.parse(previous.at) + data.slot_s * 1000
        : Date.parse(slot.at);
    // The last slot is still being recorded.
    if (to > Date.parse(meta.as_of ?? slot.at)) continue;
    checks += slot.checks;
    watchedMs += watchedWithin(from, to, meta);
  }
  const expected = watchedMs / 1000 / interval;
  return expected < MIN_EXPECTED ? null : Math.min(checks / expected, 1);
}

/** Whether checks ran in a slot as configured, as far as known. */
function isChecked({ state, maintenance }: MonitorSlot): boolean {
  return (state === 'up' || state === 'down') && !maintenance;
}

/** The part of a time that has crawls, milliseconds. Times are epoch milliseconds. */
function watchedWithin(from: number, to: number, { observed_from, gaps }: HistoryMeta): number {
  const begin = Math.max(from, Date.parse(observed_from ?? new Date(from).toISOString()));
  const missed = gaps.reduce(
    (total, gap) =>
      total + Math.max(0, Math.min(to, Date.parse(gap.to)) - Math.max(begin, Date.parse(gap.from))),
    0,
  );
  return Math.max(0, to - begin - missed);
}
