import 'server-only';
import type { Counted, Timeline } from './availability.ts';
import type { Gap } from './fleet.ts';

/** A period in one state. Times are epoch ms. */
export interface Period {
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

/** Returns when a monitor was down and when not, the oldest first. Unread times are ignored: `piecesOf` cuts them out. */
export function periodsOf({ condition, maintenance }: Timeline): Period[] {
  const steps = [
    ...condition.steps.map((step) => ({ ...step, field: 'condition' as const })),
    ...maintenance.steps.map((step) => ({ ...step, field: 'maintenance' as const })),
  ];
  const transitions = [...Map.groupBy(steps, ({ to }) => to)].sort(([a], [b]) => b - a);
  const periods: Period[] = [];
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
      ...{ from: Math.min(...own.map(({ from }) => from)), to },
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

function periodBetween(begin: Transition, finish: Transition, isDown: boolean | null): Period {
  const { from, to: start } = begin;
  const { from: end, to } = finish;
  // Two crawls have shown two changes of one field. One crawl may have shown a change of the condition and one of maintenance, if
  // their intervals overlap.
  const isSeen = start <= end || begin.fields.some((field) => finish.fields.includes(field));
  return { isDown, from, start, end, to, isSeen };
}

/**
 * A part of a period. The state lasted from `start` to `end`. If `end` is less than `start`, it lasted for an unknown time between
 * them. `isCertain`: a crawl has shown it.
 */
export interface Piece {
  isDown: boolean;
  isCertain: boolean;
  start: number;
  end: number;
}

/** Returns the parts of periods that are within a range and not in unread times, the oldest first. Times are epoch ms. */
export function piecesOf(
  periods: readonly Period[],
  unread: readonly Gap[],
  since: number,
  until: number,
): Piece[] {
  const gaps = joined(unread);
  return periods.flatMap((period) => piecesOfPeriod(period, gaps, since, until));
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

/** The state is certain at both ends of a period, even next to an unread time: crawls have shown it. */
function piecesOfPeriod(
  { isDown, isSeen: isCertain, from, to, start, end }: Period,
  unread: readonly Gap[],
  since: number,
  until: number,
): Piece[] {
  if (isDown === null || to <= since || from >= until) return [];
  const pieces: Piece[] = [];
  let open = start;
  for (const gap of start <= end ? unread : []) {
    if (gap.to <= open || gap.from >= end) continue;
    pieces.push({ isDown, isCertain, start: open, end: Math.max(open, gap.from) });
    open = Math.min(end, gap.to);
  }
  pieces.push({ isDown, isCertain, start: open, end });
  const within = pieces.flatMap((piece) => clipped(piece, since, until));
  // The period may reach into the range.
  return within.length > 0 ? within : [{ isDown, isCertain: false, start: since, end: until }];
}

function clipped(piece: Piece, since: number, until: number): Piece[] {
  const { start, end } = piece;
  if (start > end) {
    if (start < since || end >= until) return [];
    return [{ ...piece, isCertain: piece.isCertain && end >= since && start < until }];
  }
  if (end < since || start >= until) return [];
  return [{ ...piece, start: Math.max(start, since), end: Math.min(end, until) }];
}
