import 'server-only';

/** The rank of a row without a text. */
export const NO_TEXT = 0;
/** Stands for the rank of a row whose text is new since the ranks were made. */
export const NOT_RANKED = 0xffff_ffff;

/**
 * As a person sorts: case and accents do not count, and "node 2" stands before "node 10". The locale is fixed, so that
 * every server sorts alike. Comparing keys of our own would be quicker (0.1 s instead of 0.4 s for 100,000 names) but
 * wrong for many scripts, and the whole sort is done only once.
 */
export const compareTexts = new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare;

/** With more new texts than this share of all, sorting anew is quicker than placing each among the others. */
const MOST_PLACED = 1 / 32;

type TextAt = (row: number) => string | null;

/**
 * Numbers from 1 that sort as the rows' texts do: equal where these compare as equal. With the ranks of an earlier
 * time, NOT_RANKED for each row whose text is new since, only those rows are compared.
 */
export function rankTexts(count: number, textAt: TextAt, earlier?: Uint32Array): Uint32Array {
  const rows: number[] = [];
  for (let row = 0; row < count; row++) if (!earlier || earlier[row] === NOT_RANKED) rows.push(row);
  if (!earlier || rows.length > count * MOST_PLACED) return ranksFromScratch(count, textAt);
  return rows.length === 0 ? earlier : placed(earlier, sortedByText(rows, textAt), textAt);
}

/** A row that has a text, with that text. */
type TextRow = readonly [row: number, text: string];

function sortedByText(rows: readonly number[], textAt: TextAt): TextRow[] {
  return rows
    .flatMap((row): TextRow[] => {
      const text = textAt(row);
      return text === null ? [] : [[row, text]];
    })
    .sort(([, a], [, b]) => compareTexts(a, b));
}

function ranksFromScratch(count: number, textAt: TextAt): Uint32Array {
  const rowsOf = new Map<string, number[]>();
  for (let row = 0; row < count; row++) {
    const text = textAt(row);
    if (text === null) continue;
    const rows = rowsOf.get(text);
    if (rows) rows.push(row);
    else rowsOf.set(text, [row]);
  }
  const ranks = new Uint32Array(count).fill(NO_TEXT);
  let rank = NO_TEXT;
  let last: string | null = null;
  for (const text of [...rowsOf.keys()].sort(compareTexts)) {
    if (last === null || compareTexts(last, text) !== 0) rank += 1;
    last = text;
    for (const row of rowsOf.get(text) ?? []) ranks[row] = rank;
  }
  return ranks;
}

/** Merges the newcomers, sorted by text, into the earlier ranks, and numbers all of them anew. */
function placed(earlier: Uint32Array, newcomers: readonly TextRow[], textAt: TextAt): Uint32Array {
  const { used, rowOf } = ranksInUse(earlier);
  const compareAt = (place: number, text: string) =>
    compareTexts(textAt(rowOf[used[place] ?? NO_TEXT] ?? -1) ?? '', text);
  const ranks = new Uint32Array(earlier.length).fill(NO_TEXT);
  const renumbered = new Uint32Array(rowOf.length);
  let rank = NO_TEXT;
  let merged = 0;
  const mergeUpTo = (end: number) => {
    for (; merged < end; merged++) renumbered[used[merged] ?? NO_TEXT] = ++rank;
  };
  let last: string | null = null;
  for (const [row, text] of newcomers) {
    const place = firstPlace(used.length, (at) => compareAt(at, text) >= 0);
    const known = place < used.length && compareAt(place, text) === 0;
    mergeUpTo(known ? place + 1 : place);
    if (!known && (last === null || compareTexts(last, text) !== 0)) rank += 1;
    ranks[row] = rank;
    last = text;
  }
  mergeUpTo(used.length);
  for (const [row, before] of earlier.entries()) {
    if (before !== NOT_RANKED && before !== NO_TEXT) ranks[row] = renumbered[before] ?? NO_TEXT;
  }
  return ranks;
}

/** The ranks that rows have, smallest first, and for each of them one such row. */
function ranksInUse(ranks: Uint32Array): { used: number[]; rowOf: Int32Array } {
  let largest = NO_TEXT;
  for (const rank of ranks) if (rank !== NOT_RANKED && rank > largest) largest = rank;
  const rowOf = new Int32Array(largest + 1).fill(-1);
  for (const [row, rank] of ranks.entries()) if (rank !== NOT_RANKED && rank !== NO_TEXT) rowOf[rank] = row;
  const used: number[] = [];
  for (const [rank, row] of rowOf.entries()) if (row >= 0) used.push(rank);
  return { used, rowOf };
}

/** The first place where the test holds, by halving; it must hold at all places after one where it does. */
function firstPlace(count: number, holds: (place: number) => boolean): number {
  let low = 0;
  for (let high = count; low < high; ) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
