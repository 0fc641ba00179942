import 'server-only';
import type { Figures } from '@/lib/contract/report';
import { type CountedTimes, countedTimes, shareOf, type Timeline } from '../history/availability.ts';
import { type Bounds, type Outage, type Outages, outagesOf } from '../history/outages.ts';

const MILLION = 1_000_000;

/** The observed month of one or several monitors, in a form that can be summed. Times are milliseconds. */
export interface Observed extends Omit<Outages, 'seen'> {
  times: CountedTimes;
}

/** Returns the observed times and outages of a monitor in a range, epoch ms. */
export function observe(
  timeline: Timeline,
  range: { since: number; until: number },
): { observed: Observed; outages: Outage[] } {
  const { seen, ...rest } = outagesOf(timeline, range);
  return { observed: { times: countedTimes(timeline, range), ...rest }, outages: seen };
}

export const nothing: Observed = {
  times: { certain: { up: 0, down: 0 }, possible: { up: 0, down: 0 }, unknownMs: 0, lengthMs: 0 },
  count: { least: 0, most: 0 },
  longestMs: { least: 0, most: 0 },
  repaired: { count: { least: 0, most: 0 }, ms: { least: 0, most: 0 } },
};

/** Returns the sum of two groups of monitors. Each monitor is weighted by its time. */
export function add(a: Observed, b: Observed): Observed {
  const hasNoMost = a.count.most === null || b.count.most === null;
  return {
    times: {
      certain: addStates(a.times.certain, b.times.certain),
      possible: addStates(a.times.possible, b.times.possible),
      unknownMs: a.times.unknownMs + b.times.unknownMs,
      lengthMs: a.times.lengthMs + b.times.lengthMs,
    },
    count: {
      least: a.count.least + b.count.least,
      most: hasNoMost ? null : (a.count.most ?? 0) + (b.count.most ?? 0),
    },
    longestMs: {
      least: Math.max(a.longestMs.least, b.longestMs.least),
      most: Math.max(a.longestMs.most, b.longestMs.most),
    },
    repaired: {
      count: addBounds(a.repaired.count, b.repaired.count),
      ms: addBounds(a.repaired.ms, b.repaired.ms),
    },
  };
}

const addBounds = (a: Bounds, b: Bounds): Bounds => ({ least: a.least + b.least, most: a.most + b.most });
const addStates = (a: CountedTimes['certain'], b: CountedTimes['certain']) => ({
  up: a.up + b.up,
  down: a.down + b.down,
});

/** Returns the figures of a report. Lower bounds are rounded down and upper bounds up. */
export function figuresOf({ times, count, longestMs, repaired }: Observed): Figures {
  const share = shareOf(times);
  return {
    availability: share && roundedShare(share),
    outages: count,
    downtime_s: inSeconds({ least: times.certain.down, most: times.possible.down }),
    longest_s: inSeconds(longestMs),
    mean_time_to_recovery_s: meanOf(repaired),
    unknown_share:
      times.lengthMs === 0 ? 0 : Math.ceil((MILLION * times.unknownMs) / times.lengthMs) / MILLION,
  };
}

/** The fewest outages may be the longest together, and the most the shortest. */
function meanOf({ count, ms }: Outages['repaired']): Bounds | null {
  if (count.least === 0) return null;
  return inSeconds({ least: ms.least / count.most, most: ms.most / count.least });
}

/** @param bounds milliseconds */
function inSeconds({ least, most }: Bounds): Bounds {
  return { least: Math.floor(least / 1000), most: Math.ceil(most / 1000) };
}

/** A precision of a millionth is enough, because a month has 2.6 million seconds. */
function roundedShare({ least, most }: Bounds): Bounds {
  return { least: Math.floor(least * MILLION) / MILLION, most: Math.ceil(most * MILLION) / MILLION };
}
