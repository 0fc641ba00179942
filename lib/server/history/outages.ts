import 'server-only';
import type { Figures } from '@/lib/contract/report';
import {
  type Counted,
  type CountedTimes,
  countedTimes,
  type Range,
  shareOf,
  type Timeline,
} from './availability.ts';
import type { Gap } from './fleet.ts';

/** The bounds of a number that is not known exactly. */
interface Bounds {
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

/** What was observed of one or several monitors, in a form that can be summed. Times are milliseconds. */
export interface ObservedOutages {
  times: CountedTimes;
  /** The number of outages. `most` also counts those that a crawl has perhaps shown. */
  count: Bounds;
  longestMs: Bounds;
  /** The number and the observed length of the seen outages that ended within the range. */
  repaired: { count: number; ms: Bounds };
}

/**
 * Returns what was observed of a monitor in a range, and the outages that crawls have shown, the oldest first. An outage is a
 * counted time (`countedTimes`) in which the monitor was down. Only its part within the range counts, and only what was read of it.
 * An outage that begins and ends between two crawls cannot be seen.
 */
export function observe(timeline: Timeline, range: Range): { observed: ObservedOutages; outages: Outage[] } {
  const since = Math.max(timeline.from, range.since);
  const until = Math.min(timeline.until, range.until);
  const gaps = joined(timeline.unread);
  const lastedMs = ({ from, start, end, to }: DownPeriod): Bounds => ({
    least: readMs(gaps, Math.max(start, since), Math.min(end, until)),
    most: readMs(gaps, Math.max(from, since), Math.min(to, until)),
  });
  const all = downPeriodsOf(timeline)
    .filter(({ isDown, from, to }) => isDown && to > since && from < until)
    .map((period) => ({ period, lastedMs: lastedMs(period) }))
    .filter(({ lastedMs: { most } }) => most > 0);
  const seen = all.filter(({ period }) => period.isSeen && period.start < until && period.end >= since);
  const ended = seen.filter(({ period }) => period.to <= until);
  const observed = {
    times: countedTimes(timeline, range),
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
  const outages = seen.map(({ period: { from, start, end, to }, lastedMs }) => ({
    began: start <= since ? null : { from: Math.max(from, since), to: start },
    ended: to <= until ? { from: Math.min(end, to), to } : null,
    lastedMs,
  }));
  return { observed, outages };
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

/** A period in one state. Times are epoch ms. */
interface DownPeriod {
  /** Whether the monitor was down and the time counted; null: not known. */
  isDown: boolean | null;
  /** It began after `from` and by `start`. It ended after `end` and by `to`. If `end` is less than `start`, it may have ended before `start`. */
  from: number;
  start: number;
  end: number;
  to: number;
  /** Whether a crawl has certainly shown it. */
  isSeen: boolean;
}

type Field = 'condition' | 'maintenance';

/** Changes whose intervals end at the same time, so that one crawl showed them. */
interface Transition {
  from: number;
  to: number;
  fields: readonly Field[];
}

const always: Transition = { from: Number.POSITIVE_INFINITY, to: Number.POSITIVE_INFINITY, fields: [] };

/** Returns when a monitor was down and when not, the oldest first, whether it was read or not. */
function downPeriodsOf({ condition, maintenance }: Timeline): DownPeriod[] {
  const steps = [
    ...condition.steps.map((step) => ({ ...step, field: 'condition' as const })),
    ...maintenance.steps.map((step) => ({ ...step, field: 'maintenance' as const })),
  ];
  const transitions = [...Map.groupBy(steps, ({ to }) => to)].sort(([a], [b]) => b - a);
  const periods: DownPeriod[] = [];
  const now = { condition: condition.last, maintenance: maintenance.last };
  let isDown = isDownIn(now.condition, now.maintenance);
  let end = always;
  // From the last change to the first one: each says what was before it.
  for (const [to, own] of transitions) {
    for (const step of own.toReversed()) {
      if (step.field === 'condition') now.condition = step.before;
      else now.maintenance = step.before;
    }
    const before = isDownIn(now.condition, now.maintenance);
    if (before === isDown) continue;
    const transition = {
      from: Math.min(...own.map(({ from }) => from)),
      to,
      fields: own.map(({ field }) => field),
    };
    periods.unshift(periodBetween(transition, end, isDown));
    isDown = before;
    end = transition;
  }
  const first = { ...always, from: Number.NEGATIVE_INFINITY, to: Number.NEGATIVE_INFINITY };
  return [periodBetween(first, end, isDown), ...periods];
}

function isDownIn(condition: Counted | null, maintenance: 'on' | 'off' | null): boolean | null {
  if (maintenance === 'on' || condition === 'up' || condition === 'uncounted') return false;
  return condition === null || maintenance === null ? null : true;
}

function periodBetween(begin: Transition, finish: Transition, isDown: boolean | null): DownPeriod {
  const { from, to: start } = begin;
  const { from: end, to } = finish;
  // Two crawls have shown two changes of one field. One crawl may have shown a change of the condition and one of maintenance, if
  // their intervals overlap.
  const isSeen = start <= end || begin.fields.some((field) => finish.fields.includes(field));
  return { isDown, from, start, end, to, isSeen };
}

export const noOutages: ObservedOutages = {
  times: { certain: { up: 0, down: 0 }, possible: { up: 0, down: 0 }, observedMs: 0, lengthMs: 0 },
  count: { least: 0, most: 0 },
  longestMs: { least: 0, most: 0 },
  repaired: { count: 0, ms: { least: 0, most: 0 } },
};

/** Returns the sum of two groups of monitors. Each monitor is weighted by its time. */
export function add(a: ObservedOutages, b: ObservedOutages): ObservedOutages {
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
export function reportFigures({
  times,
  count,
  longestMs,
  repaired: { count: ended, ms },
}: ObservedOutages): Figures {
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
