import 'server-only';
import { type Availability, OBSERVED_MIN_S, OBSERVED_MIN_SHARE } from '../../contract/availability.ts';
import { DAY_MS } from '../../contract/limits.ts';
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
  /** When the monitor was first seen, as far as remembered. */
  from: number;
  /** The end of what is known. */
  until: number;
  condition: Course<Counted>;
  maintenance: Course<'on' | 'off'>;
  /** The times in which the monitor was not read. */
  unread: readonly Gap[];
}

/** A range of time, epoch ms, without its end. */
export interface Range {
  since: number;
  until: number;
}

/** How long a monitor was certainly up and down, and how long at most, milliseconds. */
export interface CountedTimes {
  certain: Record<'up' | 'down', number>;
  possible: Record<'up' | 'down', number>;
  /** How long it was up or down: nothing else was possible. */
  observedMs: number;
  lengthMs: number;
}

/** The states that are possible at a time. Each is possible while it has at least one reason. */
const possibilities = ['up', 'down', 'uncounted', 'on', 'off', 'unknown', 'unread'] as const;
type Possibility = (typeof possibilities)[number];

/** A time at which the number of reasons of a state increases (1) or decreases (-1). */
interface Mark {
  at: number;
  which: Possibility;
  by: 1 | -1;
}

/**
 * Returns how long a monitor was observed to be up and down in a range. The true lengths lie between `certain` and `possible`. A
 * time counts while the monitor was read and active, had been checked, and was not in maintenance. The state is certain between
 * two crawls that showed the same. Two states are possible between two crawls that showed a change.
 */
export function countedTimes(timeline: Timeline, range: Range): CountedTimes {
  const from = Math.max(timeline.from, range.since);
  const until = Math.min(timeline.until, range.until);
  const marks = marksOf(timeline).sort((a, b) => a.at - b.at);
  const reasons = { up: 0, down: 0, uncounted: 0, on: 0, off: 0, unknown: 0, unread: 0 };
  const certain = { up: 0, down: 0 };
  const possible = { up: 0, down: 0 };
  let observedMs = 0;
  let last = Number.NEGATIVE_INFINITY;
  for (const { at, which, by } of marks) {
    const length = Math.min(at, until) - Math.max(last, from);
    if (length > 0 && reasons.unread === 0) {
      const up = reasons.off > 0 && reasons.up > 0;
      const down = reasons.off > 0 && reasons.down > 0;
      const isCounted = reasons.uncounted + reasons.on + reasons.unknown === 0;
      if (up) possible.up += length;
      if (down) possible.down += length;
      if (up && !down && isCounted) certain.up += length;
      if (down && !up && isCounted) certain.down += length;
      if ((up || down) && isCounted) observedMs += length;
    }
    last = at;
    reasons[which] += by;
  }
  return { certain, possible, observedMs, lengthMs: range.until - range.since };
}

/** Returns the availability of the only definition (ADR 0051). The lower bound takes what can have been down for down. */
export function shareOf({ certain, possible, observedMs, lengthMs }: CountedTimes): Availability {
  const observed = lengthMs > 0 ? observedMs / lengthMs : 0;
  const hasEnough = observedMs >= OBSERVED_MIN_S * 1000 && observed >= OBSERVED_MIN_SHARE;
  return {
    // A precision of a millionth is enough, because a month has 2.6 million seconds.
    least: hasEnough ? floor(certain.up / (certain.up + possible.down)) : null,
    most: hasEnough ? ceil(possible.up / (possible.up + certain.down)) : null,
    observed_s: Math.floor(observedMs / 1000),
    observed_share: floor(observed),
  };
}

const MILLION = 1_000_000;
const floor = (share: number) => Math.floor(share * MILLION) / MILLION;
const ceil = (share: number) => Math.ceil(share * MILLION) / MILLION;

/** Returns the last days that are known. */
export function lastDays({ until }: Timeline, days: number): Range {
  return { since: until - days * DAY_MS, until };
}

/** Returns the availability of a monitor in the last days that are known. */
export const availabilityOfDays = (timeline: Timeline, days: number): Availability =>
  shareOf(countedTimes(timeline, lastDays(timeline, days)));

function marksOf({ condition, maintenance, unread }: Timeline): Mark[] {
  const gaps = unread.flatMap(({ from, to }) => between(from, to, 'unread'));
  return [...marksOfCourse(condition), ...marksOfCourse(maintenance), ...gaps];
}

function marksOfCourse<T extends Possibility>({ steps, last }: Course<T>): Mark[] {
  let began = Number.NEGATIVE_INFINITY;
  const marks: Mark[] = [];
  for (const { from, to, before } of steps) {
    marks.push(...between(began, to, before ?? 'unknown'));
    began = from;
  }
  return [...marks, ...between(began, Number.POSITIVE_INFINITY, last ?? 'unknown')];
}

function between(from: number, to: number, which: Possibility): Mark[] {
  return [
    { at: from, which, by: 1 },
    { at: to, which, by: -1 },
  ];
}
