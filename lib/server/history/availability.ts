import 'server-only';
import type { Gap } from './fleet.ts';

/** What a time counts as. `uncounted`: nothing was to be checked, or it was in maintenance, or the monitor did not exist. */
export type Counted = 'up' | 'down' | 'uncounted';

/** What lasts until a change that happened after `from` and by `to`, epoch ms. */
export interface Step<T> {
  from: number;
  to: number;
  /** Null: not known. */
  before: T | null;
}

/** What lasted until each change, the oldest first, and since the last one. */
export interface Course<T> {
  steps: readonly Step<T>[];
  last: T | null;
}

/** What is known of a monitor's past. Times are epoch ms. */
export interface Timeline {
  /** When it was first seen, as far as remembered. Before, nothing counts. */
  from: number;
  /** Until when it is known what lasts. Later, nothing counts. */
  until: number;
  condition: Course<Counted>;
  maintenance: Course<'on' | 'off'>;
  /** When it was not read: nothing is known of these times. */
  unread: readonly Gap[];
}

/** Between which shares of the counted time the monitor was up, 0 to 1. */
export interface Availability {
  least: number;
  most: number;
  /** For how long it is certain whether it was up or down. */
  knownMs: number;
}

/** For how long a monitor was certain to be up and down, and for how long that is possible, milliseconds. */
export interface CountedTimes {
  certain: Record<'up' | 'down', number>;
  possible: Record<'up' | 'down', number>;
  /** For how long more than one of up, down and uncounted is possible, of the whole length. */
  unknownMs: number;
  lengthMs: number;
}

/** What is possible at a time: each has a number of reasons. */
const possibilities = ['up', 'down', 'uncounted', 'on', 'off', 'unread'] as const;
type Possibility = (typeof possibilities)[number];

/** At a time, reasons for some possibilities come (1) or go (-1). */
interface Mark {
  at: number;
  which: readonly Possibility[];
  by: 1 | -1;
}

/**
 * Returns for how long a monitor was up and down in a range: everything that is possible lies between the certain and the possible.
 * A time counts while the monitor is active, has been checked, and is not in maintenance. It is certain between two crawls that
 * showed the same; between two that showed a change, and while nothing is known, several are possible.
 *
 * @param range epoch ms, without its end
 */
export function countedTimes(timeline: Timeline, range: { since: number; until: number }): CountedTimes {
  const from = Math.max(timeline.from, range.since);
  const until = Math.min(timeline.until, range.until);
  const marks = marksOf(timeline).sort((a, b) => a.at - b.at);
  const reasons = { up: 0, down: 0, uncounted: 0, on: 0, off: 0, unread: 0 };
  const certain = { up: 0, down: 0 };
  const possible = { up: 0, down: 0 };
  let unknownMs = 0;
  let last = Number.NEGATIVE_INFINITY;
  for (const { at, which, by } of marks) {
    const length = Math.min(at, until) - Math.max(last, from);
    if (length > 0) {
      const counted = reasons.off > 0 || reasons.unread > 0;
      const up = counted && (reasons.up > 0 || reasons.unread > 0);
      const down = counted && (reasons.down > 0 || reasons.unread > 0);
      const uncounted = reasons.uncounted + reasons.on + reasons.unread > 0;
      if (up) possible.up += length;
      if (down) possible.down += length;
      if (up && !down && !uncounted) certain.up += length;
      if (down && !up && !uncounted) certain.down += length;
      if (Number(up) + Number(down) + Number(uncounted) > 1) unknownMs += length;
    }
    last = at;
    for (const one of which) reasons[one] += by;
  }
  return { certain, possible, unknownMs, lengthMs: Math.max(0, until - from) };
}

/** Returns between which shares of the counted time it was up: what is not known is taken for down, or for up; null: no time is certain. */
export function shareOf({ certain, possible }: CountedTimes): Availability | null {
  if (certain.up + certain.down === 0) return null;
  return {
    least: certain.up / (certain.up + possible.down),
    most: possible.up / (possible.up + certain.down),
    knownMs: certain.up + certain.down,
  };
}

/** Returns between which shares of its counted time a monitor was up in a range, see `countedTimes`. */
export function availabilityOf(
  timeline: Timeline,
  range: { since: number; until: number },
): Availability | null {
  return shareOf(countedTimes(timeline, range));
}

function marksOf({ condition, maintenance, unread }: Timeline): Mark[] {
  const marks = [
    ...marksOfCourse(condition, ['up', 'down', 'uncounted']),
    ...marksOfCourse(maintenance, ['on', 'off']),
  ];
  for (const { from, to } of unread) marks.push(...between(from, to, ['unread']));
  return marks;
}

/** @param all what is possible where it is not known */
function marksOfCourse<T extends Possibility>({ steps, last }: Course<T>, all: readonly T[]): Mark[] {
  let began = Number.NEGATIVE_INFINITY;
  const marks: Mark[] = [];
  for (const { from, to, before } of steps) {
    marks.push(...between(began, to, before === null ? all : [before]));
    began = from;
  }
  marks.push(...between(began, Number.POSITIVE_INFINITY, last === null ? all : [last]));
  return marks;
}

function between(from: number, to: number, which: readonly Possibility[]): Mark[] {
  return [
    { at: from, which, by: 1 },
    { at: to, which, by: -1 },
  ];
}
