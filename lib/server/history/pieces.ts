import 'server-only';
import type { Gap } from './fleet.ts';
import type { Period } from './periods.ts';

/**
 * A part of a period. The state lasted from `start` to `end`; if `end` is the earlier time, at some moment between them.
 * `isCertain`: a crawl has shown it.
 */
export interface Piece {
  isDown: boolean;
  isCertain: boolean;
  start: number;
  end: number;
}

/** Cuts periods where nothing was read. Returns what is within a range, the oldest first. Times are epoch ms. */
export function piecesOf(
  periods: readonly Period[],
  unread: readonly Gap[],
  since: number,
  until: number,
): Piece[] {
  const gaps = joined(unread);
  return periods.flatMap((period) => piecesOfPeriod(period, gaps, since, until));
}

/** Returns the unread times in their order, without overlaps. */
function joined(unread: readonly Gap[]): Gap[] {
  const gaps: Gap[] = [];
  for (const { from, to } of unread.toSorted((a, b) => a.from - b.from)) {
    const last = gaps.at(-1);
    if (last === undefined || from > last.to) gaps.push({ from, to });
    else last.to = Math.max(last.to, to);
  }
  return gaps;
}

/** At the ends of a period its state is certain even next to an unread time: crawls have shown it. */
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
  // It may have begun or ended at the edge of the range.
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
