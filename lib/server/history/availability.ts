import 'server-only';
import type { Gap } from './fleet.ts';

/** What a time counts as. `uncounted`: the monitor was inactive, unchecked or in maintenance, or did not exist. */
export type Counted = 'up' | 'down' | 'uncounted';

/** The state before a change, which happened after `from` and by `to`, epoch ms. */
export interface Step<T> {
  from: number;
  to: number;
  /** Null: not known. */
  before: T | null;
}

/** The states of a monitor over time. `steps`: the oldest first; `last`: the state since the last step. */
export interface Course<T> {
  steps: readonly Step<T>[];
  last: T | null;
}

/** What is known of a monitor's past. Times are epoch ms. */
export interface Timeline {
  /** When the monitor was first seen, as far as remembered. Earlier times do not count. */
  from: number;
  /** The end of what is known. Later times do not count. */
  until: number;
  condition: Course<Counted>;
  maintenance: Course<'on' | 'off'>;
  /** The times in which the monitor was not read. Its state is not known then. */
  unread: readonly Gap[];
}

/** The bounds of the share of the counted time in which the monitor was up, 0 to 1. */
export interface Availability {
  least: number;
  most: number;
  /** How long the monitor was certainly up or down. */
  knownMs: number;
}

/** How long a monitor was certainly up and down, and how long at most, milliseconds. */
export interface CountedTimes {
  certain: Record<'up' | 'down', number>;
  possible: Record<'up' | 'down', number>;
  /** The part of the length in which more than one of up, down and uncounted is possible. */
  unknownMs: number;
  lengthMs: number;
}

/** The states that are possible at a time. Each is possible while it has at least one reason. */
const possibilities = ['up', 'down', 'uncounted', 'on', 'off', 'unread'] as const;
type Possibility = (typeof possibilities)[number];

/** A time at which the number of reasons of some states increases (1) or decreases (-1). */
interface Mark {
  at: number;
  which: readonly Possibility[];
  by: 1 | -1;
}

/**
 * Returns how long a monitor was up and down in a range. The true lengths lie between `certain` and `possible`. A time counts
 * while the monitor is active, has been checked, and is not in maintenance. The state is certain between two crawls that showed
 * the same. Several states are possible between two crawls that showed a change, and while nothing is known.
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

/** Returns the bounds of the share. The lower one takes unknown times for down, the upper one for up. Null: no time is certain. */
export function shareOf({ certain, possible }: CountedTimes): Availability | null {
  if (certain.up + certain.down === 0) return null;
  return {
    least: certain.up / (certain.up + possible.down),
    most: possible.up / (possible.up + certain.down),
    knownMs: certain.up + certain.down,
  };
}

/** Returns the bounds of a monitor's availability in a range, see `countedTimes`. */
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

/** @param all the states that are possible while the state is not known */
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
