import 'server-only';
import type { Figures } from '@/lib/contract/report';
import { type CountedTimes, countedTimes, type Range, shareOf, type Timeline } from './availability.ts';
import { type Bounds, type Outage, type Outages, outagesOf } from './outages.ts';

/** What was observed of one or several monitors, in a form that can be summed. Times are milliseconds. */
export interface Observed extends Omit<Outages, 'seen'> {
  times: CountedTimes;
}

/** Returns the observed times and outages of a monitor in a range. */
export function observe(timeline: Timeline, range: Range): { observed: Observed; outages: Outage[] } {
  const { seen, ...rest } = outagesOf(timeline, range);
  return { observed: { times: countedTimes(timeline, range), ...rest }, outages: seen };
}

export const nothing: Observed = {
  times: { certain: { up: 0, down: 0 }, possible: { up: 0, down: 0 }, observedMs: 0, lengthMs: 0 },
  count: { least: 0, most: 0 },
  longestMs: { least: 0, most: 0 },
  repaired: { count: 0, ms: { least: 0, most: 0 } },
};

/** Returns the sum of two groups of monitors. Each monitor is weighted by its time. */
export function add(a: Observed, b: Observed): Observed {
  return {
    times: {
      certain: addStates(a.times.certain, b.times.certain),
      possible: addStates(a.times.possible, b.times.possible),
      observedMs: a.times.observedMs + b.times.observedMs,
      lengthMs: a.times.lengthMs + b.times.lengthMs,
    },
    count: addBounds(a.count, b.count),
    longestMs: {
      least: Math.max(a.longestMs.least, b.longestMs.least),
      most: Math.max(a.longestMs.most, b.longestMs.most),
    },
    repaired: {
      count: a.repaired.count + b.repaired.count,
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
export function figuresOf({ times, count, longestMs, repaired: { count: ended, ms } }: Observed): Figures {
  return {
    availability: shareOf(times),
    outages: count,
    downtime_s: inSeconds({ least: times.certain.down, most: times.possible.down }),
    longest_s: inSeconds(longestMs),
    mean_time_to_recovery_s:
      ended === 0 ? null : inSeconds({ least: ms.least / ended, most: ms.most / ended }),
  };
}

/** @param bounds milliseconds */
function inSeconds({ least, most }: Bounds): Bounds {
  return { least: Math.floor(least / 1000), most: Math.ceil(most / 1000) };
}
