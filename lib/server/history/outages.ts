import 'server-only';
import type { Timeline } from './availability.ts';
import { type Period, type Piece, periodsOf, piecesOf } from './down-periods.ts';
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
  /** The interval in which it ended; null: it may not have ended within the range. */
  ended: Gap | null;
  /** How long it lasted within the range, milliseconds. */
  lastedMs: Bounds;
}

export interface Outages {
  /** The outages that crawls have shown, the oldest first. */
  seen: Outage[];
  /** The number of outages, with those that no crawl has shown. `most` is null if unknown times can hide any number. */
  count: { least: number; most: number | null };
  longestMs: Bounds;
  /** The number and the total length of the outages that ended within the range. */
  repaired: { count: Bounds; ms: Bounds };
}

const none: Outages = {
  seen: [],
  count: { least: 0, most: 0 },
  longestMs: { least: 0, most: 0 },
  repaired: { count: { least: 0, most: 0 }, ms: { least: 0, most: 0 } },
};

/** Consecutive pieces in which the monitor was down or may have been. At `after` and at `by` it was certainly not down. */
interface Block {
  after: number;
  by: number;
  pieces: readonly Piece[];
  isEnded: boolean;
}

/**
 * Returns the outages of a monitor in a range, epoch ms, without its end. An outage is a counted time (`countedTimes`) in which the
 * monitor was down. Only its part within the range counts. An outage that begins and ends between two crawls cannot be seen.
 */
export function outagesOf(timeline: Timeline, range: { since: number; until: number }): Outages {
  const since = Math.max(timeline.from, range.since);
  const until = Math.min(timeline.until, range.until);
  // The monitor was created later, or nothing was read since. Clipped pieces would end before they begin.
  if (since >= until) return none;
  const periods = periodsOf(timeline);
  const unknown = unknownTimes(timeline.unread, periods, since, until);
  const pieces = piecesOf(periods, timeline.unread, since, until);
  const blocks = blocksOf(pieces, since, until);
  const isPossible = ({ after, by, pieces: down }: Block) =>
    down.length > 0 || unknown.some(({ from, to }) => from < by && to > after);
  const down = blocks.filter(({ pieces: own }) => own.length > 0);
  const seen = down.filter(isSeen);
  return {
    seen: seen.map((block) => outageOf(block, since)),
    count: {
      least: seen.length,
      most: unknown.length > 0 ? null : sum(down.map(({ pieces: own }) => own.length)),
    },
    longestMs: {
      least: Math.max(0, ...seen.map(certainMs)),
      most: Math.max(0, ...blocks.filter(isPossible).map(({ after, by }) => by - after)),
    },
    repaired: repairedOf(down, until),
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const isSeen = ({ pieces }: Block) => pieces.some(({ isCertain }) => isCertain);
const lengthOf = ({ isCertain, start, end }: Piece) => (isCertain ? Math.max(0, end - start) : 0);
const certainMs = ({ pieces }: Block) => Math.max(...pieces.map(lengthOf));

function outageOf({ after, by, pieces, isEnded }: Block, since: number): Outage {
  const certain = pieces.filter(({ isCertain }) => isCertain);
  const [first, last] = [certain[0], certain.at(-1)];
  const ms = Math.max(...certain.map(lengthOf));
  const begin = first?.start ?? after;
  return {
    began: begin <= since ? null : { from: Math.min(after, begin), to: begin },
    ended: isEnded ? { from: Math.min(last?.end ?? by, by), to: by } : null,
    lastedMs: { least: ms, most: Math.max(ms, by - after) },
  };
}

/** Counts the blocks that ended. The last block may not have ended. */
function repairedOf(blocks: readonly Block[], until: number): Outages['repaired'] {
  const ended = blocks.filter((block) => block.isEnded && isSeen(block));
  const lasts = ({ pieces: [only, ...others] }: Block) =>
    only !== undefined && others.length === 0 && only.isCertain && only.end >= until;
  const possible = blocks.filter((block) => !ended.includes(block) && !lasts(block));
  const count = (some: readonly Block[]) => sum(some.map(({ pieces }) => pieces.length));
  return {
    count: { least: ended.length, most: count(ended) + count(possible) },
    ms: {
      least: sum(ended.flatMap(({ pieces }) => pieces.map(lengthOf))),
      most: sum([...ended, ...possible].map(({ after, by }) => Math.max(0, by - after))),
    },
  };
}

/** Divides the pieces at the times when the monitor was certainly not down. */
function blocksOf(pieces: readonly Piece[], since: number, until: number): Block[] {
  const blocks: Block[] = [];
  let open: Piece[] = [];
  let after = since;
  for (const piece of pieces) {
    if (piece.isDown) open.push(piece);
    else if (piece.isCertain) {
      blocks.push({ after, by: piece.start, pieces: open, isEnded: true });
      open = [];
      after = piece.end;
    }
  }
  return [...blocks, { after, by: until, pieces: open, isEnded: false }];
}

/** Returns the times in which the monitor can have gone down any number of times. */
function unknownTimes(
  unread: readonly Gap[],
  periods: readonly Period[],
  since: number,
  until: number,
): readonly Gap[] {
  const others = periods.filter(({ isDown }) => isDown === null).map(({ from, to }) => ({ from, to }));
  return [...unread, ...others].filter(({ from, to }) => Math.max(from, since) < Math.min(to, until));
}
