import 'server-only';
import type { Range, Timeline } from './availability.ts';
import { type Period, periodsOf } from './down-periods.ts';
import type { Gap } from './fleet.ts';

/** The bounds of a number that is not known exactly. */
export interface Bounds {
  least: number;
  most: number;
}

/** An outage that was seen. Times are epoch ms, within the range. */
export interface Outage {
  /** The interval in which it began; null: at the start of the range, or earlier. */
  began: Gap | null;
  /** The interval in which it ended; null: it was not seen to end within the range. */
  ended: Gap | null;
  /** How long it was observed within the range, milliseconds. */
  lastedMs: Bounds;
}

export interface Outages {
  /** The outages that crawls have shown, the oldest first. */
  seen: Outage[];
  /** The number of outages. `most` also counts those that a crawl has perhaps shown. */
  count: Bounds;
  longestMs: Bounds;
  /** The number and the observed length of the seen outages that ended within the range. */
  repaired: { count: number; ms: Bounds };
}

/**
 * Returns the outages of a monitor in a range. An outage is a counted time (`countedTimes`) in which the monitor was down. Only
 * its part within the range counts, and only what was read of it. An outage that begins and ends between two crawls cannot be seen.
 */
export function outagesOf(timeline: Timeline, range: Range): Outages {
  const since = Math.max(timeline.from, range.since);
  const until = Math.min(timeline.until, range.until);
  const gaps = joined(timeline.unread);
  const down = periodsOf(timeline).filter(
    (period) => period.isDown && period.to > since && period.from < until,
  );
  const lastedMs = ({ from, start, end, to }: Period): Bounds => {
    const least = readMs(gaps, Math.max(start, since), Math.min(end, until));
    return { least, most: Math.max(least, readMs(gaps, Math.max(from, since), Math.min(to, until))) };
  };
  const observed = since < until ? down.map((period) => ({ period, lastedMs: lastedMs(period) })) : [];
  const all = observed.filter(({ lastedMs: { most } }) => most > 0);
  const seen = all.filter(({ period }) => period.isSeen && period.start < until && period.end >= since);
  const ended = seen.filter(({ period }) => period.to <= until);
  return {
    seen: seen.map(({ period: { from, start, end, to }, lastedMs }) => ({
      began: start <= since ? null : { from: Math.max(from, since), to: start },
      ended: to <= until ? { from: Math.min(end, to), to } : null,
      lastedMs,
    })),
    count: { least: seen.length, most: all.length },
    longestMs: {
      least: Math.max(0, ...seen.map(({ lastedMs: { least } }) => least)),
      most: Math.max(0, ...all.map(({ lastedMs: { most } }) => most)),
    },
    repaired: {
      count: ended.length,
      ms: {
        least: ended.reduce((sum, { lastedMs: { least } }) => sum + least, 0),
        most: ended.reduce((sum, { lastedMs: { most } }) => sum + most, 0),
      },
    },
  };
}

/** Returns the unread times in order, with overlapping ones joined. */
function joined(unread: readonly Gap[]): Gap[] {
  const gaps: Gap[] = [];
  for (const { from, to } of unread.toSorted((a, b) => a.from - b.from)) {
    const last = gaps.at(-1);
    if (last === undefined || from > last.to) gaps.push({ from, to });
    else last.to = Math.max(last.to, to);
  }
  return gaps;
}

/** Returns how much of a time was read, milliseconds. */
function readMs(gaps: readonly Gap[], from: number, to: number): number {
  const unread = gaps.map((gap) => Math.max(0, Math.min(gap.to, to) - Math.max(gap.from, from)));
  return Math.max(
    0,
    unread.reduce((left, length) => left - length, to - from),
  );
}
